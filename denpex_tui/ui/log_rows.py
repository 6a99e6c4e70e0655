"""What the log view shows: rows, each a line of a source or a fold that stands for lines that are hidden."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from denpex_tui.ui.glyphs import ELLIPSIS

LogPlace = tuple[int, int]
"""Source and line."""


@dataclass(frozen=True, slots=True)
class LogRow:
    """One row. A fold has no text of a log; its place is the first line that it hides."""

    source: int
    number: int
    text: str
    label: str = ""
    """Whose line it is, where several logs are shown as one."""
    hidden: int = 0
    """How many lines a fold hides."""

    @property
    def place(self) -> LogPlace:
        return self.source, self.number


class Rows(Protocol):
    """Rows by number, from 1."""

    @property
    def error(self) -> str:
        """In a few words why the last reading failed."""

    @property
    def count(self) -> int:
        """Rows."""

    @property
    def highest(self) -> int:
        """The highest line number, for the width of the gutter."""

    @property
    def label_width(self) -> int:
        """Cells of the longest label."""

    def row(self, index: int) -> LogRow | None:
        """None when there is none or it cannot be read."""

    def index_of(self, place: LogPlace) -> int:
        """The row of a line, or of the fold that hides it."""

    def refresh(self) -> bool:
        """Look whether the logs changed; True when the rows did."""

    def is_partial(self, row: LogRow) -> bool:
        """Whether the end of a line has not been written yet."""

    def record(self, row: LogRow) -> Sequence[str] | None:
        """The lines of a JSON record; None when the row is none."""

    def close(self) -> None:
        """Give the files back."""


def fold(source: int, line: int, hidden: int, what: str = "") -> LogRow:
    """The row that tells of hidden lines."""
    lines = "line" if hidden == 1 else "lines"
    return LogRow(source, line, f"{ELLIPSIS} {hidden:,} {lines}{what}", hidden=hidden)
