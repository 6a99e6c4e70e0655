"""A log that is still being read: its lines as far as they are counted, then a gap, then its end.

The lines of the end have no number yet: they stand under the numbers below zero that events know them by. Once the
reading has come to the end they are counted, and the rows are those of the whole log.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from denpex_tui.ui import words
from denpex_tui.ui.glyphs import ELLIPSIS
from denpex_tui.ui.log_rows import LogPlace, LogRow
from denpex_tui.ui.log_window import LogWindow

if TYPE_CHECKING:
    from denpex_tui.engine.log_end import LogEnd
    from denpex_tui.engine.logview import LogFile


class GlancedLog:
    """`refresh` takes note of how far the reading is."""

    label_width = 0

    def __init__(self, log: LogFile, end: LogEnd, source: int) -> None:
        self.source = source
        self.end = end
        self._log = log
        self._whole = LogWindow(log, source)
        self._tail = LogWindow(end, source)
        self.is_counted = False
        """Whether the lines of the end have numbers."""
        self._before = 0
        """Lines before the end: those that are counted so far, or all."""
        self.refresh()

    def refresh(self) -> bool:
        """More lines may be counted by now; True when the rows are others."""
        before = (self.count, self.is_counted)
        if not self.is_counted:
            self.is_counted = self._log.size >= self.end.until or self.end.is_past()
            self._before = self._log.line_at(self.end.begin) - 1 if self._log.count else 0
        self._whole.refresh()  # after that: what lies before the end is in the window
        return (self.count, self.is_counted) != before

    @property
    def error(self) -> str:
        return self._whole.error if self.is_counted else self._tail.error

    @property
    def counted(self) -> int:
        """Lines of the log that have numbers."""
        return self._whole.count if self.is_counted else self._before

    @property
    def count(self) -> int:
        return self._whole.count if self.is_counted else self._before + 1 + self._tail.count

    @property
    def highest(self) -> int:
        """Before the lines are counted, about what it will be: the text is not to move when it is known."""
        if self.is_counted:
            return self._whole.count
        return max(self._before, self.end.until * self._tail.count // max(1, self.end.size))

    def row(self, index: int) -> LogRow | None:
        if self.is_counted or index <= self._before:
            return self._whole.row(index)
        if index == self._before + 1:
            return LogRow(self.source, index, self._gap(), hidden=1)
        line = self._tail.row(index - self._before - 1)
        return None if line is None else LogRow(self.source, self.end.unknown(line.number), line.text)

    def _gap(self) -> str:
        missing = words.size(max(0, self.end.begin - min(self._log.size, self.end.begin)))
        return f"{ELLIPSIS} {missing} that are still to be read"

    def known(self, place: LogPlace) -> LogPlace:
        """A place of this log with the line's number, if that is known by now."""
        source, number = place
        if not self.is_counted or number > 0 or source != self.source:
            return place
        return source, self._before + self.end.of_unknown(number)

    def index_of(self, place: LogPlace) -> int:
        line = self.known(place)[1]
        if line > 0:
            return min(line, self._whole.count if self.is_counted else self._before + 1)
        return min(self._before + 1 + max(0, self.end.of_unknown(line)), self.count)

    def offset_at(self, index: int) -> int:
        """The byte at which a row of the end begins, or up to which the log has been read."""
        line = index - self._before - 1
        return self.end.begin + (self.end.offset_of(line) or 0) if line > 0 else self._log.size

    def is_partial(self, row: LogRow) -> bool:
        if self.is_counted or row.number > 0:
            return self._whole.is_partial(row)
        return self._tail.is_partial(self._in_tail(row))

    def record(self, row: LogRow) -> Sequence[str] | None:
        if row.hidden:
            return None
        return self._whole.record(row) if row.number > 0 else self._tail.record(self._in_tail(row))

    def _in_tail(self, row: LogRow) -> LogRow:
        return LogRow(row.source, self.end.of_unknown(row.number), row.text)

    def close(self) -> None:
        """Give the files back."""
        self._whole.close()
        self._tail.close()
