"""The outline of a report: from the snapshot to blocks, section by section."""

from __future__ import annotations

from denpex_tui.engine.model import Incident, Snapshot
from denpex_tui.report.blocks import Block
from denpex_tui.report.outline.builder import FEWER_QUOTES, Builder
from denpex_tui.report.outline.cause import beliefs, cause
from denpex_tui.report.outline.checklist import checklist, fixes
from denpex_tui.report.outline.collateral import collateral
from denpex_tui.report.outline.concerns import alerts, changes, concerns
from denpex_tui.report.outline.ranks import clocks, ranks
from denpex_tui.report.outline.reading import harmless, not_read, reading, warnings
from denpex_tui.report.outline.verdict import other_incidents, verdict

__all__ = ["outline"]


def outline(snapshot: Snapshot) -> list[Block]:
    """The whole report in the order of the reader's questions: who, why, what else, is it that, what now."""
    builder = Builder(snapshot)
    verdict(builder)
    alerts(builder)
    builder.quotes = FEWER_QUOTES
    if snapshot.incident is not None:
        _explain(builder, snapshot.incident)
    other_incidents(builder)
    concerns(builder)
    for section in (ranks, clocks, changes, harmless, not_read, warnings, reading):
        section(builder)
    return builder.blocks


def _explain(builder: Builder, incident: Incident) -> None:
    for section in (collateral, cause, checklist, fixes, beliefs):
        section(builder, incident)
