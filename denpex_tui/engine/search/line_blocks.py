"""A log in blocks of whole lines on a fixed grid of offsets, so that any block can be read alone and again."""

from __future__ import annotations

import re
from dataclasses import dataclass

from denpex_tui.engine.logview import LogFile

GRID = 256 * 1024
"""A block is the lines that begin within so many bytes."""
_LONGEST = 64 * 1024
"""Of the last line of a block so much is read: more of a line is never shown."""
_ESCAPE = re.compile(
    rb"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b\n]*(?:\x07|\x1b\\)|\x1b[PX^_][^\x1b\n]*\x1b\\|\x1b[ -/]*[0-~]"
)


@dataclass(frozen=True, slots=True)
class LineBlock:
    """Whole lines; every one ends with a newline."""

    first: int
    """Number of the first line."""
    data: bytes


EMPTY = LineBlock(0, b"")


def block_count(log: LogFile) -> int:
    """How many blocks the part of the log makes that has been read."""
    return -(-log.size // GRID)


def block_of(log: LogFile, line: int) -> int:
    """The block that a line begins in."""
    return (log.offset_of(line) or 0) // GRID


def read_block(log: LogFile, index: int) -> LineBlock:
    """A block of the log; an empty one when no line begins in it or its bytes are gone."""
    start, stop = index * GRID, min((index + 1) * GRID, log.size)
    before = 1 if start else 0  # tells whether a line begins with the block
    data = log.read(start - before, stop - start + before)
    begin = data.find(b"\n") + 1 if before else 0
    if len(data) <= before or (before and not begin) or begin >= len(data):
        return EMPTY
    first = log.line_at(start - before + begin)
    data = data[begin:]
    if not data.endswith(b"\n"):
        data += log.read(stop, _LONGEST).partition(b"\n")[0] + b"\n"
    return LineBlock(first, data)


def as_seen(data: bytes) -> bytes:
    """Whole lines as the screen shows them, as far as bytes can tell: no escape sequences, tabs as blanks, UTF-8.

    Line breaks stay where they are.
    """
    if b"\x1b" in data:
        data = _ESCAPE.sub(b"", data)
    if b"\r" in data:
        data = data.replace(b"\r\n", b"\n")
    if b"\t" in data:
        data = data.expandtabs(8)
    return data if data.isascii() else data.decode("utf-8", "replace").encode()
