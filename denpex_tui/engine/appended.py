"""A job that was started again and appends to the same files: where in each file the new start begins.

The sign is a traceback or a launcher's end after which the steps begin again at a lower number, in at least half of
the files that hold one rank each; a caught error in one file, or a new epoch, is no new start.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from denpex_tui.engine.model import Event
from denpex_tui.engine.source_scan import SourceScan


def appended_starts(scans: Sequence[SourceScan]) -> Mapping[int, tuple[int, ...]]:
    """Source id -> offsets at which a later start of the job begins in that source."""
    found = {scan.source.id: _starts(scan) for scan in scans if scan.source.attempt is None}
    launched = {scan.source.id: _launches(scan.events_now()) for scan in scans if scan.source.attempt is None}
    stepping = [
        scan for scan in scans if scan.source.id in found and any(p.metrics.step is not None for p in scan.points)
    ]
    restarted = [scan for scan in stepping if found[scan.source.id]]
    if 2 * len(restarted) < len(stepping) or not restarted:
        found = {}
    merged = {source: offsets or found.get(source, ()) for source, offsets in launched.items()}
    return {source: offsets for source, offsets in merged.items() if offsets}


def _steps(scan: SourceScan) -> bool:
    return any(point.metrics.step is not None for point in scan.points)


def _starts(scan: SourceScan) -> tuple[int, ...]:
    """Offsets of steps that are lower than a step before the last failure."""
    marks: list[tuple[int, int | None]] = [
        (point.place.offset, point.metrics.step)
        for point in scan.points
        if point.metrics.step is not None and not point.metrics.secondary
    ]
    marks += [(_end(event), None) for event in scan.events_now() if event.traceback is not None]
    highest: int | None = None
    failed_at: int | None = None
    starts: list[int] = []
    for offset, step in sorted(marks, key=lambda mark: mark[0]):
        if step is None:
            failed_at = offset
        elif failed_at is not None and highest is not None and step <= highest:
            starts.append(failed_at + 1)
            highest, failed_at = step, None
        else:
            highest = step if highest is None else max(highest, step)
    return tuple(starts)


def _end(event: Event) -> int:
    """The offset of the line that names the exception of a traceback."""
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
