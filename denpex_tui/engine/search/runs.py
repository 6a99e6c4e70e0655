"""Lines that are shown, as runs of adjacent ones, and the rows that they and the folds between them make."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

Run = tuple[int, int]
"""First and last line."""
KEPT = 100_000
"""At most so many runs are kept; the earliest are given up, since logs are read from their ends."""


class Runs:
    """Ascending lines, drawn together to runs as they come."""

    def __init__(self) -> None:
        self._firsts = array("Q")
        self._lasts = array("Q")
        self.lines = 0
        """Lines in all runs that are kept."""
        self.given_up = 0
        """Lines of runs that are no longer kept."""

    def extend(self, lines: Iterable[int]) -> None:
        """Add lines behind those that are there."""
        firsts, lasts = self._firsts, self._lasts
        for line in lines:
            if lasts and line <= lasts[-1]:
                continue
            if lasts and line == lasts[-1] + 1:
                lasts[-1] = line
            else:
                firsts.append(line)
                lasts.append(line)
            self.lines += 1
        if len(firsts) > KEPT:
            self._give_up(len(firsts) - KEPT // 2)

    def _give_up(self, count: int) -> None:
        lost = sum(self._lasts[at] - self._firsts[at] + 1 for at in range(count))
        self.lines -= lost
        self.given_up += lost
        del self._firsts[:count], self._lasts[:count]

    def cut(self, line: int) -> None:
        """Forget ``line`` and all behind it."""
        while self._lasts and self._lasts[-1] >= line:
            first, last = self._firsts.pop(), self._lasts.pop()
            self.lines -= last - first + 1
            if first < line:
                self._firsts.append(first)
                self._lasts.append(line - 1)
                self.lines += line - first

    def __iter__(self) -> Iterator[Run]:
        return iter(zip(self._firsts[:], self._lasts[:], strict=False))


@dataclass(frozen=True, slots=True)
class Row:
    """A line, or the lines from ``line`` on that a fold stands for."""

    line: int
    hidden: int = 0


class Folding:
    """The rows of a log of ``count`` lines of which some runs and the ``context`` around them are shown."""

    def __init__(self, runs: Iterable[Run], count: int, context: int = 0) -> None:
        self._rows = array("Q")
        """The first row, from 0, of each run."""
        self._firsts = array("Q")
        self._lasts = array("Q")
        self.lines = 0
        """Lines that are shown."""
        self._count = count
        rows = 0
        for first, last in _widened(runs, count, context):
            rows += first > (self._lasts[-1] if self._lasts else 0) + 1
            self._rows.append(rows)
            self._firsts.append(first)
            self._lasts.append(last)
            rows += last - first + 1
            self.lines += last - first + 1
        self.count = rows + (self._end < count)
        """Rows."""

    @property
    def _end(self) -> int:
        """The last line that is shown."""
        return self._lasts[-1] if self._lasts else 0

    def row(self, index: int) -> Row | None:
        """Row ``index``, from 1."""
        if not 1 <= index <= self.count:
            return None
        at = bisect_right(self._rows, index - 1) - 1
        before = self._lasts[at] if at >= 0 else 0
        if at >= 0 and index - 1 - self._rows[at] <= before - self._firsts[at]:
            return Row(self._firsts[at] + index - 1 - self._rows[at])
        following = self._firsts[at + 1] if at + 1 < len(self._firsts) else self._count + 1
        return Row(before + 1, following - before - 1)

    def index_of(self, line: int) -> int:
        """The row of a line, or of the fold that hides it."""
        at = bisect_right(self._firsts, line) - 1
        if at < 0:
            return 1
        behind = self._rows[at] + self._lasts[at] - self._firsts[at] + 2
        return min(self._rows[at] + line - self._firsts[at] + 1, behind, self.count)


def _widened(runs: Iterable[Run], count: int, context: int) -> Iterator[Run]:
    """The runs with their context; those that touch are one. A gap of one line is shown: a fold is no shorter."""
    current: Run | None = None
    for first, last in runs:
        if first - context > count:
            break  # the log became shorter
        first, last = max(1, first - context), min(count, last + context)
        if current is not None and first <= current[1] + 2:
            current = (current[0], max(current[1], last))
            continue
        if current is not None:
            yield current
        current = (1 if first == 2 else first, last)
    if current is not None:
        yield (current[0], count) if current[1] == count - 1 else current
