"""Reads one file in bounded chunks that end with a line, from where the last read stopped."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

CHUNK_BYTES = 1 << 20
BLOCK_BYTES = 64 * 1024


@dataclass(frozen=True, slots=True)
class Chunk:
    """Whole lines of a file; a line longer than a chunk comes in several, which all carry its number."""

    data: bytes
    offset: int
    line: int
    """Number of the first line, from 1."""
    line_offset: int
    """Where that line begins; less than ``offset`` inside a long line."""


class Reader:
    """A position in one file. Raises `OSError` when the file cannot be opened or read."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.offset = 0
        """Bytes consumed: everything before it has been yielded once."""
        self.line = 1
        self._line_offset = 0
        self._fd: int | None = None

    @property
    def fd(self) -> int:
        if self._fd is None:
            self._fd = os.open(self.path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
        return self._fd

    def size(self) -> int:
        return os.fstat(self.fd).st_size

    def chunks(self) -> Iterator[Chunk]:
        """What was added since the last call, in whole lines; an unfinished last line waits."""
        while data := os.pread(self.fd, CHUNK_BYTES, self.offset):
            end = data.rfind(b"\n") + 1
            if end == 0 and len(data) < CHUNK_BYTES:
                return
            yield self._consume(data[:end] if end else data)

    def rest(self) -> Chunk | None:
        """The unfinished last line, which is not consumed; None when the file ends with a line's end."""
        data = os.pread(self.fd, CHUNK_BYTES, self.offset)
        return Chunk(data, self.offset, self.line, self._line_offset) if data else None

    def _consume(self, data: bytes) -> Chunk:
        chunk = Chunk(data, self.offset, self.line, self._line_offset)
        self.offset += len(data)
        if newlines := data.count(b"\n"):
            self.line += newlines
            self._line_offset = chunk.offset + data.rfind(b"\n") + 1
        return chunk

    def raw_lines(self, offset: int, line: int) -> Iterator[tuple[bytes, int, int]]:
        """Lines from the one at ``offset`` on: content without its end, offset and number.

        A last line without an end is yielded too; lines are cut at 64 KiB.
        """
        carry = b""
        while len(carry) < CHUNK_BYTES and (block := os.pread(self.fd, BLOCK_BYTES, offset + len(carry))):
            *lines, carry = (carry + block).split(b"\n")
            for raw in lines:
                yield raw[:BLOCK_BYTES], offset, line
                offset += len(raw) + 1
                line += 1
        if carry:
            yield carry[:BLOCK_BYTES], offset, line

    def between(self, start: int, end: int) -> bytes:
        """The bytes from ``start`` to ``end``, as far as the file still has them."""
        return os.pread(self.fd, max(0, end - start), start)

    def tail(self, count: int = 8_192) -> tuple[bytes, int]:
        """The last ``count`` bytes and where they begin."""
        size = self.size()
        start = max(0, size - count)
        return os.pread(self.fd, size - start, start), start

    def close(self) -> None:
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None
