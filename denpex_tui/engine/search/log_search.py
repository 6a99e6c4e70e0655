"""A search in all logs: the one that is looked at first, then the others, and from hit to hit across them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import monotonic

from denpex_tui.engine.logview import LogFile
from denpex_tui.engine.search.query import Query
from denpex_tui.engine.search.source_search import SourceSearch

Hit = tuple[int, int]
"""Source and line."""


class LogSearch:
    """One thread calls `advance`, any may ask; `stop` makes it end within a block."""

    def __init__(self, query: Query, logs: Mapping[int, LogFile], source: int | None = None, line: int = 1) -> None:
        """``logs`` in the order in which hits follow one another; the search begins at ``line`` of ``source``."""
        self.query = query
        self._order = list(logs)
        self._searches = {each: SourceSearch(log, query, line if each == source else 1) for each, log in logs.items()}
        self._first = source
        self._stopped = False

    def stop(self) -> None:
        """Search no further."""
        self._stopped = True

    def advance(self, seconds: float) -> bool:
        """Search for about ``seconds``; True while there is more to search."""
        until = monotonic() + seconds
        for search in self._pending():
            while search.left and not self._stopped:
                search.advance()
                if monotonic() > until:
                    return True
        return False

    def _pending(self) -> list[SourceSearch]:
        first = self._searches.get(self._first) if self._first is not None else None
        others = [search for search in self._searches.values() if search.left and search is not first]
        return [first, *others] if first is not None else others

    def grown(self) -> bool:
        """Take note of logs that grew; True when there is more to search."""
        return bool(sum([search.grown() for search in self._searches.values()]))

    @property
    def total(self) -> int:
        """Lines that match in all logs, of those searched."""
        return sum(search.total for search in self._searches.values())

    @property
    def logs(self) -> int:
        """Logs that are searched."""
        return len(self._searches)

    def is_searched(self, source: int) -> bool:
        """Whether all of a log has been searched."""
        search = self._searches.get(source)
        return search is None or not search.left

    @property
    def sources(self) -> int:
        """Logs with a line that matches."""
        return sum(search.total > 0 for search in self._searches.values())

    @property
    def left(self) -> int:
        """Blocks that have not been searched yet."""
        return sum(search.left for search in self._searches.values())

    @property
    def percent(self) -> int:
        """How much has been searched."""
        blocks = sum(search.blocks for search in self._searches.values())
        return 100 if not blocks else (blocks - self.left) * 100 // blocks

    def within(self, source: int) -> int:
        """Lines that match in one log."""
        search = self._searches.get(source)
        return 0 if search is None else search.total

    def position(self, source: int, line: int) -> int | None:
        """Which of the hits of its log a line is, from 1; None when it is none."""
        search = self._searches.get(source)
        return None if search is None else search.position(line)

    def step(self, source: int, line: int, by: int) -> Hit | None:
        """The hit after (``by`` 1) or before (-1) a line, in the next log with one, and round; None without hits."""
        if source in self._searches and (found := _beyond(self._searches[source], line, by)) is not None:
            return source, found
        at = self._order.index(source) if source in self._searches else -1
        for distance in range(1, len(self._order) + 1):
            other = self._order[(at + by * distance) % len(self._order)]
            search = self._searches[other]
            if search.total and (found := _end(search, by)) is not None:
                return other, found
        return None


def _beyond(search: SourceSearch, line: int, by: int) -> int | None:
    return search.after(line) if by > 0 else search.before(line)


def _end(search: SourceSearch, by: int) -> int | None:
    """The first hit of a log, or the last."""
    ends: dict[int, Callable[[], int | None]] = {1: lambda: search.after(0), -1: lambda: search.before(1 << 62)}
    return ends[1 if by > 0 else -1]()
