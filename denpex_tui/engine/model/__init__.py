"""The vocabulary of the engine: frozen values that travel from the readers to the front ends."""

from __future__ import annotations

from denpex_tui.engine.model.event import Event, Exit, Frame, Place, Tags, Traceback
from denpex_tui.engine.model.incident import (
    Alternative,
    Certainty,
    ChecklistItem,
    Claim,
    Collateral,
    Diagnosis,
    Fact,
    FirstFailure,
    Fix,
    Incident,
    ItemMode,
    ItemState,
    Standing,
    VariantStanding,
)
from denpex_tui.engine.model.run import Run, attempt_name
from denpex_tui.engine.model.snapshot import (
    ClockOffset,
    Outcome,
    Point,
    Progress,
    RankState,
    RankStatus,
    Series,
    Snapshot,
    VerdictChange,
)
from denpex_tui.engine.model.source import NotRead, RotatedPart, Source, Stream

__all__ = [
    "Alternative",
    "Certainty",
    "ChecklistItem",
    "Claim",
    "ClockOffset",
    "Collateral",
    "Diagnosis",
    "Event",
    "Exit",
    "Fact",
    "FirstFailure",
    "Fix",
    "Frame",
    "Incident",
    "ItemMode",
    "ItemState",
    "NotRead",
    "Outcome",
    "Place",
    "Point",
    "Progress",
    "RankState",
    "RankStatus",
    "RotatedPart",
    "Run",
    "Series",
    "Snapshot",
    "Source",
    "Standing",
    "Stream",
    "Tags",
    "Traceback",
    "VariantStanding",
    "VerdictChange",
    "attempt_name",
]
