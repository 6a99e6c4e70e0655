"""Samples the regular metric lines of a source, which hit on most lines of a real log.

Kept are all metric lines of the file's end, where the failing step is, and those of every 2^k-th block before it, with
k such that a bounded number of bytes is looked at whatever the size. Blocks lie on a grid of file offsets, so the
points do not depend on how the bytes arrived. Anomalies (NaN, Inf, zero, -1) are not sampled: the scanner finds each.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from denpex_tui.engine import metrics
from denpex_tui.engine.chunk import Chunk, LineNumbers
from denpex_tui.engine.lines import MAX_BYTES
from denpex_tui.engine.metrics import MetricPoint
from denpex_tui.engine.model import Place

BLOCK = 4 * 1024


@dataclass(frozen=True, slots=True)
class Budget:
    """Bytes of one source that are looked at: at its end, and on the grid before it."""

    tail: int = 64 * 1024
    grid: int = 128 * 1024

    @classmethod
    def among(cls, sources: int) -> Budget:
        """The budget of one source among ``sources``: the sum is bounded, as a sampled line costs 50 microseconds."""
        return cls._shared(1 << 20, sources)

    @classmethod
    def of_first_look(cls, sources: int) -> Budget:
        """A quarter of it: for the first verdict the last steps count."""
        return cls._shared(1 << 18, sources)

    @classmethod
    def _shared(cls, total: int, sources: int) -> Budget:
        share = total // max(1, sources)
        return cls(max(BLOCK, min(cls().tail, share)), max(BLOCK, min(cls().grid, share)))


_HIT = re.compile(metrics.EXPRESSION)
Extract = Callable[[bytes, Place], MetricPoint | None]


class MetricSampler:
    """The sampled points of one source, kept up to date while it grows."""

    def __init__(self, source: int, extract: Extract, budget: Budget) -> None:
        self.points: list[MetricPoint] = []
        self._source = source
        self._extract = extract
        self._budget = budget
        self._size = 0

    def take(self, chunk: Chunk, size: int) -> None:
        """Look at the sampled lines of a chunk of a file that is ``size`` bytes long now."""
        self._grow(max(size, chunk.offset + len(chunk.data)))
        for raw, place in self._sampled(chunk):
            if _HIT.search(raw) and (point := self._extract(raw, place)) is not None:
                self.points.append(point)

    def forget_from(self, place: Place) -> None:
        """Drop the points at and behind ``place``, which are about to be read again."""
        self.points = [point for point in self.points if point.place < place]

    def _grow(self, size: int) -> None:
        if size == self._size:
            return
        self._size = size
        crowded = len(self.points) > (self._budget.tail + self._budget.grid) // 32
        if crowded or (self.points and not self._keeps(self.points[0].place.offset // BLOCK)):
            self._prune()

    def _prune(self) -> None:
        self.points = [point for point in self.points if self._keeps(point.place.offset // BLOCK)]

    def settle(self) -> None:
        """Drop what the size reached since made superfluous."""
        self._prune()

    @property
    def _stride(self) -> int:
        """Every so many blocks one is sampled: a power of two, so that a longer file keeps a part of the same ones."""
        blocks, wanted = self._size // BLOCK, max(1, self._budget.grid // BLOCK)
        return 1 << max(0, -(-blocks // wanted) - 1).bit_length()

    @property
    def _tail(self) -> int:
        return max(0, self._size - self._budget.tail) // BLOCK

    def _keeps(self, block: int) -> bool:
        return block >= self._tail or block % self._stride == 0

    def _sampled(self, chunk: Chunk) -> Iterator[tuple[bytes, Place]]:
        """The lines of the chunk that begin in a sampled block, with their places."""
        data, base = chunk.data, chunk.offset
        numbers = LineNumbers(chunk)
        for first, last in self._ranges(base, base + len(data)):
            start = 0 if first <= base else data.find(b"\n", first - 1 - base) + 1
            if first > base and start == 0:
                return
            number = numbers.at(start)
            while start < len(data) and base + start < last:
                end = data.find(b"\n", start)
                end = len(data) if end < 0 else end
                raw = data[start : min(end, start + MAX_BYTES)]
                offset = chunk.line_offset if start == 0 else base + start
                yield raw, Place(self._source, number, offset)
                number += 1
                start = end + 1

    def _ranges(self, begin: int, end: int) -> Iterator[tuple[int, int]]:
        """The sampled byte ranges between two offsets, adjacent blocks drawn together."""
        stride, tail = self._stride, self._tail
        block = begin // BLOCK
        last = (end - 1) // BLOCK
        if stride == 1 or block >= tail:
            yield begin, end
            return
        at = -(-block // stride) * stride
        if block != at and self._keeps(block):
            at = block
        while at <= min(last, tail - 1):
            yield max(begin, at * BLOCK), min(end, (at + 1) * BLOCK)
            at += stride
        if last >= tail:
            yield max(begin, tail * BLOCK), end
