"""The last line of a rank as an event, so that silence has evidence."""

from __future__ import annotations

from denpex_tui.engine.infer.case import Case
from denpex_tui.engine.model import Event


def last_line_event(case: Case, rank: int) -> Event | None:
    """The last line that a rank wrote, or None when it has none here."""
    last = case.last.get(rank)
    if last is None:
        return None
    return Event("last-line", "last-line", last.place, last.text, rank, case.attempt, last.time)
