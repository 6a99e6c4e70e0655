"""A piece of a log as it is read, and the numbers of the lines in it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

Mark = tuple[int, int]
"""Offset of a byte, and how many newlines of the chunk lie before it."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """Whole lines of a log; a line longer than a chunk comes in several, which all carry its number."""

    data: bytes
    offset: int
    line: int
    """Number of the first line, from 1."""
    line_offset: int
    """Where that line begins, or its text behind NUL bytes; less than ``offset`` inside a long line."""
    marks: Sequence[Mark] = ()
    """Places in it up to which newlines have been counted: counting holds the interpreter, so it is done once."""


class LineNumbers:
    """Numbers of the lines of one chunk, asked for in ascending order."""

    def __init__(self, chunk: Chunk) -> None:
        self._chunk = chunk
        self._at, self._number = 0, chunk.line

    def at(self, position: int) -> int:
        """The number of the line that the byte at ``position`` of the chunk's data is in."""
        chunk = self._chunk
        mark = bisect_right(chunk.marks, (chunk.offset + position + 1,)) - 1
        if mark >= 0 and (marked := chunk.marks[mark][0] - chunk.offset) > self._at:
            self._at, self._number = marked, chunk.line + chunk.marks[mark][1]
        self._number += chunk.data.count(b"\n", self._at, position)
        self._at = position
        return self._number
