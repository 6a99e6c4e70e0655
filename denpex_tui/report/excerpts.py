"""The lines around the evidence, so that a report can be read where the logs are not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Protocol

from denpex_tui.engine.model import Event, Snapshot
from denpex_tui.report.blocks import Entry
from denpex_tui.report.evidence import number_evidence
from denpex_tui.report.outline import outline

CONTEXT = 3
"""Lines before and behind."""
_LONGEST = 60
"""Lines of a traceback that are shown on either side of the cited one."""
_EXCERPTS = 200
_COLUMNS = 600
"""Characters of a line; the log holds all of it."""


class LineLike(Protocol):
    """One cleaned line of a log."""

    @property
    def number(self) -> int: ...

    @property
    def text(self) -> str: ...


class LogLike(Protocol):
    """A log read by line numbers."""

    def lines(self, first: int, count: int) -> Sequence[LineLike]: ...

    def close(self) -> None: ...


OpenLog = Callable[[int], LogLike]
"""Opens the log of a source."""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Lines of one log in their order, the cited one among them."""

    first: int
    """Number of the first line."""
    cited: int
    texts: tuple[str, ...]


Excerpts = dict[str, Excerpt]
"""By the number of the evidence."""


def excerpts(snapshot: Snapshot, log: OpenLog) -> Excerpts:
    """An excerpt for each line that the report quotes, where the log still gives it."""
    events = number_evidence(snapshot).events
    quoted = [quote.id for block in outline(snapshot) if isinstance(block, Entry) for quote in block.quotes]
    found = {}
    for name in dict.fromkeys(quoted[:_EXCERPTS]):
        excerpt = _excerpt(events[name], log)
        if excerpt is not None:
            found[name] = excerpt
    return found


def _excerpt(event: Event, log: OpenLog) -> Excerpt | None:
    line = event.place.line
    if line < 1:  # not counted yet, what lies before it was not read
        return None
    first, last = _span(line, event.traceback.lines if event.traceback else ())
    try:
        with closing(log(event.place.source)) as file:
            lines = file.lines(first, last - first + 1)
    except (OSError, LookupError):
        return None
    return Excerpt(lines[0].number, line, tuple(entry.text[:_COLUMNS] for entry in lines)) if lines else None


def _span(line: int, block: Iterable[int]) -> tuple[int, int]:
    begin, end = min((line, *block)), max((line, *block))
    return max(1, begin - CONTEXT, line - _LONGEST), min(end + CONTEXT, line + _LONGEST)
