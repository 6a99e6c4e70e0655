"""What has been seen in one source so far: its events and metric points, brought up to date as the file grows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from denpex_tui.engine import error_json
from denpex_tui.engine.catalogue import Catalogue
from denpex_tui.engine.clean import clean_line
from denpex_tui.engine.jsonlines import parse_record
from denpex_tui.engine.line_hits import LineHits, line_hits
from denpex_tui.engine.lines import MAX_BYTES, Labels, Line, parse_line
from denpex_tui.engine.logview import LineIndex
from denpex_tui.engine.metric_sampler import Budget, MetricSampler
from denpex_tui.engine.metrics import MetricPoint
from denpex_tui.engine.model import Event, Place, Source
from denpex_tui.engine.parse_hits import Parsed, metric_point, parse_hits
from denpex_tui.engine.probe import Probe
from denpex_tui.engine.reader import Chunk, Reader
from denpex_tui.engine.record_lines import error_file_events, record_point
from denpex_tui.engine.storms import Storms

MAX_BLOCK_BYTES = 1 << 20
"""A block that has not ended after this much (its writer was killed, others write on) is taken as it is."""
LOOK_BACK_BYTES = 4_096


class SourceScan:
    """The incremental scan of one source.

    What an unfinished last line or block says is provisional and looked at anew each time, so nothing is matched
    twice and the result does not depend on how the bytes arrived. Errors of the file system go to the caller.
    """

    def __init__(
        self,
        source: Source,
        probe: Probe,
        catalogue: Catalogue,
        budget: Budget | None = None,
        near: float | None = None,
        index: LineIndex | None = None,
    ) -> None:
        """``index`` is that of an earlier scan of the same source, when it is read once more."""
        self.source = source
        self.probe = probe
        self.catalogue = catalogue
        self.reader = Reader(source.location)
        self.index = index if index is not None else LineIndex()
        self._scanned = 0
        self.events: list[Event] = []
        self.block_lines: dict[int, Event] = {}
        """Line number -> the traceback that the line belongs to."""
        self.stamps: dict[tuple[int | None, int | None], float] = {}
        self.near = near
        """A time close to the lines read now, for stamps without a year."""
        self.storms = Storms(catalogue.limits)
        self._labels = Labels(probe.labelled, probe.label_is_rank, probe.hosts)
        self._one_writer = source.rank is not None or source.local_rank is not None
        self._sampler = MetricSampler(source.id, self._point, budget or Budget())
        self._anomalies: list[MetricPoint] = []
        self._late: list[Event] = []
        self._rest: list[Event] = []
        self._open: LineHits | None = None
        self.unsettled = False
        """True while a limited `advance` left bytes to read."""

    @property
    def is_error_json(self) -> bool:
        return self.source.location.name.endswith("error.json")

    @property
    def bytes_read(self) -> int:
        return self.reader.offset

    @property
    def lines(self) -> int:
        return self.reader.line - 1

    def events_now(self) -> list[Event]:
        """Everything seen, the unfinished end included, in order of place."""
        if not self._late and not self._rest:
            return self.events
        known = {(event.place.offset, event.name) for event in self.events}
        late = [event for event in self._late if (event.place.offset, event.name) not in known]
        return sorted([*self.events, *late, *self._rest], key=lambda event: event.place)

    @property
    def points(self) -> list[MetricPoint]:
        """The sampled metric lines and every anomaly, in order of place."""
        if not self._anomalies:
            return self._sampler.points
        by_place = {point.place: point for point in self._anomalies}
        by_place |= {point.place: point for point in self._sampler.points}
        return [by_place[place] for place in sorted(by_place)]

    def advance(self, limit: int | None = None) -> bool:
        """Read what is new, or about ``limit`` bytes of it; True when anything was."""
        if self.is_error_json:
            return self._read_error_json()
        before, had_rest = self.reader.offset, bool(self._rest)
        size = self.reader.size()
        for chunk in self.reader.chunks():
            self._resume_block()
            self._take(chunk, size)
            self.index.add(chunk.data, chunk.offset)
            self._scanned = chunk.offset + len(chunk.data)
            if limit is not None and self.reader.offset - before >= limit:
                self.unsettled = True
                return True
        changed = self.reader.offset != before
        if changed or self.unsettled:
            self._sampler.settle()
            self._look_at_late()
        self.unsettled = False
        self._look_at_rest()
        return changed or had_rest or bool(self._rest)

    @property
    def behind(self) -> int:
        """Bytes that the file has and that have not been read."""
        return max(0, self.reader.size() - self.reader.offset)

    def _take(self, chunk: Chunk, size: int) -> None:
        found = self.storms.sift(self.catalogue.scanner.hits(chunk.data), chunk.offset)
        for hits in line_hits(chunk, found, self.source.id):
            self._add(hits)
        self._sampler.take(chunk, size)

    def _add(self, hits: LineHits) -> None:
        parsed = parse_hits(hits, self)
        self.events.extend(parsed.events)
        self._anomalies.extend(parsed.points)
        self._note_blocks(parsed)
        if parsed.open_block and self._open is None:
            # The block has not ended yet: it is joined again from its head when more has been written.
            self._open = hits

    def _note_blocks(self, parsed: Parsed) -> None:
        for event in parsed.events:
            if event.traceback is not None:
                self.block_lines.update(dict.fromkeys(event.traceback.lines, event))

    def _resume_block(self) -> None:
        if self._open is None:
            return
        first, self._open = self._open.place, None
        if self.reader.offset - first.offset > MAX_BLOCK_BYTES:
            return
        self.events = [event for event in self.events if event.place < first]
        self._anomalies = [point for point in self._anomalies if point.place < first]
        self.block_lines = {line: event for line, event in self.block_lines.items() if event.place < first}
        data = self.reader.between(first.offset, self.resume_end)
        for hits in line_hits(
            Chunk(data, first.offset, first.line, first.offset), self.catalogue.scanner.hits(data), self.source.id
        ):
            self._add(hits)

    @property
    def resume_end(self) -> int:
        """Where the bytes that were scanned before the current chunk end."""
        return self._scanned

    def _look_at_late(self) -> None:
        """The last occurrences of what was repeated too often to keep all of it."""
        if not self.storms.held:
            return
        self._late = []
        for hits in self.storms.late(self._line_around):
            parsed = parse_hits(hits, self)
            self._late.extend(parsed.events)
            self._anomalies.extend(parsed.points)

    def _line_around(self, offset: int) -> tuple[bytes, Place]:
        """The line in which a match ended at ``offset``, cut to a bounded part."""
        before = self.reader.between(max(0, offset - MAX_BYTES), max(0, offset - 1))
        start = offset - 1 - len(before) + before.rfind(b"\n") + 1
        raw = self.reader.between(start, start + MAX_BYTES).partition(b"\n")[0].rstrip(b"\r")
        known = offset <= self.index.end
        number = self.index.line_at(start, lambda at, size: self.reader.between(at, at + size)) if known else -1
        return raw.rsplit(b"\r", 1)[-1], Place(self.source.id, number, start)

    def _look_at_rest(self) -> None:
        self._rest = []
        rest = self.reader.rest()
        if rest is None:
            return
        for hits in line_hits(rest, self.catalogue.scanner.hits(rest.data), self.source.id):
            self._rest.extend(parse_hits(hits, self).events)

    def _point(self, raw: bytes, place: Place) -> MetricPoint | None:
        """Step and metrics of one sampled line."""
        if place.line in self.block_lines:
            return None
        if raw.startswith(b"{") and (record := parse_record(raw)) is not None:
            return record_point(record, place)
        if b"\r" in raw:
            return self._last_of(raw.split(b"\r"), place)
        if self._one_writer and (place.offset >> 10) & 3:
            # Tags say nothing new in a file of one rank, and one time in a few lines is enough for the clocks.
            return metric_point(Line(place, text := clean_line(raw).text, text))
        return self._noted(metric_point(self.parse(raw, place)))

    def _last_of(self, parts: list[bytes], place: Place) -> MetricPoint | None:
        """Of a line that was rewritten with carriage returns: the last part that holds values, else the last."""
        found = [metric_point(self.parse(part, place)) for part in parts[-3:] if part]
        valued = [point for point in found if point is not None and point.metrics.values]
        return self._noted(valued[-1] if valued else found[-1] if found else None)

    def _noted(self, point: MetricPoint | None) -> MetricPoint | None:
        if point is not None and point.time is not None:
            self.stamps[(point.tags.rank, point.tags.local_rank)] = point.time
            self.near = point.time
        return point

    def _read_error_json(self) -> bool:
        size = self.reader.size()
        if size == self.reader.offset:
            return False
        raw = self.reader.between(0, min(size, error_json.MAX_BYTES))
        place = Place(self.source.id, 1, 0)
        found = error_json.read(raw, place)
        self.events = error_file_events(found, place, self) if found is not None else []
        self.reader.offset = size
        self.reader.line = 1 + raw.count(b"\n") + (not raw.endswith(b"\n"))
        self.index.add(raw, 0)
        return True

    def following(self, place: Place) -> Iterator[Line]:
        """The lines behind the one at ``place``, parsed one by one as they are asked for."""
        raw_lines = self.reader.raw_lines(place.offset, place.line)
        next(raw_lines, None)
        for raw, offset, number in raw_lines:
            if offset - place.offset > MAX_BLOCK_BYTES:
                return
            yield self.parse(raw, Place(self.source.id, number, offset))

    def parse(self, raw: bytes, place: Place) -> Line:
        return parse_line(raw, place, self._labels, self.near)

    def stamp_before(self, line: Line) -> tuple[float | None, float | None]:
        """The stamp of the line just before when it announces an error, and the last stamp of the same writer."""
        start = max(0, line.place.offset - LOOK_BACK_BYTES)
        raws = self.reader.between(start, line.place.offset).rstrip(b"\n").split(b"\n")[-24:]
        logged: float | None = None
        for back, raw in enumerate(reversed(raws)):
            previous = self.parse(raw, replace(line.place, line=max(1, line.place.line - 1 - back)))
            same = previous.tags.rank in (line.tags.rank, self.source.rank) or line.tags.rank is None
            if previous.stamp is None or not same:
                continue
            if back == 0 and previous.level in ("ERROR", "CRITICAL", "EXCEPTION"):
                logged = previous.stamp
            return logged, previous.stamp
        return None, self.stamps.get((line.tags.rank, line.tags.local_rank))

    def last_line(self) -> Line | None:
        """The last line that holds anything, parsed; None for an empty file."""
        if self.is_error_json or self.bytes_read == 0:
            return None
        raw, start = self.reader.tail()
        text = raw.rstrip()
        if not text:
            return None
        cut = text.rfind(b"\n") + 1
        number = self.reader.line - raw.count(b"\n", cut)
        part = text[cut:].rstrip(b"\r").rsplit(b"\r", 1)[-1]
        return self.parse(part, Place(self.source.id, max(1, number), start + cut))

    def close(self) -> None:
        self.reader.close()
