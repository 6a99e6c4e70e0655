"""The log view: a cursor over the lines of one source, jumps to evidence, follows the end of a live log."""

from __future__ import annotations

from textual.message import Message

from denpex_tui.ui.bindings import key, movement
from denpex_tui.ui.log_layout import Reading
from denpex_tui.ui.log_rows import LogPlace, LogRow, Rows
from denpex_tui.ui.widgets.log_cursor import LogCursor


class LogView(LogCursor, can_focus=True, inherit_bindings=False):
    """Shows one source; knows neither its name nor why it is shown."""

    HELP_TITLE = "Log pane"
    BINDINGS = [
        *movement("log", lines="line"),
        key("log.left", "left,h", "sideways(-1)", "left", "scroll to the left"),
        key("log.right", "right,l", "sideways(1)", "right", "scroll to the right"),
        key("log.open", "enter", "open", "unfold", "show the lines that a fold hides"),
        key("log.line_start", "0", "line_start", "line start", "back to the first column"),
    ]

    class Opened(Message):
        """Enter was pressed on a row."""

        def __init__(self, row: LogRow) -> None:
            super().__init__()
            self.row = row

    def show(self, content: Rows) -> None:
        """Show other rows, from their beginning."""
        if self.content is not None:
            self.content.close()
        self.content = content
        self.follow = False
        self.left, self.shift, self.inner = 0, (0, 0), 0
        self.cursor = min(1, self.count)
        self.resize_to_source()
        self.scroll_to(0, 0, animate=False, force=True)
        self.redraw()

    def on_unmount(self) -> None:
        if self.content is not None:
            self.content.close()

    def grown(self) -> None:
        """The source may have grown, or shrunk."""
        if self.content is None:
            return
        place = self.place
        if self.content.refresh():
            self.rows_changed(place)
            if self.follow:
                self._to_end()
        self.redraw()

    def rows_changed(self, place: LogPlace | None) -> None:
        """There are other rows: the cursor is on ``place``, as high on the screen as it was."""
        height = self.cursor - self.scroll_offset.y
        self.resize_to_source()
        index = self.cursor if place is None or self.content is None else self.content.index_of(place)
        index = min(max(index, 1), self.count)
        if index != self.cursor:
            row, (shifted, by) = self.row_at(index), self.shift
            stays = shifted == self.cursor and row is not None and not row.hidden
            self.shift = (index, by) if stays else (0, 0)
            self.cursor = index
            self.scroll_to(y=max(0, index - height), animate=False, force=True)
        self.redraw()
        self.post_message(self.Moved())

    def read_as(self, reading: Reading) -> None:
        """Wrap lines, write records out, or leave the numbers away; the cursor stays in view."""
        self.reading, self.inner = reading, 0
        self.left, self.shift = 0, (0, 0)
        self.resize_to_source()
        self.redraw()
        self._reveal_cursor(0)

    def go_to_place(self, place: LogPlace) -> None:
        """Put the cursor on a line of a source, or on the fold that hides it."""
        if self.content is not None:
            self.go_to(self.content.index_of(place))

    def go_to(self, number: int) -> None:
        """Put the cursor on a row with context around it; what it is shown for is seen, with its start if it fits."""
        if not self.count:
            return
        self.follow = False
        self.cursor = min(max(number, 1), self.count)
        self._reveal_match()
        self._reveal_cursor(self.rows // 4)

    def on_resize(self) -> None:
        """The cursor's line stays in view when the pane gets smaller, as when a caption appears above it."""
        super().on_resize()
        self.call_after_refresh(self._reveal_cursor, 0)

    def action_open(self) -> None:
        row = self.row_at(self.cursor)
        if row is not None:
            self.post_message(self.Opened(row))
