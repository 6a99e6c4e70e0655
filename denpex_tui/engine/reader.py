"""Reads one log in bounded chunks that end with a line, from where the last read stopped."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import monotonic

from denpex_tui.engine.chunk import Chunk, LineNumbers
from denpex_tui.engine.line_index import LineIndex
from denpex_tui.engine.logical_file import LogicalFile

CHUNK_BYTES = 1 << 20
BLOCK_BYTES = 64 * 1024
REST_BYTES = 64 * 1024
"""Of an unfinished last line so much is looked at anew while it grows."""
_ARRIVED_S = 60.0
"""In a file that was not written to for so long, no NUL bytes turn into text any more."""


class Reader:
    """A position in one log. Raises `OSError` when it cannot be opened or read.

    ``patience`` is for how many seconds NUL bytes may still turn into text: on network file systems a later block can
    arrive before an earlier one.
    """

    def __init__(self, source: Path | LogicalFile, patience: float = 0.0, index: LineIndex | None = None) -> None:
        self.file = source if isinstance(source, LogicalFile) else LogicalFile(source)
        self.patience = patience
        self.index = index or LineIndex()
        """Is given what is consumed, once."""
        self.offset = 0
        """Bytes consumed: everything before it has been yielded once."""
        self.line = 1
        self._line_offset = 0
        self._rest = b""
        self._padding = (-1, 0)
        """NUL bytes at the end: where they begin, and how far they are known to go."""
        self._accepted = 0
        """NUL bytes before here were waited for."""
        self._since: float | None = None
        self.waiting = False
        """True when bytes were left because they may still change."""

    def refresh(self) -> bool:
        """Look what became of the files; True when there may be something to read or to say."""
        return self.file.refresh(self.offset, self._rest) or self.waiting

    def size(self) -> int:
        """Length of the log when it was last looked at."""
        return self.file.size()

    def chunks(self) -> Iterator[Chunk]:
        """What was added since the last call, in whole lines; an unfinished last line waits."""
        self.waiting = False
        while data := self.file.read(self.offset, CHUNK_BYTES):
            if not self.file.course.is_intact():
                return  # cut while it was read: `refresh` finds out what remains
            size = self._complete(data)
            if size == 0:
                return
            if size > 0:
                yield self._consume(data[:size])

    def _complete(self, data: bytes) -> int:
        """How much of ``data`` can be consumed; -1 when padding was skipped instead."""
        if self.patience and (hole := data.find(b"\0")) >= 0 and self._may_change(self.offset + hole):
            data = data[:hole]
            return data.rfind(b"\n") + 1
        if end := data.rfind(b"\n") + 1:
            return end
        if len(data) < CHUNK_BYTES:
            return 0
        text = data.rstrip(b"\0")
        if len(text) == len(data):
            return _cut(data)
        behind = self._behind_padding(self.offset + len(text))
        if behind is None:
            return 0
        if not text:
            self.offset = self._line_offset = behind
            return -1
        return len(text)

    def _may_change(self, hole: int) -> bool:
        """Whether the NUL bytes at ``hole`` were met so lately that text may still take their place."""
        # A file server's clock may be behind by seconds; what was written a minute ago has arrived.
        if hole < self._accepted or self.file.course.age > _ARRIVED_S:
            return False
        now = monotonic()
        self._since = now if self._since is None else self._since
        self.waiting = now - self._since < self.patience
        if not self.waiting:
            self._accepted, self._since = self.size(), None
        return self.waiting

    def _behind_padding(self, start: int) -> int | None:
        """Where text begins behind the NUL bytes at ``start``; None while there is none."""
        at = self._padding[1] if self._padding[0] == start else start
        while (found := self.file.data_from(at)) is not None:
            block = self.file.read(found, CHUNK_BYTES)
            if text := block.lstrip(b"\0"):
                return found + len(block) - len(text)
            if not block:
                break
            at = found + len(block)
        self._padding = (start, at)
        return None

    def rest(self, start: int | None = None) -> Chunk | None:
        """The unfinished last line, which is not consumed, from its beginning or ``start`` on; None for no more text.

        Of a long one only a part is given.
        """
        begin = self.offset if start is None else start
        rest = self.file.read(self.offset, REST_BYTES)
        if rest and not self.file.course.is_intact():
            return None  # cut since: they are bytes of something else
        self._rest = _first_line(rest)
        data = self._rest if begin == self.offset else _first_line(self.file.read(begin, CHUNK_BYTES))
        return Chunk(data, begin, self.line, self._line_offset) if data else None

    def _consume(self, data: bytes) -> Chunk:
        end = self.offset + len(data)
        marks = self.index.take(data, self.offset, self.file.borders(self.offset, end))
        chunk = Chunk(data, self.offset, self.line, self._line_offset, marks)
        self.file.course.consumed(data, self.offset)
        self.offset, self._rest = end, b""
        self.line = LineNumbers(chunk).at(len(data))
        if self.line != chunk.line:
            self._line_offset = chunk.offset + data.rfind(b"\n") + 1
        return chunk

    def raw_lines(self, offset: int, line: int) -> Iterator[tuple[bytes, int, int]]:
        """Lines from the one at ``offset`` on: content without its end, offset and number.

        A last line without an end is yielded too, without NUL bytes behind it; lines are cut at 64 KiB.
        """
        carry = b""
        while len(carry) < CHUNK_BYTES and (block := self.file.read(offset + len(carry), BLOCK_BYTES)):
            *lines, carry = (carry + block).split(b"\n")
            for raw in lines:
                yield raw[:BLOCK_BYTES], offset, line
                offset += len(raw) + 1
                line += 1
        if carry := carry.rstrip(b"\0"):
            yield carry[:BLOCK_BYTES], offset, line

    def between(self, start: int, end: int) -> bytes:
        """The bytes from ``start`` to ``end``, as far as they can still be read."""
        return self.file.read(start, max(0, end - start))

    def before(self, end: int, count: int) -> bytes:
        """Up to ``count`` bytes that lead up to ``end``; fewer where a rotated part before it is gone."""
        start = max(0, end - count)
        for at in (start, *self.file.borders(start + 1, end)):
            data = self.between(at, end)
            if len(data) == end - at:
                return data
        return b""

    def tail(self, count: int = 8_192) -> tuple[bytes, int]:
        """The last ``count`` bytes and where they begin; without the NUL bytes that a crash left behind them."""
        end = self.size()
        start = max(0, end - count)
        data = self.file.read(start, end - start)
        if data and not data.strip(b"\0"):
            end = self.offset + len(self._rest)
            start = max(0, end - count)
            data = self.file.read(start, end - start)
        return data.rstrip(b"\0"), start

    def restart(self) -> None:
        """Read from the beginning again."""
        self.offset, self.line, self._line_offset = 0, 1, 0

    def close(self) -> None:
        self.file.close()


def _first_line(data: bytes) -> bytes:
    return data.partition(b"\n")[0].rstrip(b"\0")


def _cut(data: bytes) -> int:
    """Where to cut a line that is longer than a chunk: behind a carriage return, else not inside a character."""
    if end := data.rfind(b"\r") + 1:
        return end
    end = len(data)
    while end > len(data) - 4 and data[end - 1] & 0xC0 == 0x80:
        end -= 1
    return end - 1 if data[end - 1] >= 0xC0 else len(data)
