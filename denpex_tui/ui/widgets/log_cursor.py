"""The cursor of the log view: moved by keys and clicks, kept in view, and what it is on shown."""

from __future__ import annotations

from rich.cells import cell_len
from textual import events
from textual.message import Message
from textual.reactive import reactive

from denpex_tui.ui.log_marks import matched_span
from denpex_tui.ui.widgets.log_lines import LogLines

SIDEWAYS = 8
"""Columns that one key press scrolls to the side."""
TELLING = 24
"""Columns of a match that are enough to see it, and that are left behind it where its line is moved."""


class LogCursor(LogLines, inherit_bindings=False):
    """Moves over the rows; `LogView` declares the keys."""

    follow: reactive[bool] = reactive(False)
    """Stay at the end while the source grows."""

    class Moved(Message):
        """The cursor, the end or the follow mode changed."""

    def __init__(self) -> None:
        super().__init__()
        self.live = False
        """Whether the source may still grow, so that going to its end means to follow it."""

    def _reveal_cursor(self, margin: int) -> None:
        # By force, here and elsewhere: until the next layout other rows may have no scroll bar yet.
        top = self.scroll_offset.y
        if not self.top_for(self.cursor, self.rows - margin) <= top < self.cursor - margin:
            self.scroll_to(y=self.top_for(self.cursor, self.rows // 3 + 1), animate=False, force=True)

    def _reveal_match(self) -> None:
        """Lines begin at their start; only this one is moved, and only when its match would not be seen."""
        self.left = 0
        text = self.text_at(self.cursor)
        start, end = (cell_len(text[:index]) for index in self._emphasised(text))
        room = self.room
        seen = min(end, start + TELLING) < room
        self.shift = (self.cursor, 0 if seen else max(0, min(start - SIDEWAYS, end - room + TELLING)))
        self.redraw()

    def _emphasised(self, text: str) -> tuple[int, int]:
        """The part of the line under the cursor that it is shown for."""
        if hits := self.hits(text):
            return hits[0]
        row = self.row_at(self.cursor)
        mark = None if row is None else self.mark_of(row)
        span = None if mark is None or mark.event is None else matched_span(mark.event, text)
        return span or (0, 0)

    # Reactions

    def watch_cursor(self) -> None:
        if self.shift[0] != self.cursor:
            self.shift = (0, 0)
        self.post_message(self.Moved())

    def watch_left(self) -> None:
        self.redraw()

    def watch_follow(self, follow: bool) -> None:
        if follow:
            self._to_end()
        self.post_message(self.Moved())

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        super().watch_scroll_y(old_value, new_value)
        self.inner = 0
        if self.follow and new_value < min(old_value, self.top_for(self.count, self.rows)):
            self.follow = False

    def on_click(self, event: events.Click) -> None:
        line = self.line_on(event.get_content_offset_capture(self).y)
        if line is not None:
            self.cursor = line.index

    # Keys

    def _move(self, by: int) -> None:
        if not self.count or self._move_within(by):
            return
        self.follow = self.follow and by > 0
        self.cursor = min(max(self.cursor + by, 1), self.count)
        top = min(max(self.scroll_offset.y, self.top_for(self.cursor, self.rows)), self.cursor - 1)
        self.scroll_to(y=top, animate=False, force=True)

    def _move_within(self, by: int) -> bool:
        """Through a row that is higher than the pane; False at its ends."""
        if not self.reading.is_tall or self.cursor != self.scroll_offset.y + 1:
            return False
        below = len(self.lines_of(self.cursor)) - self.rows
        inner = min(max(self.inner + by, 0), max(below, 0))
        moved = inner != self.inner
        self.inner = inner
        self.refresh()
        return moved

    def _to_end(self) -> None:
        self.cursor = self.count
        self.scroll_to(y=self.top_for(self.count, self.rows), animate=False, force=True)

    def action_cursor_up(self) -> None:
        self._move(-1)

    def action_cursor_down(self) -> None:
        self._move(1)

    def action_page_up(self) -> None:
        top = self.scroll_offset.y
        self._move(min(-1, self.top_for(top + 1, self.rows) - top) if self.reading.is_tall else 1 - self.rows)

    def action_page_down(self) -> None:
        last = self.line_on(self.rows - 1)
        shown = self.rows if last is None else last.index - self.scroll_offset.y
        self._move(max(1, shown - 1))

    def action_first(self) -> None:
        self.inner = 0
        self._move(-self.count)

    def action_last(self) -> None:
        self._to_end()
        self.follow = self.live

    def action_sideways(self, by: int) -> None:
        top = self.scroll_offset.y + 1
        longest = max((cell_len(self.text_at(top + row)) for row in range(self.rows)), default=0)
        left = self.left_of(self.cursor)
        self.shift = (0, 0)
        self.left = min(max(0, left + by * SIDEWAYS), max(0, longest - SIDEWAYS))
        self.redraw()

    def action_line_start(self) -> None:
        self.shift = (0, 0)
        self.left = 0
        self.redraw()
