"""What has been seen in one source so far: its events and metric points, brought up to date as the file grows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from denpex_tui.engine import error_json
from denpex_tui.engine.catalogue import Catalogue
from denpex_tui.engine.line_hits import LineHits, line_hits
from denpex_tui.engine.lines import Line, parse_line
from denpex_tui.engine.logview import LineIndex
from denpex_tui.engine.metrics import MetricPoint
from denpex_tui.engine.model import Event, Place, Source
from denpex_tui.engine.parse_hits import Parsed, parse_hits
from denpex_tui.engine.probe import Probe
from denpex_tui.engine.reader import Chunk, Reader
from denpex_tui.engine.record_lines import error_file_events

MAX_BLOCK_BYTES = 1 << 20
"""A block that has not ended after this much (its writer was killed, others write on) is taken as it is."""


class SourceScan:
    """The incremental scan of one source.

    ``events`` and ``points`` only grow; what an unfinished last line or block says is in ``provisional`` and is
    looked at anew each time, so nothing is matched twice. Errors of the file system go to the caller.
    """

    def __init__(self, source: Source, probe: Probe, catalogue: Catalogue) -> None:
        self.source = source
        self.probe = probe
        self.catalogue = catalogue
        self.reader = Reader(source.location)
        self.index = LineIndex()
        self.events: list[Event] = []
        self.points: list[MetricPoint] = []
        self.provisional: list[Event] = []
        self.block_lines: dict[int, Event] = {}
        """Line number -> the traceback that the line belongs to."""
        self.stamps: dict[tuple[int | None, int | None], float] = {}
        self.near: float | None = None
        self._open: LineHits | None = None

    @property
    def is_error_json(self) -> bool:
        return self.source.location.name.endswith("error.json")

    def advance(self) -> bool:
        """Read what is new; True when anything was."""
        if self.is_error_json:
            return self._read_error_json()
        before = self.reader.offset
        for chunk in self.reader.chunks():
            self._resume_block()
            self._take(chunk)
            self.index.add(chunk.data, chunk.offset)
        self._look_at_rest()
        return self.reader.offset != before

    def events_now(self) -> list[Event]:
        """Everything seen, the unfinished end included."""
        return self.events + self.provisional

    @property
    def bytes_read(self) -> int:
        return self.reader.offset

    @property
    def lines(self) -> int:
        return self.reader.line - 1

    def _take(self, chunk: Chunk) -> None:
        for hits in line_hits(chunk, self.catalogue.scanner.hits(chunk.data), self.source.id):
            self._add(hits)

    def _add(self, hits: LineHits) -> None:
        parsed = parse_hits(hits, self)
        self.events.extend(parsed.events)
        self.points.extend(parsed.points)
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
        self.points = [point for point in self.points if point.place < first]
        self.block_lines = {line: event for line, event in self.block_lines.items() if event.place < first}
        chunk = self._again_from(first)
        if chunk is not None:
            self._take(chunk)

    def _again_from(self, place: Place) -> Chunk | None:
        data = self.reader.before(self.reader.offset, self.reader.offset - place.offset)
        return Chunk(data, place.offset, place.line, place.offset) if data else None

    def _look_at_rest(self) -> None:
        self.provisional = []
        rest = self.reader.rest()
        if rest is None:
            return
        for hits in line_hits(rest, self.catalogue.scanner.hits(rest.data), self.source.id):
            self.provisional.extend(parse_hits(hits, self).events)

    def _read_error_json(self) -> bool:
        size = self.reader.size()
        if size == self.reader.offset:
            return False
        raw = self.reader.before(size, min(size, error_json.MAX_BYTES))
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
        return parse_line(raw, place, labelled=self.probe.labelled, near=self.near)

    def stamp_before(self, line: Line) -> tuple[float | None, float | None]:
        """The stamp of the line just before when it announces an error, and the last stamp of the same writer."""
        raw = self.reader.before(line.place.offset).rstrip(b"\n")
        previous = self.parse(raw.rsplit(b"\n", 1)[-1], replace(line.place, line=max(1, line.place.line - 1)))
        same = previous.tags.rank in (line.tags.rank, self.source.rank, None) or line.tags.rank is None
        known = self.stamps.get((line.tags.rank, line.tags.local_rank))
        if previous.stamp is not None and same:
            logged = previous.stamp if previous.level in ("ERROR", "CRITICAL", "EXCEPTION") else None
            return logged, max(known or 0.0, previous.stamp)
        return None, known

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
