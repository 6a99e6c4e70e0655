"""The rows of the log view, and which of them stands in which line of the screen: one each, or several where tall."""

from __future__ import annotations

from textual.cache import LRUCache
from textual.geometry import Size
from textual.reactive import reactive
from textual.scroll_view import ScrollView

from denpex_tui.ui.log_layout import Reading, ScreenLine, screen_lines
from denpex_tui.ui.log_rows import LogPlace, LogRow, Rows
from denpex_tui.ui.log_strip import Gutter


class LogRowsView(ScrollView, inherit_bindings=False):
    """Scrolls by rows: the first row that is seen is the one at the scroll position."""

    cursor: reactive[int] = reactive(0)
    """Number of the row under the cursor, from 1; 0 where there is none."""

    def __init__(self) -> None:
        super().__init__()
        self.content: Rows | None = None
        self.reading = Reading()
        self.inner = 0
        """Lines of the screen of the first row that are above the pane, where the row is higher than the pane."""
        self._tall: LRUCache[tuple[int, int], list[ScreenLine]] = LRUCache(256)
        """The lines of the screen that rows take, by row and width."""

    @property
    def count(self) -> int:
        """Rows of the content."""
        return 0 if self.content is None else self.content.count

    @property
    def rows(self) -> int:
        """Rows in view."""
        return self.scrollable_content_region.height

    @property
    def room(self) -> int:
        """Cells for the text."""
        return max(1, self.scrollable_content_region.width - self.gutter_shape.width)

    @property
    def gutter_shape(self) -> Gutter:
        if self.content is None:
            return Gutter()
        return Gutter(self.content.highest, self.content.label_width, self.reading.numbers)

    def row_at(self, index: int) -> LogRow | None:
        """A row; None when there is none."""
        return None if self.content is None else self.content.row(index)

    @property
    def place(self) -> LogPlace | None:
        """Source and line under the cursor."""
        row = self.row_at(self.cursor)
        return None if row is None else row.place

    def text_at(self, index: int) -> str:
        """The text of a row; empty when there is none."""
        row = self.row_at(index)
        return "" if row is None else row.text

    def resize_to_source(self) -> None:
        """A row that takes several lines scrolls as one: even the last may then be the first that is seen."""
        below = max(0, self.rows - 1) if self.reading.is_tall and self.count else 0
        self.virtual_size = Size(self.scrollable_content_region.width, self.count + below)

    def lines_of(self, index: int) -> list[ScreenLine]:
        """The lines of the screen that a row takes."""
        row = self.row_at(index)
        if row is None or self.content is None:
            return []
        if not self.reading.is_tall:
            return [ScreenLine(index, row.text, 0, len(row.text))]
        key = (index, self.room)
        lines = self._tall.get(key)
        if lines is None:
            texts = (self.content.record(row) if self.reading.pretty else None) or [row.text]
            lines = screen_lines(index, texts, self.room, self.reading.wrap and not row.hidden)
            self._tall[key] = lines
        return lines

    def line_on(self, y: int) -> ScreenLine | None:
        """What stands in a line of the screen."""
        index = self.scroll_offset.y + 1
        if not self.reading.is_tall:
            return next(iter(self.lines_of(index + y)), None)
        y += self.inner
        while lines := self.lines_of(index):
            if y < len(lines):
                return lines[y]
            y -= len(lines)
            index += 1
        return None

    def top_for(self, index: int, lines: int) -> int:
        """The scroll position at which a row ends at most ``lines`` lines below the top."""
        if not self.reading.is_tall:
            return max(0, index - max(1, lines))
        used = len(self.lines_of(index))
        while index > 1 and (used := used + len(self.lines_of(index - 1))) <= lines:
            index -= 1
        return max(0, index - 1)
