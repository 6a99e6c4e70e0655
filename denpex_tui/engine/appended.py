"""A job that was started again and appends to the same files: where in each file the new start begins.

The sign is a traceback or a launcher's end after which the steps begin again at a lower number, for at least half of
the writers that log steps; a caught error of one writer, or a new epoch, is no new start.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from denpex_tui.engine.model import Event, Tags
from denpex_tui.engine.scanned import Scanned

Writer = tuple[int | None, int | None]
"""Rank and local rank of the tags of a line."""


Interval = tuple[int, int]
"""From the last failure of a writer to the step at which it began again."""


@dataclass(frozen=True, slots=True)
class _Starts:
    """Where one writer began again: behind a failure, and at all steps lower than one before."""

    failed: tuple[Interval, ...]
    all: tuple[int, ...]


def appended_starts(scans: Sequence[Scanned]) -> Mapping[int, tuple[int, ...]]:
    """Source id -> offsets at which a later start of the job begins in that source."""
    appended = [scan for scan in scans if scan.source.attempt is None]
    launched = {scan.source.id: _launches(scan.events_now()) for scan in appended}
    found = _stepping_again(appended) if any(_has_failed(scan) for scan in appended) else {}
    merged = {source: offsets or found.get(source, ()) for source, offsets in launched.items()}
    return {source: offsets for source, offsets in merged.items() if offsets}


def _has_failed(scan: Scanned) -> bool:
    return any(event.exit is not None or event.traceback is not None for event in scan.events_now())


def _stepping_again(scans: Sequence[Scanned]) -> dict[int, tuple[int, ...]]:
    """The starts by the steps of the writers, when at least half of them began again behind a failure."""
    writers = {scan.source.id: _writers(scan) for scan in scans}
    each = [starts for source in writers.values() for starts in source]
    failed = [starts for starts in each if starts.failed]
    if not failed or 2 * len(failed) < len(each):
        return {}
    count = max(len(starts.failed) for starts in failed)
    return {scan.source.id: _together(writers[scan.source.id], count, scan) for scan in scans}


def _together(writers: Sequence[_Starts], count: int, scan: Scanned) -> tuple[int, ...]:
    """The starts of a source: behind the failures of its writers, or where one that prints none begins again."""
    intervals = sorted(interval for starts in writers for interval in starts.failed)
    if not intervals:
        return next((starts.all for starts in writers if len(starts.all) == count), ())
    ends = sorted(_end(event) for event in scan.events_now() if _ends_something(event))
    return tuple(_behind(ends, interval) for interval in _merged(intervals))


def _merged(intervals: Sequence[Interval]) -> list[Interval]:
    """One for each restart: those of its writers overlap; what all of them have in common is the time between."""
    rounds: list[Interval] = []
    for begin, end in intervals:
        if rounds and begin < rounds[-1][1]:
            rounds[-1] = (max(begin, rounds[-1][0]), min(end, rounds[-1][1]))
        else:
            rounds.append((begin, end))
    return rounds


def _behind(ends: Sequence[int], interval: Interval) -> int:
    """Just behind the last line of the failed start."""
    return 1 + max([interval[0], *(end for end in ends if end < interval[1])])


def _writers(scan: Scanned) -> list[_Starts]:
    """For each writer of a source that logs steps, where it began again."""
    marks: dict[Writer, list[tuple[int, int | None]]] = defaultdict(list)
    for point in scan.points:
        if point.metrics.step is not None and not point.metrics.secondary:
            marks[_writer(point.tags)].append((point.place.offset, point.metrics.step))
    stepping = list(marks)
    for event in scan.events_now():
        if event.traceback is not None:
            marks[_writer(event.tags)].append((_end(event), None))
        elif event.exit is not None:
            # A launcher that reports an end ends all of them.
            for writer in stepping:
                marks[writer].append((_end(event), None))
    return [_starts(marks[writer]) for writer in stepping]


def _writer(tags: Tags) -> Writer:
    return tags.rank, tags.local_rank


def _starts(marks: list[tuple[int, int | None]]) -> _Starts:
    """Where the steps go on at a number that was reached before, and where that is the next thing after a failure."""
    highest: int | None = None
    failed_at: int | None = None
    every: list[int] = []
    failed: list[Interval] = []
    for offset, step in sorted(marks, key=lambda mark: mark[0]):
        if step is None:
            failed_at = offset
            continue
        if highest is not None and step <= highest - (failed_at is None):
            every.append(offset)
            failed += [(failed_at, offset)] if failed_at is not None else []
            highest = step
        # Progress behind a traceback: it was caught.
        highest, failed_at = step if highest is None else max(highest, step), None
    return _Starts(tuple(failed), tuple(every))


def _ends_something(event: Event) -> bool:
    return event.exit is not None or event.traceback is not None or event.name in ("closing-signal", "kill")


def _end(event: Event) -> int:
    """The offset of the line, or of the line that names the exception of a traceback."""
    named = event.traceback.place if event.traceback is not None else None
    return (named or event.place).offset


def _launches(events: Sequence[Event]) -> tuple[int, ...]:
    """Offsets at which a launcher says that it starts, after it or a rank had ended before."""
    starts: list[int] = []
    ended = False
    for event in events:
        if event.name == "start" and ended:
            starts.append(event.place.offset)
            ended = False
        elif event.exit is not None or event.traceback is not None or event.kind == "cancel":
            ended = True
    return tuple(starts)
