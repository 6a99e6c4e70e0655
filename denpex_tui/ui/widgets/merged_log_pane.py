"""The log pane that shows several ranks as one log, by corrected time, and one of them alone again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial

from textual import on
from textual.content import Content

from denpex_tui.engine.model import Snapshot, Source
from denpex_tui.ui import words
from denpex_tui.ui.log_filter import LogFilter
from denpex_tui.ui.log_rows import LogPlace
from denpex_tui.ui.merged_log import MergedLog
from denpex_tui.ui.merging import Selection, Wish, merged_line, of_incident, of_ranks, read_window, wished
from denpex_tui.ui.messages import MergeRead
from denpex_tui.ui.rank_list import RankListError, parse_ranks
from denpex_tui.ui.session_like import SessionLike
from denpex_tui.ui.sources import find
from denpex_tui.ui.widgets.goto_log import GotoLogPane
from denpex_tui.ui.widgets.log_prompt import LogPrompt, Purpose
from denpex_tui.ui.widgets.log_view import LogView

ALONE = "filters work on one log: M shows one alone again"


class MergedLogPane(GotoLogPane):
    """Windows are read on a thread, around the line that is wanted."""

    def __init__(self, session: SessionLike) -> None:
        super().__init__(session)
        self.selection: Selection | None = None
        """What is merged; None while one source is shown."""
        self._reading = False

    @property
    def merged(self) -> MergedLog | None:
        content = self.view.content
        return content if isinstance(content, MergedLog) else None

    def take(self, snapshot: Snapshot) -> None:
        super().take(snapshot)
        merged = self.merged
        if merged is not None and merged.is_outdated and not merged.merged.after and not self._reading:
            self._read(self.view.place, merged.merged.end)

    # Which logs

    def toggle_merged(self) -> str:
        """The first rank and its collateral as one log, or one alone; else why not."""
        if self.selection is not None:
            self.show_one()
            return ""
        selection = None if self.snapshot is None else of_incident(self.snapshot)
        if selection is None or len(selection.sources) < 2:
            if self.glanced is not None:
                return "logs are merged once their lines are counted: they are still being read"
            return "these ranks have no logs of their own to be merged; @ chooses ranks"
        self._merge(selection)
        return ""

    def ask_for_ranks(self) -> None:
        """Take the ranks to be shown."""
        self.prompt.ask(Purpose.RANKS)
        self._show_foot()

    @on(LogPrompt.Done)
    def _ranks(self, message: LogPrompt.Done) -> None:
        if message.purpose is not Purpose.RANKS or self.snapshot is None:
            return
        try:
            ranks = parse_ranks(message.text)
        except RankListError as error:
            self.app.notify(str(error), severity="warning", markup=False)
            return
        self._close_prompt()
        self._show_ranks(ranks, self.snapshot)

    def _show_ranks(self, ranks: tuple[int, ...], snapshot: Snapshot) -> None:
        selection, source = of_ranks(snapshot, ranks), find(snapshot, self.source)
        if len(selection.sources) > 1:
            self._merge(selection)
        elif selection.sources:
            self.show_one(selection.sources[0])
        elif source is not None and source.rank is None:
            self.show_one()
            self.set_filter(replace(self.filter, ranks=frozenset(ranks)))
        else:
            self.app.notify(f"no log of {words.ranks(ranks)} was read", severity="warning", markup=False)

    def show_one(self, source: int | None = None) -> None:
        """One source alone: the one that the cursor is in, where it is, or another."""
        place = self.view.place
        if self.selection is not None:
            source = self.source if source is None else source
            self.selection, self.source = None, None
        if source is not None:
            self._open(source)
            self._mark()
            if place is not None and place[0] == source:
                self._go_to(place)
        self._show_foot()
        self.screen.refresh_bindings()

    def _merge(self, selection: Selection) -> None:
        self.filter = LogFilter(context=self.filter.context)
        self.selection = selection
        self._read(self.view.place, None)

    # Reading a window

    def _read(self, place: LogPlace | None, moment: float | None) -> None:
        if self.snapshot is None or self.selection is None:
            return
        self._reading = True
        wish = wished(self._session, self.snapshot, self.selection, place, moment)
        self._run_in_thread(partial(self._read_window, wish))

    def _read_window(self, wish: Wish) -> None:
        self.post_message(MergeRead(wish.selection, read_window(wish), wish.place))

    @on(MergeRead)
    def _window_read(self, message: MergeRead) -> None:
        self._reading = False
        if message.selection is not self.selection:
            return
        rows = message.rows
        if not rows.count:
            self.selection = None
            self.app.notify("the lines of these logs have no times to merge them by", severity="warning", markup=False)
            return
        follow = self.view.follow
        self.view.show(rows)
        self._follow_cursor()
        self._mark()
        if message.place is not None and rows.holds(message.place):
            self.view.go_to_place(message.place)
        else:
            self.view.go_to(rows.focus)
        self.view.follow = follow
        self._show_foot()
        self.screen.refresh_bindings()

    @on(LogView.Moved)
    def _follow_cursor(self) -> None:
        if self.merged is not None and (place := self.view.place) is not None:
            self.source = place[0]

    @on(LogView.Opened)
    def _read_on(self, message: LogView.Opened) -> None:
        merged = self.merged
        if merged is not None and message.row.hidden:
            first = self.view.cursor == 1
            self._read(message.row.place, merged.merged.start if first else merged.merged.end)

    # What differs from one source alone

    def _open(self, source: int | None) -> None:
        if self.selection is not None and source is not None:
            if source in self.selection.sources:
                self.source = source
                return
            self.selection, self.source = None, None
        super()._open(source)

    def _go_to(self, place: LogPlace) -> None:
        merged = self.merged
        if self.selection is not None and (merged is None or not merged.holds(place)):
            self._read(place, None)
        else:
            super()._go_to(place)

    def turn(self, by: int) -> bool:
        if self.selection is not None:
            self.show_one()
        return super().turn(by)

    def set_filter(self, log_filter: LogFilter) -> None:
        if self.selection is not None:
            self.app.notify(ALONE, markup=False)
        else:
            super().set_filter(log_filter)

    def show_all(self) -> None:
        if self.selection is not None:
            self.show_one()
        else:
            super().show_all()

    def _shown(self) -> Iterable[int]:
        return super()._shown() if self.selection is None else self.selection.sources

    def _lead(self, source: Source) -> str:
        lead = super()._lead(source)
        return lead if self.merged is None else lead.replace("Log  ", "Log  merged · ", 1)

    def _lines_of(self, source: Source) -> int:
        return super()._lines_of(source) if self.merged is None else source.lines

    def _said(self) -> Iterator[Content]:
        yield from super()._said()
        if self.prompt.display and self.prompt.purpose is Purpose.RANKS:
            yield Content.styled("several ranks are shown as one log, by corrected time; esc leaves", "dim")
        elif self.selection is not None and self.merged is not None:
            yield merged_line(self.selection, self.merged)
