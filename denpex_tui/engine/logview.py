"""Lines of a log file by number, clean, for the log view; nothing is kept in memory but the line index."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from denpex_tui.engine.clean import LINE_LIMIT, clean_line
from denpex_tui.engine.labels import NO_LABELS, Labels
from denpex_tui.engine.line_index import BLOCK, LineIndex
from denpex_tui.engine.logical_file import LogicalFile

__all__ = ["LineIndex", "LogFile", "LogLine"]


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of a file. ``offset`` is where it begins, ``cut`` how many of its bytes are not shown."""

    number: int
    offset: int
    text: str
    cut: int


class LogFile:
    """Reads lines of one file by number.

    A file that was truncated or vanished gives the lines that are still there, never an error.
    """

    def __init__(self, file: LogicalFile | Path, index: LineIndex, labels: Labels = NO_LABELS) -> None:
        self.index = index
        self.labels = labels
        self._shared = isinstance(file, LogicalFile)
        self._file = file if isinstance(file, LogicalFile) else LogicalFile(file)

    @property
    def count(self) -> int:
        """Lines known so far; grows while the file is read."""
        return self.index.count

    @property
    def size(self) -> int:
        """Bytes that the known lines have."""
        return self.index.end + self.index.rest

    @property
    def partial(self) -> bool:
        """True while the last line has no end yet."""
        return self.index.partial

    def lines(self, first: int, count: int) -> list[LogLine]:
        """Up to ``count`` lines from number ``first`` (from 1) on."""
        first = max(1, first)
        start = self.offset_of(first)
        return [] if start is None else list(self._lines(first, start, min(count, self.count + 1 - first)))

    def offset_of(self, line: int) -> int | None:
        """Where ``line`` begins, or None when there is no such line."""
        return self.index.offset_of(line, self.read)

    def line_at(self, offset: int) -> int:
        """Number of the line that holds the byte at ``offset``."""
        if self.index.rest and offset >= self.index.end:
            return self.count
        return self.index.line_at(offset, self.read)

    def close(self) -> None:
        """Give a file of its own back; the next read opens it again."""
        if not self._shared:
            self._file.close()

    def _lines(self, first: int, start: int, count: int) -> Iterator[LogLine]:
        """Lines one after the other from ``start`` on; only the beginning of a long one is read."""
        data, base = b"", start
        for number in range(first, first + count):
            if (end := data.find(b"\n", start - base)) < 0:
                data, base = self.read(start, BLOCK), start
                end = data.find(b"\n")
            if end >= 0:
                following = base + end + 1
                clean = clean_line(data[start - base : end].lstrip(b"\0"))
                yield LogLine(number, start, clean.text, clean.cut)
            else:
                if not data:
                    return
                end = max(self.size, start + len(data))
                following = self.offset_of(number + 1) or 1 + end
                yield self._long_line(number, start, data, following - 1)
            start = following

    def _long_line(self, number: int, start: int, head: bytes, end: int) -> LogLine:
        """A line longer than a block, or the last one without its end."""
        left_out = max(0, end - start - len(head))
        if left_out and (b"\r" in head or not head.strip(b"\0")):
            # A progress bar wrote itself over and over, or a hole lies before the text: what comes last is what counts.
            tail = self.read(max(start, end - 4 * LINE_LIMIT), 4 * LINE_LIMIT)
            tail = tail.partition(b"\r")[2] if b"\r" in head else tail
            if tail.strip(b"\0 \r\t"):
                return LogLine(number, start, clean_line(tail.strip(b"\0")).text, 0)
        shown = clean_line(head.strip(b"\0"))
        return LogLine(number, start, shown.text, shown.cut + left_out)

    def read(self, offset: int, size: int) -> bytes:
        """Up to ``size`` bytes at ``offset``; none where they are gone."""
        try:
            return self._file.read(offset, size)
        except OSError:
            return b""
