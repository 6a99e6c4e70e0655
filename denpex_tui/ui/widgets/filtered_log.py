"""The log pane with its filters: what is not shown is folded, counted, and unfolded with enter."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from textual import on
from textual.content import Content

from denpex_tui.engine.model import Snapshot
from denpex_tui.engine.search.levels import Level
from denpex_tui.ui.background import Background
from denpex_tui.ui.folded_log import FoldedLog
from denpex_tui.ui.glanced_log import GlancedLog
from denpex_tui.ui.log_filter import LogFilter, filter_line, waiting_filter_line
from denpex_tui.ui.log_rows import LogPlace, Rows
from denpex_tui.ui.log_window import LogWindow
from denpex_tui.ui.messages import PassAdvanced
from denpex_tui.ui.session_like import SessionLike
from denpex_tui.ui.widgets.log_view import LogView
from denpex_tui.ui.widgets.searchable_log import SearchableLogPane

if TYPE_CHECKING:
    from denpex_tui.engine.search.sieve import Sieve

_NEXT_LEVEL = {None: Level.WARNING, Level.WARNING: Level.ERROR, Level.ERROR: None}


class FilteredLogPane(SearchableLogPane):
    """The filter stays while one goes from source to source."""

    def __init__(self, session: SessionLike) -> None:
        super().__init__(session)
        self.filter = LogFilter()
        self._sifting: Background[Sieve] = Background(self._run_in_thread, self.post_message)
        self._among: frozenset[int] = frozenset()
        """The lines of evidence that are shown."""
        self._wanted: tuple[LogPlace | None, LogPlace | None] = (None, None)
        """Where to be as soon as it is shown, unless the user has gone from where he was put meanwhile."""

    def on_unmount(self) -> None:
        self._sifting.stop()

    @property
    def folded(self) -> FoldedLog | None:
        """What is shown, while lines are hidden."""
        content = self.view.content
        return content if isinstance(content, FoldedLog) else None

    def take(self, snapshot: Snapshot) -> None:
        super().take(snapshot)
        self._sifting.grown()
        source = self.shown_source
        if self._filter_waits and source is not None and source.lines:
            self.set_filter(self.filter)

    def take_progress(self, snapshot: Snapshot) -> None:
        super().take_progress(snapshot)
        self._sifting.grown()

    @property
    def _filter_waits(self) -> bool:
        """Lines without numbers cannot be told from those that are hidden: all are shown until they are counted."""
        return self.filter.is_set and isinstance(self.view.content, GlancedLog)

    def _marked(self) -> frozenset[int]:
        return frozenset(self.view.marks.get(self.source or 0, ()))

    # The filter

    def set_filter(self, log_filter: LogFilter) -> None:
        """Show what passes, with the line under the cursor, or the fold that hides it, where it was."""
        self.filter = log_filter
        if self.source is None:
            return
        place = self.view.place
        self.view.show(self._rows(self.source))
        self._mark()
        if place is not None:
            self.view.go_to_place(place)
        self._wanted = (place, self.view.place)
        self._show_foot()
        self.screen.refresh_bindings()

    def toggle_evidence(self) -> None:
        self.set_filter(replace(self.filter, evidence=not self.filter.evidence))

    def next_level(self) -> None:
        self.set_filter(replace(self.filter, level=_NEXT_LEVEL[self.filter.level]))

    def toggle_matching(self) -> bool:
        """Only lines that match the search, or all; False when there is no search."""
        if self.filter.query is None and self.searching.query is None:
            return False
        self.set_filter(replace(self.filter, query=None if self.filter.query is not None else self.searching.query))
        return True

    def widen(self, by: int) -> None:
        """Show more or fewer lines around those that pass."""
        self.filter = replace(self.filter, context=max(0, self.filter.context + by))
        self._refold()

    def show_all(self) -> None:
        self.set_filter(LogFilter(context=self.filter.context))

    def end_search(self) -> None:
        if self.filter.query is not None:
            self.set_filter(replace(self.filter, query=None))
        super().end_search()

    # The rows

    def _rows(self, source: int) -> Rows:
        self._sifting.stop()
        rows = super()._rows(source)
        if not self.filter.is_set or not isinstance(rows, LogWindow):
            return rows
        folded = FoldedLog(rows)
        folded.refold([], 0)
        return folded

    def _go_to(self, place: LogPlace) -> None:
        if self.folded is not None and self.folded.hides(place[1]):
            self.folded.reveal(place[1] - self.filter.around, place[1] + self.filter.around)
            self.view.rows_changed(None)
        super()._go_to(place)

    def _mark(self) -> None:
        super()._mark()
        stale = self.filter.evidence and self._marked() != self._among
        if self.folded is not None and self.source is not None and (self._sifting.current is None or stale):
            self._among = self._marked()
            self._sifting.begin(self.filter.sieve(self._session.log(self.source), self._among))

    @on(PassAdvanced)
    def _sifted(self, message: PassAdvanced) -> None:
        if self._sifting.take(message):
            self._refold()

    def _refold(self) -> None:
        folded, sieve = self.folded, self._sifting.current
        if folded is None or sieve is None:
            return
        wanted, put = self._wanted
        place = wanted if self.view.place == put and wanted is not None else self.view.place
        folded.refold(sieve.runs, self.filter.around)
        self.view.rows_changed(place)
        self._wanted = (wanted if place == wanted else None, self.view.place)
        self._show_foot()

    @on(LogView.Opened)
    def _opened(self, message: LogView.Opened) -> None:
        row = message.row
        if self.folded is not None and row.hidden:
            self.folded.reveal(row.number, row.number + row.hidden - 1)
            self.view.rows_changed(row.place)
            self._show_foot()

    def _said(self) -> Iterator[Content]:
        yield from super()._said()
        folded, sieve = self.folded, self._sifting.current
        if folded is not None and sieve is not None:
            yield filter_line(self.filter, folded.shown, folded.highest, sieve.percent)
        elif self._filter_waits:
            yield waiting_filter_line(self.filter)
