"""The log pane that goes to a line, a time, a step or a bookmark."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from textual import on
from textual.content import Content

from denpex_tui.engine.model import Snapshot
from denpex_tui.ui.log_layout import Reading
from denpex_tui.ui.log_rows import LogPlace
from denpex_tui.ui.messages import PlaceFound
from denpex_tui.ui.widgets.filtered_log import FilteredLogPane
from denpex_tui.ui.widgets.log_prompt import LogPrompt, Purpose

if TYPE_CHECKING:  # the screen is painted before the engine is loaded
    from denpex_tui.engine.log_end import LogEnd
    from denpex_tui.engine.search.goto import Goto, StepAt


class GotoLogPane(FilteredLogPane):
    """What has to be looked for in the log is looked for on a thread."""

    def ask_where(self) -> None:
        """Take a line, a time or a step to go to."""
        self.prompt.ask(Purpose.GOTO)
        self._show_foot()

    @on(LogPrompt.Done)
    def _where(self, message: LogPrompt.Done) -> None:
        if message.purpose is not Purpose.GOTO:
            return
        from denpex_tui.engine.search.goto import GotoError, parse_goto

        place = self.view.place
        try:
            goto = parse_goto(message.text)
        except GotoError as error:
            self.app.notify(str(error), severity="warning", markup=False)
            return
        self._close_prompt()
        if place is not None:
            end = None if self.glanced is None else self.glanced.end
            self._run_in_thread(partial(self._find, goto, place, self.snapshot, end))

    @on(LogPrompt.Left)
    def _not_there(self, message: LogPrompt.Left) -> None:
        if message.purpose is not Purpose.SEARCH:
            self._close_prompt()

    def _find(self, goto: Goto, place: LogPlace, snapshot: Snapshot | None, end: LogEnd | None) -> None:
        from denpex_tui.engine.search.goto import GotoError, Kind, find_line

        source, line = place
        steps = _steps(snapshot, source) if goto.kind is Kind.STEP and snapshot is not None else []
        try:
            found, why = find_line(self._session.log(source), goto, line, steps, end), ""
        except GotoError as error:
            found, why = 0, str(error)
        self.post_message(PlaceFound(source, found, why))

    @on(PlaceFound)
    def _found(self, message: PlaceFound) -> None:
        if message.line:
            self.open_line(message.source, message.line)
        else:
            self.app.notify(message.why, severity="warning", markup=False)

    # How it is read

    def begin_reading(self, reading: Reading) -> None:
        """Read the log as it was read the last time."""
        if reading != self.view.reading:
            self.view.read_as(reading)

    def turn_reading(self, what: str) -> None:
        """Turn ``wrap``, ``pretty`` or ``numbers`` on or off."""
        reading = self.view.reading
        self.view.read_as(replace(reading, **{what: not getattr(reading, what)}))
        self._title()

    # Bookmarks

    def toggle_bookmark(self) -> str:
        """Put a bookmark on the line under the cursor, or take it away; else say why not."""
        row = self.view.row_at(self.view.cursor)
        if row is not None and row.number < 1:
            return "lines are marked by their numbers: this one is counted once its log has been read"
        if row is not None and not row.hidden:
            self.view.bookmarks ^= {row.place}
            self.view.redraw()
        return ""

    def next_bookmark(self) -> bool:
        """Go to the next bookmark, across sources and round; False when there is none."""
        places = sorted(self.view.bookmarks)
        here = self.view.place or (-1, 0)
        if not places:
            return False
        self.open_line(*next((place for place in places if place > here), places[0]))
        return True

    def _said(self) -> Iterator[Content]:
        yield from super()._said()
        if self.prompt.display and self.prompt.purpose is Purpose.GOTO:
            yield Content.styled("⏎ goes there, esc stays here", "dim")


def _steps(snapshot: Snapshot, source: int) -> list[StepAt]:
    """The steps that are known of a source, in its order."""
    points = (point for each in snapshot.series for point in each.points if point.place.source == source)
    known = {(point.step, point.place.line) for point in points if point.step is not None}
    return sorted(known, key=lambda at: at[1])
