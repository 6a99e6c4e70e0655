"""The lines of one source, drawn one by one from byte offsets, so that a file of any size opens at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from textual.cache import LRUCache
from textual.reactive import reactive
from textual.selection import Selection
from textual.strip import Strip

from denpex_tui.ui.log_layout import ScreenLine
from denpex_tui.ui.log_marks import LineMark, Marks
from denpex_tui.ui.log_rows import LogPlace, LogRow
from denpex_tui.ui.log_strip import LogStyles, StyledSpan, mark_spans, text_strip
from denpex_tui.ui.widgets.log_rows_view import LogRowsView
from denpex_tui.ui.widgets.log_styles import COMPONENTS, log_styles

if TYPE_CHECKING:
    from denpex_tui.engine.search.query import Query, Span

COPIED_LINES = 5000
"""At most so many lines are copied from a mouse selection."""


class LogLines(LogRowsView, inherit_bindings=False):
    """Draws what is in view, evidence marked; the cursor is set by `LogView`."""

    COMPONENT_CLASSES = COMPONENTS

    left: reactive[int] = reactive(0)
    """First column that is seen."""

    def __init__(self) -> None:
        super().__init__()
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

    def mark_of(self, row: LogRow) -> LineMark | None:
        return None if row.hidden else self.marks.get(row.source, {}).get(row.number)

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
        self._tall.clear()
        self.refresh()

    def render_line(self, y: int) -> Strip:
        width = self.scrollable_content_region.width
        self._styles = self._styles or log_styles(self)
        line = self.line_on(y)
        if line is None:
            return self._notice(y, width, self._styles)
        if self.reading.is_tall:
            return self._line(line, self._styles) or self._notice(y, width, self._styles)
        key = (line.index, width, self.left_of(line.index), line.index == self.cursor)
        strip = self._strips.get(key)
        if strip is None:
            strip = self._line(line, self._styles) or self._notice(y, width, self._styles)
            self._strips[key] = strip
        return strip

    def _line(self, line: ScreenLine, styles: LogStyles) -> Strip | None:
        index, row = line.index, self.row_at(line.index)
        if row is None or self.content is None:
            return None
        mark, current = self.mark_of(row), index == self.cursor
        spans = self._spans(row, line, mark, styles)
        left = 0 if self.reading.wrap else self.left_of(index)
        base = styles.note if row.hidden else styles.partial if self.content.is_partial(row) else styles.text
        text = text_strip(line.text[line.first : line.last], left, self.room, base, spans, styles.note)
        kept = not row.hidden and row.place in self.bookmarks
        edge = self.gutter_shape.segments(row, mark, current, kept, line.leads, styles)
        return Strip([*edge, *text.apply_offsets(line.first + left, index - 1)])

    def _spans(self, row: LogRow, line: ScreenLine, mark: LineMark | None, styles: LogStyles) -> list[StyledSpan]:
        spans: list[StyledSpan] = []
        if not row.hidden:
            spans = mark_spans(line.text, mark, styles)
            spans += [(*span, styles.hit) for span in self.hits(line.text)]
        spans += self._selected_span(line.index, len(line.text))
        return [(start - line.first, end - line.first, style) for start, end, style in spans]

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
