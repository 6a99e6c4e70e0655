"""The lines of one source that a filter lets through; the others are folded, and each fold may be opened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import merge

from denpex_tui.engine.search.runs import Folding, Run, Runs
from denpex_tui.ui.log_rows import LogPlace, LogRow, fold
from denpex_tui.ui.log_window import LogWindow


class FoldedLog:
    """`refold` takes what the filter lets through by now."""

    label_width = 0

    def __init__(self, window: LogWindow) -> None:
        self._window = window
        self._runs: Runs | list[Run] = []
        self._context = 0
        self._opened: list[Run] = []
        """Folds that the user opened."""
        self._folding = Folding((), 0)
        self._given_up = 0

    def refold(self, runs: Runs | list[Run], context: int) -> None:
        """Show other lines, or more of them."""
        self._runs, self._context = runs, context
        self._given_up = runs.given_up if isinstance(runs, Runs) else 0
        self._folding = Folding(self._shown_runs(), self._window.count)

    def _shown_runs(self) -> Iterator[Run]:
        wide = ((max(1, first - self._context), last + self._context) for first, last in self._runs)
        return merge(wide, sorted(self._opened))

    def reveal(self, first: int, last: int) -> None:
        """Show lines, whatever the filter says."""
        self._opened.append((first, last))
        self._folding = Folding(self._shown_runs(), self._window.count)

    def hides(self, line: int) -> bool:
        """Whether a line is inside a fold."""
        row = self._folding.row(self._folding.index_of(line))
        return row is not None and row.hidden > 0

    @property
    def error(self) -> str:
        return self._window.error

    @property
    def count(self) -> int:
        return self._folding.count

    @property
    def highest(self) -> int:
        return self._window.count

    @property
    def shown(self) -> int:
        """Lines that are shown."""
        return self._folding.lines

    def row(self, index: int) -> LogRow | None:
        row = self._folding.row(index)
        if row is None:
            return None
        if row.hidden:
            return fold(self._window.source, row.line, row.hidden, self._told(index))
        return self._window.row(row.line)

    def _told(self, index: int) -> str:
        """More to say of a fold: of very many places only the latest are kept."""
        if index > 1 or not self._given_up:
            return ""
        return f", {self._given_up:,} of which pass the filter: too many places to show, search in them with /"

    def index_of(self, place: LogPlace) -> int:
        return self._folding.index_of(max(1, min(place[1], self._window.count)))

    def refresh(self) -> bool:
        """A longer log makes the last fold longer."""
        if not self._window.refresh():
            return False
        self._folding = Folding(self._shown_runs(), self._window.count)
        return True

    def is_partial(self, row: LogRow) -> bool:
        return self._window.is_partial(row)

    def record(self, row: LogRow) -> Sequence[str] | None:
        return None if row.hidden else self._window.record(row)

    def close(self) -> None:
        self._window.close()
