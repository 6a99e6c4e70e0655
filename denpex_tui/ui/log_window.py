"""The lines of one source around where the user looks, fetched in blocks."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING

from denpex_tui.ui.log_rows import LogPlace, LogRow

if TYPE_CHECKING:
    from denpex_tui.engine.logview import LogFile, LogLine

BLOCK = 64
KEPT = 64
"""Blocks kept: some four thousand lines, whatever the size of the file."""


def shown_text(line: LogLine) -> str:
    """The text of a line, with how much of it is not shown."""
    return f"{line.text} … +{line.cut:,} bytes" if line.cut else line.text


class LogWindow:
    """Reads blocks of ``log`` as they are looked at. ``error`` says in a few words why the last reading failed."""

    label_width = 0

    def __init__(self, log: LogFile, source: int = 0) -> None:
        self.source = source
        self._log = log
        self._blocks: OrderedDict[int, Sequence[LogLine]] = OrderedDict()
        self.count = log.count
        self.error = ""

    def refresh(self) -> bool:
        """Look whether the source grew or shrank; True when it did."""
        before, self.count = self.count, self._log.count
        self.error = ""
        if self.count < before:
            self._blocks.clear()
        self._forget(before // BLOCK)
        self._forget((before - 1) // BLOCK)
        return self.count != before

    def line(self, number: int) -> LogLine | None:
        """Line ``number`` (from 1), or None when there is none or it cannot be read."""
        if not 1 <= number <= self.count or self.error:
            return None
        index, offset = divmod(number - 1, BLOCK)
        block = self._blocks.get(index)
        if block is None:
            block = self._fetch(index)
        else:
            self._blocks.move_to_end(index)
        return block[offset] if offset < len(block) else None

    @property
    def highest(self) -> int:
        """The highest line number."""
        return self.count

    def row(self, index: int) -> LogRow | None:
        """Line ``index`` as a row."""
        line = self.line(index)
        return None if line is None else LogRow(self.source, line.number, shown_text(line))

    def index_of(self, place: LogPlace) -> int:
        """The line itself, or the last one there is."""
        return min(max(place[1], 1), self.count)

    def is_partial(self, row: LogRow) -> bool:
        """Whether the line is the last one and its end has not been written yet."""
        return row.number == self.count and self._log.partial

    def record(self, row: LogRow) -> Sequence[str] | None:
        """The lines of a JSON record; None when the row is none."""
        line = self.line(row.number) if row.text.startswith("{") else None
        if line is None:
            return None
        from denpex_tui.engine.jsonlines import MAX_BYTES
        from denpex_tui.engine.record_text import record_lines

        return record_lines(self._log.read(line.offset, MAX_BYTES).partition(b"\n")[0])

    def close(self) -> None:
        """Give the file back."""
        self._log.close()

    def _fetch(self, index: int) -> Sequence[LogLine]:
        block = self._log.lines(index * BLOCK + 1, BLOCK)
        if not block:
            self.error = "its bytes are gone"
            return ()
        self.error = ""
        self._blocks[index] = block
        if len(self._blocks) > KEPT:
            self._blocks.popitem(last=False)
        return block

    def _forget(self, index: int) -> None:
        self._blocks.pop(index, None)
