"""JSON-lines logs: a record's message is matched like a line, its exception like a traceback block."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from denpex_tui.engine import error_json, tracebacks
from denpex_tui.engine.catalogue import Matcher, Structure
from denpex_tui.engine.error_json import ErrorFile, callstack_lines
from denpex_tui.engine.jsonlines import Record, parse_record
from denpex_tui.engine.line_hits import LineHits
from denpex_tui.engine.lines import Line, parse_line
from denpex_tui.engine.metrics import MetricPoint, Metrics
from denpex_tui.engine.model import Event, Place, Tags, Traceback
from denpex_tui.engine.parse_hits import Parsed, add_signal, allowed, base_event, metric_point

if TYPE_CHECKING:
    from denpex_tui.engine.source_scan import SourceScan


def read_record(line: Line, raw: bytes) -> Line:
    """What the record in ``raw`` says, or ``line`` itself where it is no record with a message."""
    record = parse_record(raw) if raw.startswith(b"{") else None
    return _message_line(record, line.place) if record is not None and record.text else line


def parse_record_hits(record: Record, hits: LineHits, matchers: list[Matcher], scan: SourceScan) -> Parsed:
    """The events and metric points of one record."""
    line = _message_line(record, hits.place)
    if line.stamp is not None:
        scan.near = line.stamp
        scan.stamps[(line.tags.rank, line.tags.local_rank)] = line.stamp
    parsed = Parsed()
    if record.exception and tracebacks.HEAD in record.exception:
        _add_exception(record.exception, line, scan, parsed)
    for matcher in matchers:
        if matcher.structure is Structure.SIGNAL:
            add_signal(matcher, line, scan, parsed)
        elif matcher.structure is Structure.ANOMALY and (point := record_point(record, hits.place)) is not None:
            parsed.points.append(point)
    return parsed


def record_point(record: Record, place: Place) -> MetricPoint | None:
    """Step and metrics of a record: of its own keys, else of its message."""
    line = _message_line(record, place)
    values = dict(record.values)
    step = values.pop("step", None)
    point = metric_point(line)
    if not record.values:
        return point
    known = dict(point.metrics.values) if point is not None else {}
    number = int(step) if step is not None else point.metrics.step if point is not None else None
    return MetricPoint(place, line.tags, Metrics(number, None, tuple((known | values).items())), line.stamp, line.full)


def _message_line(record: Record, place: Place) -> Line:
    line = parse_line(record.text.encode(errors="replace"), place)
    tags = Tags(
        rank=record.rank if record.rank is not None else line.tags.rank,
        local_rank=record.local_rank if record.local_rank is not None else line.tags.local_rank,
        host=record.host or line.tags.host,
        pid=record.pid if record.pid is not None else line.tags.pid,
    )
    stamp = record.time if record.time is not None else line.stamp
    return replace(line, tags=tags, stamp=stamp, level=record.level or line.level)


def _add_exception(text: str, line: Line, scan: SourceScan, parsed: Parsed) -> None:
    """The traceback inside the record, and the signals on its lines, which the raw pass cannot see.

    In the file the traceback's line ends and quotes are escaped, so the scanner runs once more over the text.
    """
    lines = _numbered(text, line)
    head = next((at for at, inner in enumerate(lines) if tracebacks.HEAD in inner.text), None)
    block = tracebacks.join(lines[head], lines[head + 1 :]) if head is not None else None
    if block is None:
        return
    event = base_event("traceback", block.exception, line, scan)
    event = replace(event, traceback=_at(block, line.place), in_traceback=True)
    parsed.events.append(event)
    parsed.events.extend(text_signals(text, line, block, scan))


def error_file_events(found: ErrorFile, place: Place, scan: SourceScan) -> list[Event]:
    """The events of an ``error.json``: its exception, and the signals in its traceback."""
    carrier = Line(place, found.event.text, found.event.text, stamp=found.event.time)
    lines = _numbered(found.callstack, carrier)
    head = next((at for at, inner in enumerate(lines) if tracebacks.HEAD in inner.text), None)
    block = tracebacks.join(lines[head], lines[head + 1 :]) if head is not None else None
    if block is None:
        return [found.event]
    return [found.event, *text_signals(found.callstack, carrier, block, scan)]


def text_signals(text: str, carrier: Line, block: Traceback, scan: SourceScan) -> list[Event]:
    """The signals on the lines of a traceback that stands inside one string."""
    parsed = Parsed()
    for number, inner in enumerate(_numbered(text, carrier), 1):
        _add_inner(number, inner, block, carrier, scan, parsed)
    return parsed.events


def _numbered(text: str, line: Line) -> list[Line]:
    """The lines of the traceback, numbered from 1 within it."""
    return [
        replace(inner, place=Place(line.place.source, number, line.place.offset), tags=Tags())
        for number, inner in enumerate(callstack_lines(text, line.place), 1)
    ]


def _add_inner(number: int, inner: Line, block: Traceback, line: Line, scan: SourceScan, parsed: Parsed) -> None:
    raw = inner.full.encode(errors="replace")
    carrier = Event("traceback", block.exception, line.place, line.full, traceback=block)
    for pattern in sorted({pattern for _, pattern in scan.catalogue.scanner.hits(raw)}):
        matcher = scan.catalogue.of(pattern)
        if matcher.signal is None or not allowed(matcher.signal.where, number, carrier):
            continue
        if match := matcher.regex.search(inner.text):
            event = base_event("signal", matcher.name, line, scan)
            fields = {name: value for name, value in match.groupdict().items() if value is not None}
            parsed.events.append(replace(event, text=inner.full, fields=fields, in_traceback=True))


def _at(block: Traceback, place: Place) -> Traceback:
    """The block with the place of its record, so that it opens there."""
    only = frozenset({place.line})
    return replace(block, place=place, lines=only, quoted=frozenset(), raises=frozenset(), complete=True)


def read_error_file(scan: SourceScan) -> bool:
    """Read the whole of an ``error.json`` that is new or was written anew; True when it was."""
    reader = scan.reader
    reader.refresh()
    start, size = scan.course.current, reader.size()
    if size == reader.offset:
        return False
    raw = reader.between(start, min(size, start + error_json.MAX_BYTES))
    scan.index.skip(start)
    place = Place(scan.source.id, 1 + (scan.index.count if start else 0), start)
    found = error_json.read(raw, place)
    scan.events = error_file_events(found, place, scan) if found is not None else []
    scan.course.consumed(raw, start)
    scan.index.add(raw, start)
    reader.offset = size
    reader.line = place.line + raw.count(b"\n") + (not raw.endswith(b"\n"))
    return True
