"""The search that is under way, on a thread of its own; and what it has found, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from textual.content import Content
from textual.message import Message

from denpex_tui.engine.clean import clean_text
from denpex_tui.engine.search.log_search import Hit, LogSearch
from denpex_tui.engine.search.query import Query, QueryError
from denpex_tui.ui import words
from denpex_tui.ui.messages import SearchAdvanced
from denpex_tui.ui.session_like import SessionLike

SLICE_S = 0.1
"""How often what was found is told."""
Work = Callable[[], None]
Deliver = Callable[[Message], object]


class Searching:
    """Lives on the screen's thread. ``run`` starts a thread, ``deliver`` may be called from it."""

    def __init__(self, session: SessionLike, run: Callable[[Work], object], deliver: Deliver) -> None:
        self._session = session
        self._run = run
        self._deliver = deliver
        self._under_way = False
        self.search: LogSearch | None = None
        self.refused = ""
        """Why the pattern cannot be searched for."""

    @property
    def query(self) -> Query | None:
        return None if self.search is None else self.search.query

    def look_for(self, pattern: str, sources: Iterable[int], begin: Hit) -> None:
        """Search for another pattern, beginning at a line of a source; an empty one ends the search."""
        self.stop()
        if not pattern:
            return
        try:
            query = Query(pattern)
        except QueryError as error:
            self.refused = str(error)
            return
        self.search = LogSearch(query, {source: self._session.log(source) for source in sources}, *begin)
        self._start()

    def stop(self) -> None:
        """End the search."""
        if self.search is not None:
            self.search.stop()
        self.search, self.refused, self._under_way = None, "", False

    def grown(self) -> None:
        """The logs may have grown: search what is new."""
        if self.search is not None and self.search.grown() and not self._under_way:
            self._start()

    def ended(self, search: LogSearch) -> None:
        """The thread of a search has ended; it begins again if logs grew meanwhile."""
        if search is self.search:
            self._under_way = False
            if search.left:
                self._start()

    def _start(self) -> None:
        if self.search is not None:
            self._under_way = True
            self._run(partial(self._search_all, self.search))

    def _search_all(self, search: LogSearch) -> None:
        while search.advance(SLICE_S):
            self._deliver(SearchAdvanced(search, ended=False))
        self._deliver(SearchAdvanced(search, ended=True))


def found_so_far(search: LogSearch, source: int, line: int) -> str:
    """``3 of 17 in this log, 1,204 in 12 of 40 logs``."""
    reading = f" · {search.percent} % searched" if search.left else ""
    if not search.total:
        nothing = "nothing found yet" if search.left else f"no line of {words.count(search.logs, 'log')} matches"
        return nothing + reading
    at, here = search.position(source, line), search.within(source)
    place = f"{at:,} of {here:,}" if at is not None else f"{here:,}" if here else "none"
    return f"{place} in this log, {search.total:,} in {search.sources:,} of {words.count(search.logs, 'log')}{reading}"


def search_line(searching: Searching, source: int, line: int, typing: bool) -> Content:
    """What stands below the log while a search is active."""
    if searching.refused:
        return Content.styled(f"! {searching.refused}", "$text-warning")
    search = searching.search
    if search is None:
        return Content.styled("small letters match capitals too; ⏎ keeps the search, esc ends it", "dim")
    found = found_so_far(search, source, line)
    if typing:
        return Content.assemble(found, ("  ⏎ keeps the search, esc ends it", "dim"))
    keys = "  n N next, previous; esc ends" if search.total else "  esc ends"
    pattern = clean_text(search.query.pattern, 60)
    return Content.assemble((f"/{pattern}", "bold $text-accent"), f"  {found}", (keys, "dim"))
