"""The beginnings of the logs, where a job says which host and user it runs on; the evidence may only use the name."""

from __future__ import annotations

from contextlib import closing

from denpex_tui.engine.model import Snapshot
from denpex_tui.report.excerpts import OpenLog

_LOGS = 64
_LINES = 60
"""Bounds for jobs of thousands of ranks: what lies beyond them is learned where it is met."""


def heads(snapshot: Snapshot, log: OpenLog) -> tuple[str, ...]:
    """The first lines of the first logs, as far as they can be read."""
    found: list[str] = []
    for source in snapshot.sources[:_LOGS]:
        try:
            with closing(log(source.id)) as file:
                found += (line.text for line in file.lines(1, _LINES))
        except (OSError, LookupError):
            continue
    return tuple(found)
