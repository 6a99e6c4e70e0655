"""The first look at a source: its beginning and its end only, so that a verdict does not wait for all bytes.

The number of a line in the end is not known without reading what lies before it: there lines are counted from
`UNKNOWN_LINES`, which front ends show as unknown.
"""

from __future__ import annotations

from denpex_tui.engine.catalogue import Catalogue
from denpex_tui.engine.chunk import Chunk
from denpex_tui.engine.line_hits import line_hits
from denpex_tui.engine.line_index import LineIndex
from denpex_tui.engine.log_end import UNKNOWN_LINES
from denpex_tui.engine.logical_file import LogicalFile
from denpex_tui.engine.metric_sampler import Budget
from denpex_tui.engine.model import Place, Source
from denpex_tui.engine.probe import Probe
from denpex_tui.engine.source_scan import SourceScan

HEAD_BYTES = 32 * 1024
TAIL_BYTES = (64 * 1024, 512 * 1024, 4 << 20)
"""The end is read in growing blocks until the beginning of the failure and the last steps are inside."""


class QuickScan(SourceScan):
    """A scan that reads the head and the tail of a source once."""

    def __init__(
        self,
        source: Source,
        probe: Probe,
        catalogue: Catalogue,
        budget: Budget | None = None,
        near: float | None = None,
    ) -> None:
        super().__init__(source, probe, catalogue, budget, near)
        self.skipped = 0
        self.tail = LineIndex()
        """Of what was read of the end."""

    def _file(self) -> LogicalFile:
        """Only what is written now: unpacking what rotation put aside could take minutes."""
        source = self.source
        return LogicalFile(source.location, () if source.location.exists() else source.earlier[-1:])

    def advance(self, limit: int | None = None) -> bool:
        """Read the head and the tail; the whole of a small file."""
        size = self.reader.size()
        if self.is_error_json or size <= HEAD_BYTES + TAIL_BYTES[0]:
            return super().advance(limit)
        self._take_head()
        before = len(self.events)
        for tail in TAIL_BYTES:
            self._forget_tail(before)
            self._take_tail(size, tail)
            if self._suffices(before) or tail >= size:
                break
        self._sampler.settle()
        self._look_at_late()
        self.unsettled = False
        return True

    @property
    def last_start(self) -> int:
        """What is read once is never looked at again: all that is there may belong to a block."""
        return self.reader.size()

    def _forget_tail(self, before: int) -> None:
        """Drop what a shorter end showed: it is read once more."""
        behind = Place(self.source.id, 0, HEAD_BYTES)
        del self.events[before:]
        self.anomalies = [point for point in self.anomalies if point.place < behind]
        self._sampler.forget_from(behind)

    def _take_head(self) -> None:
        data = self.reader.between(0, HEAD_BYTES)
        end = data.rfind(b"\n") + 1
        if end:
            # Without its metric lines: for the first verdict the last steps count, and each line costs 50 µs.
            for hits in line_hits(
                Chunk(data[:end], 0, 1, 0), self.storms.sift(self._hits(data[:end]), 0), self.source.id
            ):
                self._add(hits)

    def _take_tail(self, size: int, tail: int) -> None:
        begin = max(HEAD_BYTES, size - tail)
        data = self.reader.between(begin, size)
        start = data.find(b"\n") + 1
        self.skipped = begin + start
        self.reader.offset = begin + start
        self.reader.line = UNKNOWN_LINES
        self.tail = LineIndex()
        self.tail.add(data[start:], 0)
        self._take(Chunk(data[start:], begin + start, UNKNOWN_LINES, begin + start), size)
        self.reader.offset = size
        self.reader.line = UNKNOWN_LINES + data.count(b"\n", start)

    def _suffices(self, before: int) -> bool:
        """Whether the tail holds a step, and no traceback that began before it."""
        new = self.events[before:]
        begins = min((event.place.offset for event in new if event.traceback is not None), default=None)
        orphan = self.reader.between(self.skipped, begins if begins is not None else self.reader.offset)
        if b'  File "' in orphan[: 256 * 1024]:
            return False
        return any(point.place.offset >= self.skipped for point in self.points) or bool(new)

    @property
    def lines(self) -> int:
        return 0 if self.reader.line < 0 else super().lines

    @property
    def bytes_read(self) -> int:
        """What was really read: the head and the tail."""
        return self.reader.offset - max(0, self.skipped - HEAD_BYTES)
