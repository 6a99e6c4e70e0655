"""The lines of one source, drawn one by one from byte offsets, so that a file of any size opens at once."""

from __future__ import annotations

from collections.abc import Mapping

from textual.cache import LRUCache
from textual.geometry import Size
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.selection import Selection
from textual.strip import Strip

from denpex_tui.engine.search.query import Query, Span
from denpex_tui.ui.log_marks import LineMark, Marks
from denpex_tui.ui.log_rows import LogPlace, LogRow, Rows
from denpex_tui.ui.log_strip import LogStyles, StyledSpan, gutter, gutter_width, mark_spans, text_strip
from denpex_tui.ui.widgets.log_styles import COMPONENTS, log_styles

COPIED_LINES = 5000
"""At most so many lines are copied from a mouse selection."""


class LogLines(ScrollView, inherit_bindings=False):
    """Draws what is in view, evidence marked; the cursor is set by `LogView`."""

    COMPONENT_CLASSES = COMPONENTS

    cursor: reactive[int] = reactive(0)
    """Number of the row under the cursor, from 1; 0 where there is none."""
    left: reactive[int] = reactive(0)
    """First column that is seen."""

    def __init__(self) -> None:
        super().__init__()
        self.content: Rows | None = None
        self.marks: Mapping[int, Marks] = {}
        """By source."""
        self.bookmarks: set[LogPlace] = set()
        self.sought: Query | None = None
        """What is searched for."""
        self.shift = (0, 0)
        """A line, and by how many columns it alone is moved so that what it is shown for is seen."""
        self.empty_text = ""
        """What to say in place of lines."""
        self._strips: LRUCache[tuple[int, int, int, bool], Strip] = LRUCache(512)
        self._styles: LogStyles | None = None

    @property
    def count(self) -> int:
        """Rows of the content."""
        return 0 if self.content is None else self.content.count

    @property
    def edge_width(self) -> int:
        """Cells before the text."""
        return 0 if self.content is None else gutter_width(self.content.highest, self.content.label_width)

    def row_at(self, index: int) -> LogRow | None:
        """A row; None when there is none."""
        return None if self.content is None else self.content.row(index)

    @property
    def place(self) -> LogPlace | None:
        """Source and line under the cursor."""
        row = self.row_at(self.cursor)
        return None if row is None else row.place

    def mark_of(self, row: LogRow) -> LineMark | None:
        return None if row.hidden else self.marks.get(row.source, {}).get(row.number)

    @property
    def rows(self) -> int:
        """Rows in view."""
        return self.scrollable_content_region.height

    def text_at(self, index: int) -> str:
        """The text of a row; empty when there is none."""
        row = self.row_at(index)
        return "" if row is None else row.text

    def left_of(self, number: int) -> int:
        """First column of a line that is seen."""
        line, by = self.shift
        return self.left + (by if line == number else 0)

    def hits(self, text: str) -> list[Span]:
        """The parts of a line that are searched for."""
        return [] if self.sought is None else self.sought.spans(text)

    def set_marks(self, marks: Mapping[int, Marks]) -> None:
        self.marks = marks
        self.redraw()

    def redraw(self) -> None:
        """Draw everything anew: the source, the marks or the styles changed."""
        self._strips.clear()
        self.refresh()

    def resize_to_source(self) -> None:
        self.virtual_size = Size(self.scrollable_content_region.width, self.count)

    def render_line(self, y: int) -> Strip:
        index = self.scroll_offset.y + y + 1
        width = self.scrollable_content_region.width
        cache_key = (index, width, self.left_of(index), index == self.cursor)
        strip = self._strips.get(cache_key)
        if strip is None:
            self._styles = self._styles or log_styles(self)
            strip = self._line(index, width, self._styles) or self._notice(y, width, self._styles)
            self._strips[cache_key] = strip
        return strip

    def _line(self, index: int, width: int, styles: LogStyles) -> Strip | None:
        row = self.row_at(index)
        if row is None or self.content is None:
            return None
        mark, current = self.mark_of(row), index == self.cursor
        spans = self._spans(row, index, mark, styles)
        left = self.left_of(index)
        base = styles.note if row.hidden else styles.partial if self.content.is_partial(row) else styles.text
        text = text_strip(row.text, left, max(1, width - self.edge_width), base, spans, styles.note)
        kept = not row.hidden and row.place in self.bookmarks
        edge = gutter(row, self.content.highest, self.content.label_width, mark, current, kept, styles)
        return Strip([*edge, *text.apply_offsets(left, index - 1)])

    def _spans(self, row: LogRow, index: int, mark: LineMark | None, styles: LogStyles) -> list[StyledSpan]:
        if row.hidden:
            return self._selected_span(index, len(row.text))
        spans = mark_spans(row.text, mark, styles)
        spans += [(*span, styles.hit) for span in self.hits(row.text)]
        return spans + self._selected_span(index, len(row.text))

    def _notice(self, y: int, width: int, styles: LogStyles) -> Strip:
        """Why there is no line, on the first row; blank below and after the last line."""
        gone = "" if self.content is None else self.content.error
        text = self.empty_text if self.content is None or not self.count else ""
        if gone:
            text = f"this file cannot be read any more ({gone}); it is shown again when it comes back"
        return text_strip(text if y == 0 else "", 0, width, styles.note, (), styles.note)

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._styles = None
        self.redraw()

    def on_resize(self) -> None:
        self.resize_to_source()
        self.redraw()

    # Selecting text with the mouse

    def _selected_span(self, number: int, length: int) -> list[StyledSpan]:
        selection = self.text_selection
        span = None if selection is None else selection.get_span(number - 1)
        if span is None:
            return []
        start, end = span
        return [(start, length if end == -1 else end, self.screen.get_component_rich_style("screen--selection"))]

    def selection_updated(self, selection: Selection | None) -> None:  # noqa: ARG002
        self.redraw()

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        first = 0 if selection.start is None else selection.start.y
        last = self.count - 1 if selection.end is None else selection.end.y
        lines = []
        for row in range(first, min(last, first + COPIED_LINES) + 1):
            text = self.text_at(row + 1)
            start, end = selection.get_span(row) or (0, 0)
            lines.append(text[start : len(text) if end == -1 else end])
        return "\n".join(lines), "\n"
