"""What has been seen in one source so far: its events and metric points, brought up to date as the file grows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from denpex_tui.engine.catalogue import Catalogue
from denpex_tui.engine.chunk import Chunk
from denpex_tui.engine.line_hits import LineHits, line_hits
from denpex_tui.engine.line_index import LineIndex
from denpex_tui.engine.lines import MAX_BYTES, Line, parse_line
from denpex_tui.engine.logical_file import LogicalFile
from denpex_tui.engine.metric_lines import MetricTable, TableMemo
from denpex_tui.engine.metric_sampler import Budget, MetricSampler
from denpex_tui.engine.metrics import MetricPoint
from denpex_tui.engine.model import Event, Place, Source
from denpex_tui.engine.open_blocks import MAX_BLOCK_BYTES, OpenBlocks
from denpex_tui.engine.parse_hits import Parsed, parse_hits
from denpex_tui.engine.probe import Probe, labels_of
from denpex_tui.engine.reader import Reader
from denpex_tui.engine.record_lines import read_error_file, read_record
from denpex_tui.engine.reprobe import Reprobe
from denpex_tui.engine.sampled_points import sampled_point
from denpex_tui.engine.scan import Hit
from denpex_tui.engine.storms import Storms
from denpex_tui.engine.succession import Succession
from denpex_tui.engine.unfinished import UnfinishedLine

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
        before: SourceScan | None = None,
    ) -> None:
        """``before`` is an earlier scan of the same source, when it is read once more."""
        self.source = source
        self.probe = probe
        self.catalogue = catalogue
        self.reader: Reader = Reader(self._file()) if before is None else Reader(before.reader.file, index=before.index)
        self.index: LineIndex = self.reader.index
        self._scanned = 0
        self.events: list[Event] = []
        self.block_lines: dict[int, Event] = {}
        """Line number -> the traceback that the line belongs to."""
        self.stamps: dict[tuple[int | None, int | None], float] = {}
        self.near = near
        """A time close to the lines read now, for stamps without a year."""
        self.storms = Storms(catalogue.limits)
        self.labels = labels_of(probe)
        self._sampler = MetricSampler(source.id, self._point, budget or Budget())
        self._tables = TableMemo()
        self.anomalies: list[MetricPoint] = []
        self._late = Parsed()
        self._rest = UnfinishedLine(self.reader, self._provisional)
        self._blocks = OpenBlocks(self)
        self._reprobe = Reprobe()
        self._told: object = None
        self._last: tuple[object, Line | None] | None = None
        self.fault = ""
        """The internal error that reading met with, if any: a part of the source was not understood."""
        self.unsettled = True
        """True while nothing was read, or a limited `advance` left bytes to read."""

    def _file(self) -> LogicalFile:
        return LogicalFile(self.source.location, self.source.earlier)

    @property
    def course(self) -> Succession:
        """What became of the files that the source was written to."""
        return self.reader.file.course

    @property
    def one_writer(self) -> bool:
        return self.source.rank is not None or self.source.local_rank is not None

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
        events = self._blocks.told(self.events)
        if not self._late.events and not self._rest.events:
            return events
        known = {(event.place.offset, event.name) for event in events}
        late = [event for event in self._late.events if (event.place.offset, event.name) not in known]
        return sorted([*events, *late, *self._rest.events], key=lambda event: event.place)

    @property
    def points(self) -> list[MetricPoint]:
        """The sampled metric lines and every anomaly, in order of place."""
        if not self.anomalies and not self._late.points:
            return self._sampler.points
        by_place = {point.place: point for point in (*self.anomalies, *self._late.points)}
        by_place |= {point.place: point for point in self._sampler.points}
        return [by_place[place] for place in sorted(by_place)]

    @property
    def table(self) -> MetricTable:
        return self._tables.of(self.points)

    def advance(self, limit: int | None = None) -> bool:
        """Read what is new, or about ``limit`` bytes of it; True when anything changed."""
        if self.is_error_json:
            self.unsettled = False
            return read_error_file(self) or self._has_news()
        if not self.reader.refresh() and not self.unsettled:
            return self._probe_again(grew=False)
        changed = self._probe_again(grew=True)
        before, size = self.reader.offset, self.reader.size()
        for chunk in self.reader.chunks():
            self._blocks.resume(self._scanned)
            self._take(chunk, size)
            self._scanned = chunk.offset + len(chunk.data)
            if limit is not None and self.reader.offset - before >= limit:
                self.unsettled = True
                return True
        changed = self.reader.offset != before or changed
        if changed or self.unsettled:
            self._sampler.settle()
            self._look_at_late()
        self.unsettled = False
        changed = self._rest.update() or changed
        self.index.rest = self._rest.size
        return self._has_news() or changed

    def _has_news(self) -> bool:
        """Whether the files have met with something that was not told yet."""
        course = self.course
        news = (course.trouble, course.loss.bytes, course.loss.restarts, len(course.refused))
        told, self._told = self._told, news
        return news != told and (told is not None or any(news))

    def _probe_again(self, grew: bool) -> bool:
        """Look at the beginning once more while it is still being written; True when that tells something else."""
        found = self._reprobe.update(self.probe, self.reader, grew)
        if found is None:
            return False
        before, self.probe = self.probe, found
        if labels_of(before) != labels_of(found):
            self._start_again()
        return before != replace(found, size=before.size)

    def _start_again(self) -> None:
        """Read all again: what was read had been taken for another kind of lines. It is little."""
        self.labels = labels_of(self.probe)
        self.reader.restart()
        self.events, self.block_lines, self.stamps = [], {}, {}
        self.anomalies, self._late, self._blocks, self._scanned = [], Parsed(), OpenBlocks(self), 0
        self.storms = Storms(self.catalogue.limits)
        self._rest = UnfinishedLine(self.reader, self._provisional)
        self._sampler.points = []

    @property
    def size(self) -> int:
        """Bytes that the source has, as far as known."""
        return self.course.size if self.course.parts else self.source.bytes

    def _take(self, chunk: Chunk, size: int) -> None:
        found = self.storms.sift(self._hits(chunk.data), chunk.offset)
        for hits in line_hits(chunk, found, self.source.id):
            self._add(hits)
        self._sampler.take(chunk, size)

    def _hits(self, data: bytes) -> list[Hit]:
        # NUL bytes are what a crash or a truncation left between two texts: the second begins a line of its own.
        return self.catalogue.scanner.hits(data.replace(b"\0", b"\n") if b"\0" in data else data)

    def _add(self, hits: LineHits) -> None:
        parsed = parse_hits(hits, self)
        self.events.extend(parsed.events)
        self.anomalies.extend(parsed.points)
        for event in parsed.events:
            if event.traceback is not None:
                self.block_lines.update(dict.fromkeys(event.traceback.lines, event))
        if parsed.open_block:
            self._blocks.add(hits.place)

    def take_again(self, chunk: Chunk) -> None:
        """Look once more at what was read before."""
        for hits in line_hits(chunk, self.storms.again(self._hits(chunk.data), chunk.offset), self.source.id):
            self._add(hits)

    def forget_from(self, place: Place) -> None:
        """Drop what was found from ``place`` on."""
        self.events = [event for event in self.events if event.place < place]
        self.anomalies = [point for point in self.anomalies if point.place < place]
        self.block_lines = {line: event for line, event in self.block_lines.items() if event.place < place}

    def _look_at_late(self) -> None:
        """The last occurrences of what was repeated too often to keep all of it."""
        if not self.storms.held:
            return
        self._late = Parsed()
        for hits in self.storms.late(self._line_around):
            parsed = parse_hits(hits, self)
            self._late.events.extend(parsed.events)
            self._late.points.extend(parsed.points)

    def _line_around(self, offset: int) -> tuple[bytes, Place]:
        """The line in which a match ended at ``offset``, cut to a bounded part."""
        before = self.reader.before(max(0, offset - 1), MAX_BYTES)
        start = offset - 1 - len(before) + before.rfind(b"\n") + 1
        raw = self.reader.between(start, start + MAX_BYTES).partition(b"\n")[0].rstrip(b"\r")
        known = offset <= self.index.end
        number = self.index.line_at(start, lambda at, size: self.reader.between(at, at + size)) if known else -1
        return raw.rsplit(b"\r", 1)[-1], Place(self.source.id, number, start)

    def _provisional(self, rest: Chunk | None) -> list[Event]:
        """The events of a piece of an unfinished line, if there is one."""
        if rest is None:
            self._blocks.forget_end()
            return []
        with self._blocks.as_if_ended(self._scanned):
            found = line_hits(rest, self._hits(rest.data), self.source.id)
            return [event for hits in found for event in parse_hits(hits, self).events]

    def _point(self, raw: bytes, place: Place) -> MetricPoint | None:
        return sampled_point(self, raw, place)

    def following(self, place: Place) -> Iterator[Line]:
        """The lines behind the one at ``place``, parsed one by one as they are asked for."""
        raw_lines = self.reader.raw_lines(place.offset, place.line)
        next(raw_lines, None)
        for raw, offset, number in raw_lines:
            if offset > self.last_start or offset - place.offset > MAX_BLOCK_BYTES:
                return
            yield self.parse(raw, Place(self.source.id, number, offset))

    @property
    def last_start(self) -> int:
        """Where the last line may begin that a block may hold: an unfinished one settles nothing."""
        return self.reader.offset if self._blocks.ending else self.reader.offset - 1

    def parse(self, raw: bytes, place: Place) -> Line:
        return parse_line(raw, place, self.labels, self.near)

    def stamp_before(self, line: Line) -> tuple[float | None, float | None]:
        """The stamp of the line just before when it announces an error, and the last stamp of the same writer."""
        raws = self.reader.before(line.place.offset, LOOK_BACK_BYTES).rstrip(b"\n").split(b"\n")[-24:]
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

    def of_thread(self, line: Line) -> bool:
        """Whether the line before a traceback says that it ended a thread, not the process."""
        before = self.reader.before(line.place.offset, 1_024).rstrip(b"\n").rsplit(b"\n", 1)[-1]
        return b"Exception in thread " in before

    def last_line(self) -> Line | None:
        """The last line that holds anything, parsed; None for an empty file."""
        state = (self.reader.offset, self.size, self.labels)
        if self._last is None or self._last[0] != state:
            self._last = (state, self._parse_last())
        return self._last[1]

    def _parse_last(self) -> Line | None:
        if self.is_error_json or self.bytes_read == 0:
            return None
        raw, start = self.reader.tail()
        text = raw.rstrip()
        if not text:
            return None
        cut = text.rfind(b"\n") + 1
        number = self.reader.line - raw.count(b"\n", cut)
        part = text[cut:].rstrip(b"\r").rsplit(b"\r", 1)[-1]
        return read_record(self.parse(part, Place(self.source.id, max(1, number), start + cut)), part)

    def close(self) -> None:
        self.reader.close()
