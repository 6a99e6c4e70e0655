"""Which byte a line begins at, and which line a byte is in, without an entry per line."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence

from denpex_tui.engine.chunk import Mark

BLOCK = 64 * 1024
"""Newlines are counted per block of at most so many bytes; inside one block the bytes themselves are asked."""
Read = Callable[[int, int], bytes]
"""``read(offset, size)`` gives up to ``size`` bytes of the file."""


class LineIndex:
    """Fed with the bytes of a file from its beginning on, while it is read or as it grows.

    Costs 16 bytes per 64 KiB; one writer may add while others look up.
    """

    def __init__(self) -> None:
        self._starts = array("Q", [0])
        self._before = array("Q", [0])
        """Newlines before each block that has been begun."""
        self._newlines = 0
        self._ends_line = True
        self.end = 0
        """Bytes seen."""
        self.rest = 0
        """Bytes of an unfinished last line that lie behind ``end`` and will be added when it ends."""

    @property
    def count(self) -> int:
        """Lines known so far; a last line without its end counts."""
        return self._newlines + self.partial

    @property
    def partial(self) -> bool:
        """True while the last line has no end yet."""
        return self.rest > 0 or not self._ends_line

    def add(self, chunk: bytes | memoryview, offset: int) -> None:
        """Take ``chunk``, which begins at ``offset``; bytes seen before are skipped, a gap is a `ValueError`."""
        if offset > self.end:
            raise ValueError(f"bytes {self.end} to {offset} are missing")
        data = bytes(chunk)  # no copy where it is bytes already
        at = self.end - offset
        while at < len(data):
            room = BLOCK - (self.end - self._starts[-1])
            to = min(len(data), at + room)
            self._add_block(data, at, to, room)
            at = to

    def take(self, chunk: bytes, offset: int, borders: Iterable[int]) -> Sequence[Mark]:
        """`add` a chunk with NUL bytes before it that were skipped, and with ``borders`` between files in it.

        Returns where in it blocks begin; nothing for bytes that were seen before: they may have been others.
        """
        if offset < self.end:
            self.add(chunk, offset)
            return ()
        self.skip(offset)
        first, before = len(self._starts), self._newlines
        for border in borders:
            if border >= self.end:
                self.add(chunk[: border - offset], offset)
                self.cut()
        self.add(chunk, offset)
        return [
            (start, count - before) for start, count in zip(self._starts[first:], self._before[first:], strict=True)
        ]

    def cut(self) -> None:
        """Begin a new block: the bytes before here may be gone while those that come can be read."""
        if self._starts[-1] != self.end:
            self._begin_block()

    def skip(self, offset: int) -> None:
        """From ``end`` to ``offset`` there are only NUL bytes; costs the same however many there are."""
        if offset > self.end:
            self.cut()
            self.end = offset
            self._ends_line = False
            self._begin_block()

    def _add_block(self, data: bytes, at: int, to: int, room: int) -> None:
        self._newlines += data.count(b"\n", at, to)
        self._ends_line = data[to - 1] == 0x0A
        self.end += to - at
        if to - at == room:
            self._begin_block()

    def _begin_block(self) -> None:
        # In this order: who looks up meanwhile finds a start for each block that he knows of by its offset.
        self._before.append(self._newlines)
        self._starts.append(self.end)

    def offset_of(self, line: int, read: Read) -> int | None:
        """Where ``line`` (from 1) begins, or None when it is not known or its bytes are gone."""
        if line <= 1:
            return 0 if line == 1 and self.count else None
        if line > self.count:
            return None
        block = bisect_left(self._before, line - 1) - 1
        return self._after_newline(self._starts[block], line - 1 - self._before[block], read)

    @staticmethod
    def _after_newline(start: int, nth: int, read: Read) -> int | None:
        data = read(start, BLOCK)
        at = -1
        for _ in range(nth):
            at = data.find(b"\n", at + 1)
            if at < 0:
                return None
        return start + at + 1

    def line_at(self, offset: int, read: Read) -> int:
        """Number (from 1) of the line that the byte at ``offset`` belongs to; the last line for one beyond the end."""
        offset = max(0, min(offset, self.end - 1))
        block = bisect_right(self._starts, offset) - 1
        start = self._starts[block]
        return 1 + self._before[block] + read(start, min(BLOCK, offset - start)).count(b"\n")
