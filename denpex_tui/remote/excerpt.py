"""The lines of a log that came from a worker: the evidence with what stands around it, and the end."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from pathlib import Path

from denpex_tui.engine.logview import LineIndex, LogFile, LogLine
from denpex_tui.engine.model import Event
from denpex_tui.engine.source_scan import SourceScan

AROUND = 6
"""Lines before and behind each event."""
LAST = 40
MAX_EVENTS = 200
"""So many of a source's first events, and as many of its last, have their surroundings sent along."""


def excerpt(scan: SourceScan) -> tuple[LogLine, ...]:
    """What of a source is sent along to be looked at; on the worker, which has the file open."""
    log = LogFile(scan.reader.file, scan.index)
    return tuple(line for first, count in _ranges(scan, log.count) for line in log.lines(first, count))


def _ranges(scan: SourceScan, count: int) -> Iterator[tuple[int, int]]:
    """First line and number of lines of each stretch, in order and without overlap."""
    events = scan.events_now()
    kept = events if len(events) <= 2 * MAX_EVENTS else [*events[:MAX_EVENTS], *events[-MAX_EVENTS:]]
    spans = [(line - AROUND, line + AROUND) for event in kept for line in _ends(event)]
    reached = 0
    for first, last in [*sorted(spans), (count - LAST + 1, count)]:
        begin, end = max(first, reached + 1), min(last, count)
        if begin <= end:
            yield begin, end + 1 - begin
            reached = end


def _ends(event: Event) -> tuple[int, ...]:
    """The line of an event, or the first and the last one of a traceback."""
    lines = event.traceback.lines if event.traceback is not None else ()
    return (min(lines), max(lines)) if lines else (event.place.line,)


class ExcerptFile(LogFile):
    """A log of which only some lines are here; of the others is said where they are. Offsets are those of the text."""

    def __init__(self, lines: Sequence[LogLine], count: int, where: str) -> None:
        super().__init__(Path(), LineIndex())
        self._numbers = [line.number for line in lines]
        self._starts = [0, *accumulate(len(line.text.encode()) + 1 for line in lines)]
        self._text = b"".join(line.text.encode() + b"\n" for line in lines)
        self._here = {
            line.number: replace(line, offset=start) for line, start in zip(lines, self._starts, strict=False)
        }
        self._count = count
        self._where = where

    @property
    def count(self) -> int:
        """Lines of the whole log."""
        return self._count

    @property
    def size(self) -> int:
        """Bytes of the lines that are here."""
        return len(self._text)

    @property
    def partial(self) -> bool:
        """Nothing is followed."""
        return False

    def lines(self, first: int, count: int) -> list[LogLine]:
        """Up to ``count`` lines from number ``first`` (from 1) on."""
        last = min(self.count, first + count - 1)
        return [self._here.get(number) or self._elsewhere(number) for number in range(max(1, first), last + 1)]

    def offset_of(self, line: int) -> int | None:
        """Where ``line``, or the next one that is here, begins."""
        return self._starts[bisect_left(self._numbers, line)] if 1 <= line <= self.count else None

    def line_at(self, offset: int) -> int:
        """Number of the line that holds the byte at ``offset``."""
        at = bisect_right(self._starts, offset) - 1
        return self._numbers[min(at, len(self._numbers) - 1)] if self._numbers else 1

    def read(self, offset: int, size: int) -> bytes:
        """A part of the text that is here."""
        return self._text[offset : offset + size]

    def _elsewhere(self, number: int) -> LogLine:
        return LogLine(number, self.offset_of(number) or 0, f"· only on {self._where}", 0)
