"""Several sources as one log, each line labelled with its rank; the lines themselves are read as they are seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from denpex_tui.ui.log_rows import LogPlace, LogRow, fold
from denpex_tui.ui.log_window import LogWindow

if TYPE_CHECKING:
    from denpex_tui.engine.search.merging import Merged, TimedLog


class MergedLog:
    """The rows of a window; what lies before and after it is one fold each."""

    def __init__(self, merged: Merged, logs: Sequence[TimedLog], labels: Mapping[int, str]) -> None:
        self.merged = merged
        self.logs = tuple(logs)
        self._labels = labels
        self._windows = {each.source: LogWindow(each.log, each.source) for each in logs}
        self._sizes = self._counts()
        self._index = {place: at + 1 for at, place in enumerate(merged.places, bool(merged.before))}
        self.label_width = max(map(len, labels.values()), default=0)
        self.error = ""

    def _counts(self) -> list[int]:
        return [each.log.count for each in self.logs]

    @property
    def count(self) -> int:
        return len(self.merged.places) + bool(self.merged.before) + bool(self.merged.after)

    @property
    def highest(self) -> int:
        return max(self._sizes, default=0)

    def row(self, index: int) -> LogRow | None:
        at = index - 1 - bool(self.merged.before)
        places = self.merged.places
        if at == -1 and self.merged.before:
            return fold(places[0][0], places[0][1], self.merged.before, " of these ranks before, ⏎ reads them")
        if at == len(places) and self.merged.after:
            return fold(places[-1][0], places[-1][1], self.merged.after, " of these ranks after, ⏎ reads them")
        if not 0 <= at < len(places):
            return None
        source, line = places[at]
        row = self._windows[source].row(line)
        text = "" if row is None else row.text
        return LogRow(source, line, text, self._labels.get(source, ""))

    @property
    def focus(self) -> int:
        """The row of the moment that the window was read for."""
        return self.merged.focus + 1 + bool(self.merged.before)

    def holds(self, place: LogPlace) -> bool:
        """Whether a line is within the window."""
        return place in self._index

    def index_of(self, place: LogPlace) -> int:
        return self._index.get(place, 1)

    def refresh(self) -> bool:
        """The window stays; `is_outdated` tells when there is more."""
        return False

    @property
    def is_outdated(self) -> bool:
        """Whether a log has grown or shrunk since the window was read."""
        return self._counts() != self._sizes

    def is_partial(self, row: LogRow) -> bool:
        return self._windows[row.source].is_partial(row)

    def record(self, row: LogRow) -> Sequence[str] | None:
        return None if row.hidden else self._windows[row.source].record(row)

    def close(self) -> None:
        for window in self._windows.values():
            window.close()
