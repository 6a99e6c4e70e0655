"""The hits of a query in one log: a count for each block; which lines they are is asked again when it matters."""

from __future__ import annotations

import threading
from array import array
from bisect import bisect_left, bisect_right

from denpex_tui.engine.clean import LINE_LIMIT
from denpex_tui.engine.logview import LogFile
from denpex_tui.engine.search.line_blocks import GRID, LineBlock, as_seen, block_count, block_of, read_block
from denpex_tui.engine.search.query import Query

UNKNOWN = -1
_MANY = 64
_PLAIN = bytes([0x0A, *range(0x20, 0x7F)])


class SourceSearch:
    """One thread calls `advance`; any may ask. Costs 4 bytes for each block of the log."""

    def __init__(self, log: LogFile, query: Query, line: int = 1) -> None:
        """The search begins in the block of ``line``, goes to the end, and then begins at the beginning."""
        self._log = log
        self._query = query
        self._counts = array("i")
        self._size = 0
        self._changing = threading.Lock()
        self._next = block_of(log, line)
        self._last: tuple[int, list[int]] = (UNKNOWN, [])
        self.left = 0
        """Blocks that have not been searched yet."""
        self.total = 0
        """Lines that match, of those searched."""
        self.grown()

    @property
    def blocks(self) -> int:
        return len(self._counts)

    def grown(self) -> bool:
        """Take note of what the log has become; True when there is more to search."""
        size = self._log.size
        if size != self._size:
            # The last line known was not whole, and may have begun in the block before the last.
            keep = max(0, self._size // GRID - 1) if size > self._size else 0
            with self._changing:
                del self._counts[keep:]
                self._counts.extend([UNKNOWN] * (block_count(self._log) - keep))
                self._size = size
                self._last = (UNKNOWN, [])
                self.left = self._counts.count(UNKNOWN)
                self.total = sum(count for count in self._counts if count > 0)
        return self.left > 0

    def advance(self) -> bool:
        """Search one more block; False when all of them have been searched."""
        with self._changing:
            if not self.left:
                return False
            index, size = self._following(), self._size
        found = count_matching(read_block(self._log, index), self._query)
        with self._changing:
            if size == self._size:  # else the block may hold more by now
                self._counts[index] = found
                self.left -= 1
                self.total += found
            return self.left > 0

    def _following(self) -> int:
        """The block to search next: to the end, then from the beginning."""
        index = self._next
        if index >= len(self._counts) or self._counts[index] != UNKNOWN:
            index = self._counts.index(UNKNOWN)
        self._next = index + 1
        return index

    def after(self, line: int) -> int | None:
        """The first line behind ``line`` that is known to match."""
        block = block_of(self._log, line) if line > 0 else 0
        for index in range(block, len(self._counts)):
            if self._counts[index] > 0 and (lines := self.lines(index)) and lines[-1] > line:
                return lines[bisect_right(lines, line)]
        return None

    def before(self, line: int) -> int | None:
        """The last line before ``line`` that is known to match."""
        block = block_of(self._log, line) if line <= self._log.count else len(self._counts) - 1
        for index in range(min(block, len(self._counts) - 1), -1, -1):
            if self._counts[index] > 0 and (lines := self.lines(index)) and lines[0] < line:
                return lines[bisect_left(lines, line) - 1]
        return None

    def position(self, line: int) -> int | None:
        """Which of the known hits ``line`` is, from 1; None when it is none."""
        block = block_of(self._log, line)
        if block >= len(self._counts) or self._counts[block] <= 0:
            return None
        lines = self.lines(block)
        at = bisect_left(lines, line)
        if at == len(lines) or lines[at] != line:
            return None
        return 1 + at + sum(count for count in self._counts[:block] if count > 0)

    def lines(self, block: int) -> list[int]:
        """The lines of a block that match."""
        index, lines = self._last
        if index != block:
            lines = self._search(block)
            self._last = (block, lines)
        return lines

    def _search(self, block: int) -> list[int]:
        return matching_lines(read_block(self._log, block), self._query)


def matching_lines(block: LineBlock, query: Query) -> list[int]:
    """The numbers of the lines that match."""
    data = as_seen(block.data)
    return _named(block.first, data, query.line_ends(data), query)


def count_matching(block: LineBlock, query: Query) -> int:
    """How many lines match; where most do, this takes a fraction of the time of naming them."""
    data = as_seen(block.data)
    ends = query.line_ends(data)
    if len(ends) > _MANY and not query.may_cross and _is_plain(data):
        return len(ends)
    return len(_named(block.first, data, ends, query))


def _named(number: int, data: bytes, ends: list[int], query: Query) -> list[int]:
    counted = 0
    found = []
    for end in ends:
        number += data.count(b"\n", counted, end - 1)
        counted = end - 1
        if query.accepts(data[data.rfind(b"\n", 0, end - 1) + 1 : end - 1]):
            found.append(number)
    return found


def _is_plain(data: bytes) -> bool:
    """Whether all lines are seen as they are."""
    return not data.translate(None, _PLAIN) and max(map(len, data.split(b"\n"))) <= LINE_LIMIT
