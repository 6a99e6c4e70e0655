"""From a line that hit to events: the closer look, with Python, at the few lines that matter."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from denpex_tui.engine import elastic_table, launchers, metrics, tracebacks
from denpex_tui.engine.catalogue import Matcher, Structure
from denpex_tui.engine.jsonlines import parse_record
from denpex_tui.engine.line_hits import LineHits
from denpex_tui.engine.lines import Line
from denpex_tui.engine.metrics import MetricPoint
from denpex_tui.engine.model import Event, Tags, Traceback
from denpex_tui.engine.rules.model import Role, Where
from denpex_tui.engine.timestamps import parse_stamp

if TYPE_CHECKING:
    from denpex_tui.engine.source_scan import SourceScan


@dataclass(slots=True)
class Parsed:
    """What one line gave."""

    events: list[Event] = field(default_factory=list)
    points: list[MetricPoint] = field(default_factory=list)
    open_block: bool = False


def parse_hits(hits: LineHits, scan: SourceScan) -> Parsed:
    """The events and metric points of one line."""
    matchers = [scan.catalogue.of(pattern) for pattern in hits.patterns]
    if hits.raw.startswith(b"{") and (record := parse_record(hits.raw)) is not None:
        from denpex_tui.engine.record_lines import parse_record_hits

        return parse_record_hits(record, hits, matchers, scan)
    line = scan.parse(hits.raw, hits.place)
    if line.stamp is not None:
        scan.near = line.stamp
        scan.stamps[(line.tags.rank, line.tags.local_rank)] = line.stamp
    parsed = Parsed()
    for matcher in matchers:
        _apply(matcher, line, scan, parsed)
    return parsed


def _apply(matcher: Matcher, line: Line, scan: SourceScan, parsed: Parsed) -> None:
    if matcher.structure is Structure.SIGNAL:
        add_signal(matcher, line, scan, parsed)
    elif matcher.structure is Structure.ANOMALY:
        if line.place.line not in scan.block_lines and (point := metric_point(line)) is not None:
            parsed.points.append(point)
    elif matcher.structure is Structure.TRACEBACK:
        _add_traceback(line, scan, parsed)
    elif matcher.structure is Structure.TABLE:
        _add_table(matcher, line, scan, parsed)
    else:
        _add_launcher(matcher, line, scan, parsed)


def base_event(kind: str, name: str, line: Line, scan: SourceScan) -> Event:
    """An event at ``line``; its rank is resolved later, when all tags are known."""
    after = None if line.stamp is not None else scan.stamps.get((line.tags.rank, line.tags.local_rank))
    return Event(kind, name, line.place, line.full, time=line.stamp, after=after, tags=line.tags)


def add_signal(matcher: Matcher, line: Line, scan: SourceScan, parsed: Parsed) -> None:
    signal = matcher.signal
    assert signal is not None
    block = scan.block_lines.get(line.place.line)
    if not allowed(signal.where, line.place.line, block):
        return
    match = matcher.regex.search(line.text)
    if match is None:
        return
    event = base_event("signal", matcher.name, line, scan)
    if line.stamp is None and signal.role in _FAILURES:
        event = replace(event, after=scan.stamp_before(line)[1])
    fields = {name: value for name, value in match.groupdict().items() if value is not None}
    span = (line.start + match.start(), line.start + match.end())
    parsed.events.append(replace(event, fields=fields, span=span, in_traceback=block is not None))


_FAILURES = (Role.INITIATOR, Role.COLLATERAL)
"""Of these the time before them is looked up in the log: it does not depend on what else was looked at."""


def allowed(where: Where, number: int, block: Event | None) -> bool:
    """Whether a signal may match on this line: a quoted source line is a frame, never a message."""
    if where is Where.ANY:
        return True
    traceback = block.traceback if block is not None else None
    if traceback is None:
        return where is Where.MESSAGE
    if where is Where.MESSAGE:
        return number not in traceback.quoted
    return number in (traceback.raises if where is Where.RAISE else traceback.quoted)


def metric_point(line: Line) -> MetricPoint | None:
    """Step and metrics of a line, with its writer."""
    found = metrics.extract(line.text, line.progress)
    return None if found is None else MetricPoint(line.place, line.tags, found, line.stamp, line.full)


def _add_traceback(line: Line, scan: SourceScan, parsed: Parsed) -> None:
    known = scan.block_lines.get(line.place.line)
    if known is not None:
        return
    traceback = tracebacks.join(line, scan.following(line.place))
    if traceback is None:
        parsed.open_block = True
        return
    logged, after = scan.stamp_before(line)
    event = base_event("traceback", traceback.exception or "Traceback", line, scan)
    final = bool(_EXCEPTHOOK.search(line.full))
    uncaught = final or _from_module(line, traceback)
    traceback = replace(traceback, uncaught=uncaught, final=final, thread=scan.of_thread(line))
    event = replace(event, traceback=traceback, time=line.stamp or logged, after=after, in_traceback=True)
    parsed.events.append(event)
    parsed.open_block = not traceback.complete
    scan.block_lines.update(dict.fromkeys(traceback.lines, event))


_EXCEPTHOOK = re.compile(r"\[rank\d+\]: *Traceback \(most recent call last\)")


def _from_module(line: Line, traceback: Traceback) -> bool:
    first = traceback.root.frames[:1] if not traceback.causes else traceback.frames[:1]
    return bool(first) and first[0].function == "<module>" and line.level is None


def _add_table(matcher: Matcher, line: Line, scan: SourceScan, parsed: Parsed) -> None:
    if matcher.regex.search(line.text) is None:
        return
    rows, complete = elastic_table.rows(line, scan.following(line.place))
    parsed.open_block = not complete
    for row in rows:
        stamp = parse_stamp(row.time, scan.near) if row.time else None
        time = stamp[0].seconds if stamp else None
        parsed.events.append(
            Event("exit", "elastic-table", row.place, row.text, time=time, tags=_pid(row.exit.pid), exit=row.exit)
        )


def _pid(pid: int | None) -> Tags:
    return Tags(pid=pid)


def _add_launcher(matcher: Matcher, line: Line, scan: SourceScan, parsed: Parsed) -> None:
    row = matcher.row
    match = matcher.regex.search(line.text)
    if row is None or match is None or line.place.line in scan.block_lines:
        return
    fields = match.groupdict()
    event = base_event(row.kind, row.name, line, scan)
    span = (line.start + match.start(), line.start + match.end())
    event = replace(event, fields={k: v for k, v in fields.items() if v is not None}, span=span)
    if row.kind != "exit":
        parsed.events.append(event)
        return
    parsed.events.extend(replace(event, exit=exit_) for exit_ in launchers.exits(row, fields))
