"""The search in all logs as the user knows it, and what it has found, in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from textual.content import Content

from denpex_tui.engine.clean import clean_text
from denpex_tui.ui import words
from denpex_tui.ui.background import Background
from denpex_tui.ui.session_like import SessionLike

if TYPE_CHECKING:  # the screen is painted before the scanner is loaded
    from denpex_tui.engine.search.log_search import Hit, LogSearch
    from denpex_tui.engine.search.query import Query


class Searching:
    """The search that is active, if any; it goes on in the background."""

    def __init__(self, session: SessionLike, background: Background[LogSearch]) -> None:
        self._session = session
        self.background = background
        self.refused = ""
        """Why the pattern cannot be searched for."""

    @property
    def search(self) -> LogSearch | None:
        return self.background.current

    @property
    def query(self) -> Query | None:
        return None if self.search is None else self.search.query

    def look_for(self, pattern: str, sources: Iterable[int], begin: Hit) -> None:
        """Search for another pattern, beginning at a line of a source; an empty one ends the search."""
        self.stop()
        if not pattern:
            return
        from denpex_tui.engine.search.log_search import LogSearch
        from denpex_tui.engine.search.query import Query, QueryError

        try:
            query = Query(pattern)
        except QueryError as error:
            self.refused = str(error)
            return
        self.background.begin(LogSearch(query, {source: self._session.log(source) for source in sources}, *begin))

    def stop(self) -> None:
        """End the search."""
        self.background.stop()
        self.refused = ""


def found_so_far(search: LogSearch, source: int, line: int, partial: bool) -> str:
    """``3 of 17 in this log, 1,204 in 12 of 40 logs``; ``partial`` says that the logs are still being read."""
    reading = f" · {search.percent} % searched" if search.left else ""
    reading += " · logs still being read" if partial else ""
    if not search.total:
        nothing = (
            "nothing found yet" if search.left or partial else f"no line of {words.count(search.logs, 'log')} matches"
        )
        return nothing + reading
    at, here = search.position(source, line), search.within(source)
    place = f"{at:,} of {here:,}" if at is not None else f"{here:,}" if here else "none"
    return f"{place} in this log, {search.total:,} in {search.sources:,} of {words.count(search.logs, 'log')}{reading}"


def search_line(searching: Searching, source: int, line: int, typing: bool, partial: bool) -> Content:
    """What stands below the log while a search is active."""
    if searching.refused:
        return Content.styled(f"! {searching.refused}", "$text-warning")
    search = searching.search
    if search is None:
        return Content.styled("small letters match capitals too; ⏎ keeps the search, esc ends it", "dim")
    found = found_so_far(search, source, line, partial)
    if typing:
        return Content.assemble(found, ("  ⏎ keeps the search, esc ends it", "dim"))
    keys = "  n N next, previous; esc ends" if search.total else "  esc ends"
    pattern = clean_text(search.query.pattern, 60)
    return Content.assemble((f"/{pattern}", "bold $text-accent"), f"  {found}", (keys, "dim"))
