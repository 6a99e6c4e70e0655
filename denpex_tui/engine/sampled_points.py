"""What one sampled metric line says, whoever wrote it and however often it was rewritten."""

from __future__ import annotations

from typing import TYPE_CHECKING

from denpex_tui.engine import metrics
from denpex_tui.engine.clean import clean_line
from denpex_tui.engine.jsonlines import parse_record
from denpex_tui.engine.metrics import MetricPoint
from denpex_tui.engine.model import Place, Tags
from denpex_tui.engine.parse_hits import metric_point
from denpex_tui.engine.record_lines import record_point
from denpex_tui.engine.timestamps import parse_stamp

if TYPE_CHECKING:
    from denpex_tui.engine.source_scan import SourceScan


_NO_TAGS = Tags()


def sampled_point(scan: SourceScan, raw: bytes, place: Place) -> MetricPoint | None:
    """Step and metrics of one line; None where it holds none, or is a part of a traceback."""
    if place.line in scan.block_lines:
        return None
    raw = raw.rpartition(b"\0")[2]
    if raw.startswith(b"{") and (record := parse_record(raw)) is not None:
        return record_point(record, place)
    if b"\r" in raw:
        return _last_of(scan, raw.split(b"\r"), place)
    if scan.one_writer and (place.offset >> 10) & 3:
        # Tags say nothing new in a file of one rank: only the time is taken from what stands before the record.
        text = clean_line(raw).text
        found = parse_stamp(text, scan.near)
        stamp = found[0].seconds if found is not None and not found[0].boot else None
        values = metrics.extract(text)
        return None if values is None else MetricPoint(place, _NO_TAGS, values, stamp, text)
    return _noted(scan, metric_point(scan.parse(raw, place)))


def _last_of(scan: SourceScan, parts: list[bytes], place: Place) -> MetricPoint | None:
    """Of a line that was rewritten with carriage returns: the last part that holds values, else the last."""
    found = [metric_point(scan.parse(part, place)) for part in parts[-3:] if part]
    valued = [point for point in found if point is not None and point.metrics.values]
    return _noted(scan, valued[-1] if valued else found[-1] if found else None)


def _noted(scan: SourceScan, point: MetricPoint | None) -> MetricPoint | None:
    if point is not None and point.time is not None:
        scan.near = point.time
    return point
