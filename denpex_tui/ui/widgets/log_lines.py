"""The lines of one source, drawn one by one from byte offsets, so that a file of any size opens at once."""

from __future__ import annotations

from textual.cache import LRUCache
from textual.geometry import Size
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.selection import Selection
from textual.strip import Strip

from denpex_tui.engine.search.query import Query, Span
from denpex_tui.ui.log_marks import Marks
from denpex_tui.ui.log_strip import LogStyles, StyledSpan, gutter, gutter_width, mark_spans, text_strip
from denpex_tui.ui.log_window import LogWindow, shown_text
from denpex_tui.ui.widgets.log_styles import COMPONENTS, log_styles

COPIED_LINES = 5000
"""At most so many lines are copied from a mouse selection."""


class LogLines(ScrollView, inherit_bindings=False):
    """Draws what is in view, evidence marked; the cursor is set by `LogView`."""

    COMPONENT_CLASSES = COMPONENTS

    cursor: reactive[int] = reactive(0)
    """Line number under the cursor, from 1; 0 in an empty source."""
    left: reactive[int] = reactive(0)
    """First column that is seen."""

    def __init__(self) -> None:
        super().__init__()
        self.window: LogWindow | None = None
        self.marks: Marks = {}
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
        """Lines of the source."""
        return 0 if self.window is None else self.window.count

    @property
    def rows(self) -> int:
        """Rows in view."""
        return self.scrollable_content_region.height

    def text_at(self, number: int) -> str:
        """The text of a line; empty when there is none."""
        line = None if self.window is None else self.window.line(number)
        return "" if line is None else shown_text(line)

    def left_of(self, number: int) -> int:
        """First column of a line that is seen."""
        line, by = self.shift
        return self.left + (by if line == number else 0)

    def hits(self, text: str) -> list[Span]:
        """The parts of a line that are searched for."""
        return [] if self.sought is None else self.sought.spans(text)

    def set_marks(self, marks: Marks) -> None:
        self.marks = marks
        self.redraw()

    def redraw(self) -> None:
        """Draw everything anew: the source, the marks or the styles changed."""
        self._strips.clear()
        self.refresh()

    def resize_to_source(self) -> None:
        self.virtual_size = Size(self.scrollable_content_region.width, self.count)

    def render_line(self, y: int) -> Strip:
        number = self.scroll_offset.y + y + 1
        width = self.scrollable_content_region.width
        cache_key = (number, width, self.left_of(number), number == self.cursor)
        strip = self._strips.get(cache_key)
        if strip is None:
            self._styles = self._styles or log_styles(self)
            strip = self._line(number, width, self._styles) or self._notice(y, width, self._styles)
            self._strips[cache_key] = strip
        return strip

    def _line(self, number: int, width: int, styles: LogStyles) -> Strip | None:
        line = None if self.window is None else self.window.line(number)
        if line is None or self.window is None:
            return None
        shown, mark = shown_text(line), self.marks.get(number)
        room = max(1, width - gutter_width(self.count))
        base = styles.partial if self.window.is_partial(number) else styles.text
        spans = mark_spans(shown, mark, styles)
        spans += [(*span, styles.hit) for span in self.hits(shown)]
        spans += self._selected_span(number, len(shown))
        left = self.left_of(number)
        text = text_strip(shown, left, room, base, spans, styles.note)
        edge = gutter(number, self.count, mark, number == self.cursor, styles)
        return Strip([*edge, *text.apply_offsets(left, number - 1)])

    def _notice(self, y: int, width: int, styles: LogStyles) -> Strip:
        """Why there is no line, on the first row; blank below and after the last line."""
        gone = "" if self.window is None else self.window.error
        text = self.empty_text if self.window is None or not self.count else ""
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
