"""Which byte a line begins at, and which line a byte is in, without an entry per line."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Callable

BLOCK = 64 * 1024
"""Newlines are counted per block of so many bytes; inside one block the bytes themselves are asked."""
Read = Callable[[int, int], bytes]
"""``read(offset, size)`` gives up to ``size`` bytes of the file."""


class LineIndex:
    """Fed with the bytes of a file from its beginning on, while it is read or as it grows.

    Costs 8 bytes per 64 KiB; one writer may add while others look up.
    """

    def __init__(self) -> None:
        self._before = array("Q", [0])
        """Newlines before each block that has been begun."""
        self._newlines = 0
        self._ends_line = True
        self.end = 0
        """Bytes seen."""

    @property
    def count(self) -> int:
        """Lines known so far; a last line without its end counts."""
        return self._newlines + (not self._ends_line)

    @property
    def partial(self) -> bool:
        """True while the last line has no end yet."""
        return not self._ends_line

    def add(self, chunk: bytes | memoryview, offset: int) -> None:
        """Take ``chunk``, which begins at ``offset``; bytes seen before are skipped, a gap is a `ValueError`."""
        if offset > self.end:
            raise ValueError(f"bytes {self.end} to {offset} are missing")
        view = memoryview(chunk)[self.end - offset :]
        while view:
            room = BLOCK - self.end % BLOCK
            self._add_block(bytes(view[:room]), room)
            view = view[room:]

    def _add_block(self, part: bytes, room: int) -> None:
        self._newlines += part.count(b"\n")
        self._ends_line = part.endswith(b"\n")
        if len(part) == room:
            self._before.append(self._newlines)
        self.end += len(part)

    def offset_of(self, line: int, read: Read) -> int | None:
        """Where ``line`` (from 1) begins, or None when it is not known or its bytes are gone."""
        if line <= 1:
            return 0 if line == 1 and self.count else None
        if line > self.count:
            return None
        block = bisect_left(self._before, line - 1) - 1
        return self._after_newline(block * BLOCK, line - 1 - self._before[block], read)

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
        block = min(offset // BLOCK, len(self._before) - 1)
        return 1 + self._before[block] + read(block * BLOCK, offset - block * BLOCK).count(b"\n")
