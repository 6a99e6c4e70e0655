"""The lines of one log that a filter lets through, found block by block while the log is looked at."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from time import monotonic

from denpex_tui.engine.logview import LogFile
from denpex_tui.engine.search.line_blocks import GRID, LineBlock, block_count, read_block
from denpex_tui.engine.search.runs import Runs

Test = Callable[[LineBlock], Sequence[int]]
"""The lines of a block that pass, ascending."""


class Sieve:
    """One thread calls `advance`, any may look at ``runs``. From the beginning on, so that runs come in order."""

    def __init__(self, log: LogFile, tests: Sequence[Test], among: Collection[int] | None = None) -> None:
        """A line passes when all tests let it through; ``among`` limits it to some lines, and is enough alone."""
        self._log = log
        self._tests = tests
        self._among = among
        self._stopped = False
        self._next = 0
        """The block to look through next."""
        self._size = -1
        self.runs = Runs()

    def stop(self) -> None:
        """Look no further."""
        self._stopped = True

    @property
    def left(self) -> int:
        """Bytes to look through."""
        return self._log.size - self._size if self._size >= 0 else max(1, self._log.size)

    @property
    def percent(self) -> int:
        """How much has been looked through."""
        blocks = block_count(self._log)
        return 100 if not self.left or not blocks else self._next * 100 // blocks

    def grown(self) -> bool:
        """Whether there is more to look through."""
        return self.left != 0

    def advance(self, seconds: float) -> bool:
        """Look through blocks for about ``seconds``; True while there are more."""
        until = monotonic() + seconds
        size = self._log.size
        if not self._tests:
            self.runs.extend(sorted(self._among or ()))
            self._size = size
            return False
        if size < self._size:
            self._next = 0
        while self._next < block_count(self._log) and not self._stopped:
            self._take(read_block(self._log, self._next))
            self._next += 1
            if monotonic() > until and self._next < block_count(self._log):
                return True
        self._size = size
        # The last line may not be whole yet, and may have begun in the block before the last.
        self._next = max(0, size // GRID - 1)
        return False

    def _take(self, block: LineBlock) -> None:
        if not block.data:
            return
        passed = set(self._tests[0](block))
        for test in self._tests[1:]:
            passed &= set(test(block))
        if self._among is not None:
            passed &= set(self._among)
        self.runs.cut(block.first)
        self.runs.extend(sorted(passed))
