"""Several logs as one, by corrected time: only a window around a moment is read, whatever the size of the logs."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from denpex_tui.engine.logview import LogFile
from denpex_tui.engine.search.timed_lines import PROBED, line_at_time, stamp_of, timed_lines

ROOM = 4_000
"""Lines of all logs together that a window may hold."""


@dataclass(frozen=True, slots=True)
class TimedLog:
    """A log to be merged; ``offset`` is how many seconds its clock is ahead."""

    source: int
    log: LogFile
    offset: float = 0.0
    rank: int | None = None


@dataclass(frozen=True, slots=True)
class Merged:
    """Lines of several logs in the order of their corrected times."""

    places: tuple[tuple[int, int], ...]
    """Source and line."""
    before: int = 0
    """Lines of all logs that come before the window, and those that come after it."""
    after: int = 0
    start: float = 0.0
    """Corrected time of the first line, and of the last."""
    end: float = 0.0
    focus: int = 0
    """Index of the line that is at the moment, or just before it."""
    untimed: tuple[int, ...] = ()
    """Sources whose lines have no time, nor has another log of their rank: they have no place among the others."""


@dataclass(frozen=True, slots=True)
class _Part:
    """Consecutive lines of one log with their corrected times, which never go back."""

    source: int
    rank: int | None
    first: int
    times: list[float]
    count: int
    """Lines of the whole log."""

    @property
    def low(self) -> float:
        """Before this moment the log may have lines that were not read."""
        return self.times[0] if self.first > 1 else float("-inf")

    @property
    def high(self) -> float:
        return self.times[-1] if self.first + len(self.times) <= self.count else float("inf")


def moment_of(timed: TimedLog, line: int) -> float | None:
    """The corrected time of a line: its own, else that of the last line before it, else of the next with one."""
    first = max(1, line - PROBED)
    found = list(timed_lines(timed.log, first, line - first + 1))
    after = found[-1:] or list(timed_lines(timed.log, line, PROBED))[:1]
    return after[0][1] - timed.offset if after else None


def merge_around(logs: Sequence[TimedLog], moment: float, room: int = ROOM) -> Merged:
    """The lines around a moment. A line without a time stays behind the one before it.

    A log without any time, such as a standard error that holds a traceback only, stands at the end of its rank.
    """
    share = room // max(1, len(logs))
    parts = [part for each in logs if (part := _part(each, moment, share)) is not None]
    timed = {part.source for part in parts}
    parts += _at_the_end([each for each in logs if each.source not in timed], parts, share)
    placed = {part.source for part in parts}
    untimed = tuple(each.source for each in logs if each.source not in placed)
    bounding = [part for part in parts if part.source in timed]
    low = max((part.low for part in bounding), default=0.0)
    high = min((part.high for part in bounding), default=0.0)
    entries: list[tuple[float, bool, int, int]] = []
    before = after = 0
    for order, part in enumerate(parts):
        kept = [at for at, time in enumerate(part.times) if low <= time <= high]
        begin = kept[0] if kept else sum(time < low for time in part.times)
        entries += [(part.times[at], part.source not in timed, order, part.first + at) for at in kept]
        before += part.first - 1 + begin
        after += part.count - (part.first - 1 + begin + len(kept))
    entries.sort()
    places = tuple((parts[order].source, line) for _, _, order, line in entries)
    start, end = (entries[0][0], entries[-1][0]) if entries else (moment, moment)
    focus = max(0, bisect_right(entries, moment, key=lambda entry: entry[0]) - 1)
    return Merged(places, before, after, start, end, focus, untimed)


def _at_the_end(logs: Sequence[TimedLog], parts: Sequence[_Part], share: int) -> list[_Part]:
    """Logs without times, behind the last line of the other logs of their rank where that is in the window."""
    found = []
    for each in logs:
        ends = [part.times[-1] for part in parts if part.rank is not None and part.rank == each.rank]
        first = max(1, each.log.count - share + 1)
        if ends and each.log.count:
            found.append(
                _Part(each.source, each.rank, first, [max(ends)] * (each.log.count - first + 1), each.log.count)
            )
    return found


def _part(timed: TimedLog, moment: float, share: int) -> _Part | None:
    log = timed.log
    line = line_at_time(log, moment + timed.offset)
    if line is None:
        return None
    first = max(1, line - share // 2)
    lines = log.lines(first, max(1, share))
    stamps = [stamp_of(log, each, moment + timed.offset) for each in lines]
    known = [stamp for stamp in stamps if stamp is not None]
    if not known:
        return None
    if first > 1:  # what comes before the first time may be much earlier
        lead = next(at for at, stamp in enumerate(stamps) if stamp is not None)
        first, stamps = first + lead, stamps[lead:]
    times, last = [], known[0]
    for stamp in stamps:
        last = max(last, stamp) if stamp is not None else last
        times.append(last - timed.offset)
    return _Part(timed.source, timed.rank, first, times, log.count)
