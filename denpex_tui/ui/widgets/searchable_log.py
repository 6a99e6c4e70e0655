"""The log pane with its search: typed below the log, shown as it is typed, and gone through hit by hit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from textual import on
from textual.app import ComposeResult
from textual.content import Content

from denpex_tui.engine.model import Snapshot
from denpex_tui.ui.background import Background, Work
from denpex_tui.ui.messages import PassAdvanced
from denpex_tui.ui.searching import Searching, search_line
from denpex_tui.ui.session_like import SessionLike
from denpex_tui.ui.widgets.log_foot import LogFoot
from denpex_tui.ui.widgets.log_pane import LogPane
from denpex_tui.ui.widgets.log_prompt import LogPrompt, Purpose
from denpex_tui.ui.widgets.log_view import LogView

if TYPE_CHECKING:
    from denpex_tui.engine.search.log_search import Hit


class SearchableLogPane(LogPane):
    """While the pattern is typed the first hit from where the search began is shown; escape goes back there."""

    def __init__(self, session: SessionLike) -> None:
        super().__init__(session)
        self.searching = Searching(session, Background(self._run_in_thread, self.post_message))
        self._began: Hit = (0, 1)
        """Where the user was when the search began."""
        self._awaits_hit = False
        """Whether the first hit is still to be shown."""
        self._pattern = ""

    def compose(self) -> ComposeResult:
        yield from super().compose()
        yield LogPrompt()
        yield LogFoot()

    def _run_in_thread(self, work: Work) -> None:
        self.run_worker(work, thread=True, group="pass", exit_on_error=False)

    def on_unmount(self) -> None:
        self.searching.stop()

    @property
    def prompt(self) -> LogPrompt:
        return self.query_one(LogPrompt)

    @property
    def is_searching(self) -> bool:
        """Whether there is a search whose hits can be gone through."""
        return self.searching.search is not None

    def take(self, snapshot: Snapshot) -> None:
        super().take(snapshot)
        self.searching.background.grown()

    def take_progress(self, snapshot: Snapshot) -> None:
        super().take_progress(snapshot)
        self.searching.background.grown()

    def ask_for_pattern(self) -> None:
        """Take a pattern to search for; the last one is there to be searched for again."""
        self._began = (self.source or 0, self.line or 1)
        self.prompt.ask(Purpose.SEARCH, self._pattern)
        self._show_foot()

    def end_search(self) -> None:
        """Go on without hits."""
        self.searching.stop()
        self._awaits_hit = False
        self._show_hits()

    @property
    def _searched_line(self) -> int:
        """The line under the cursor; of those without a number all that was searched lies before them."""
        return self.glanced.counted if self.line < 0 and self.glanced is not None else self.line

    def step_hit(self, by: int) -> str:
        """Go to the next or the previous hit; else say why there is none."""
        search = self.searching.search
        if search is None or self.source is None:
            return "no search is active"
        hit = search.step(self.source, self._searched_line, by)
        if hit is not None:
            self._awaits_hit = False
            self.open_line(*hit)
            return ""
        return "nothing found yet: still searching" if search.left else "no line matches"

    @on(LogPrompt.Typed)
    def _typed(self, message: LogPrompt.Typed) -> None:
        if message.purpose is Purpose.SEARCH:
            self._look_for(message.text)

    @on(LogPrompt.Done)
    def _done(self, message: LogPrompt.Done) -> None:
        if message.purpose is Purpose.SEARCH:
            self._pattern = message.text or self._pattern
            if self.searching.query is None or self.searching.query.pattern != message.text:
                self._look_for(message.text)
            self._close_prompt()

    @on(LogPrompt.Left)
    def _left(self, message: LogPrompt.Left) -> None:
        if message.purpose is Purpose.SEARCH:
            self.end_search()
            self.open_line(*self._began)
            self._close_prompt()

    @on(LogPrompt.Abandoned)
    def _abandoned(self, message: LogPrompt.Abandoned) -> None:
        """The keys went elsewhere: what was typed so far stays."""
        if message.purpose is Purpose.SEARCH:
            self._pattern = message.text or self._pattern
        self.prompt.close()
        self._show_foot()

    def _close_prompt(self) -> None:
        self.prompt.close()
        self.view.focus()
        self._show_foot()

    def _look_for(self, pattern: str) -> None:
        sources = [] if self.snapshot is None else [source.id for source in self.snapshot.sources]
        source, line = self._began
        self.searching.look_for(pattern, sources, (source, max(1, line)))
        self._awaits_hit = self.is_searching
        self._show_hits()

    @on(PassAdvanced)
    def _advanced(self, message: PassAdvanced) -> None:
        search = self.searching.search
        if search is None or not self.searching.background.take(message):
            return
        source, line = self._began
        if self._awaits_hit and (search.within(source) or search.is_searched(source) or not search.left):
            hit = search.step(source, line - 1, 1)
            if hit is not None:
                self._awaits_hit = False
                self.open_line(*hit)
        self._show_hits()

    def _show_hits(self) -> None:
        self.view.sought = self.searching.query
        self.view.redraw()
        self._show_foot()
        self.screen.refresh_bindings()

    @on(LogView.Moved)
    def _show_foot(self) -> None:
        self.query_one(LogFoot).show(list(self._said()))

    def _said(self) -> Iterator[Content]:
        """The rows below the log."""
        typing = self.prompt.display and self.prompt.purpose is Purpose.SEARCH
        if self.is_searching or self.searching.refused or typing:
            partial = self.snapshot is not None and self.snapshot.partial
            yield search_line(self.searching, self.source or 0, self._searched_line, typing, partial)
