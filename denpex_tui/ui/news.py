"""What a newer snapshot changes: with thousands of ranks it is not all shown anew where only more has been read."""

from __future__ import annotations

from dataclasses import fields

from denpex_tui.engine.model import Snapshot

_READING = {"sequence", "progress", "warnings"}


def only_progress(before: Snapshot | None, now: Snapshot) -> bool:
    """Whether nothing differs but how much has been read; what is the same is the same object then."""
    if before is None or before.warnings != now.warnings:
        return False
    names = (field.name for field in fields(now) if field.name not in _READING)
    return all(getattr(before, name) is getattr(now, name) for name in names)
