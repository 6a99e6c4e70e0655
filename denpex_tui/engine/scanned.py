"""What inference reads off the scan of a source, and that as a value, which may come from another machine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Protocol

from denpex_tui.engine.clean import clean_text
from denpex_tui.engine.errors import INTERNAL_ERROR
from denpex_tui.engine.lines import Line
from denpex_tui.engine.metric_lines import MetricTable
from denpex_tui.engine.metrics import MetricPoint
from denpex_tui.engine.model import Event, NotRead, Source
from denpex_tui.engine.probe import Probe
from denpex_tui.engine.source_scan import SourceScan


class Scanned(Protocol):
    """A source as far as it has been read: a scan that goes on, or its `ScanResult`."""

    @property
    def source(self) -> Source: ...

    @property
    def probe(self) -> Probe: ...

    @property
    def events(self) -> Sequence[Event]:
        """Those that further bytes cannot change."""

    @property
    def points(self) -> Sequence[MetricPoint]: ...

    @property
    def table(self) -> MetricTable:
        """The points by writer."""

    @property
    def size(self) -> int:
        """Bytes that the source has, as far as known."""

    @property
    def bytes_read(self) -> int: ...

    @property
    def lines(self) -> int: ...

    def events_now(self) -> Sequence[Event]:
        """Everything seen, in order of place."""

    def last_line(self) -> Line | None:
        """The last line that holds anything."""


@dataclass(frozen=True, slots=True)
class ScanResult:
    """A scan at one moment: events, sampled metric lines and the last line, and nothing else of the log."""

    source: Source
    probe: Probe
    events: tuple[Event, ...]
    every: tuple[Event, ...]
    """The events and what the unfinished end shows."""
    points: tuple[MetricPoint, ...]
    size: int
    bytes_read: int
    lines: int
    last: Line | None
    skipped: int = 0
    """Bytes that a first look left out."""
    not_read: tuple[NotRead, ...] = ()
    warnings: tuple[str, ...] = ()

    @property
    def table(self) -> MetricTable:
        return MetricTable(self.points)

    def events_now(self) -> Sequence[Event]:
        return self.every

    def last_line(self) -> Line | None:
        return self.last


def result_of(scan: SourceScan, skipped: int = 0) -> ScanResult:
    """What ``scan`` has seen. Raises `OSError` when its last line cannot be read any more."""
    return ScanResult(
        scan.source,
        scan.probe,
        tuple(scan.events),
        tuple(scan.events_now()),
        tuple(scan.points),
        scan.size,
        scan.bytes_read,
        scan.lines,
        scan.last_line(),
        skipped,
        tuple(troubles(scan)),
        tuple(losses(scan)),
    )


def troubles(scan: SourceScan) -> list[NotRead]:
    """What of a source cannot be read, now or at all."""
    rows = [NotRead(scan.source.path, scan.course.trouble)] if scan.course.trouble else []
    for path, reason in scan.course.refused:
        rows.append(NotRead(clean_text(str(PurePosixPath(scan.source.path).with_name(path.name))), reason))
    return rows


def losses(scan: SourceScan) -> list[str]:
    """What of a source was lost or went wrong, as sentences."""
    told = [f"{scan.source.path} {loss}"] if (loss := scan.course.loss.sentence) else []
    if scan.fault:
        told.append(f"{INTERNAL_ERROR} in {scan.source.path}, of which a part was not understood: {scan.fault}")
    return told
