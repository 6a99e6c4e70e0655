"""What a report is made of, before it is dressed as text or Markdown.

Both renderers walk the same blocks, so that they say the same in the same order.
"""

from __future__ import annotations

from dataclasses import dataclass

from denpex_tui.report.marks import Mark


@dataclass(frozen=True, slots=True)
class Banner:
    """The verdict's own line: a mark, what it says, and the message or sentence below it."""

    mark: Mark
    subject: str
    sentence: str = ""
    raw: bool = False
    """True when the sentence is a message of the log."""


@dataclass(frozen=True, slots=True)
class Heading:
    """The title of a section."""

    text: str


@dataclass(frozen=True, slots=True)
class Quote:
    """A log line as evidence.  ``span`` is the part that matched, in characters."""

    id: str
    path: str
    line: int
    where: str
    """Rank and time, as far as they are known."""
    text: str
    span: tuple[int, int] | None = None
    code: str = ""
    """Of a traceback, the line of code that raised."""

    @property
    def place(self) -> str:
        """``path:line``; the line's number is ``?`` while what lies before it has not been read."""
        return f"{self.path}:{self.line if self.line > 0 else '?'}"


@dataclass(frozen=True, slots=True)
class Entry:
    """A labelled sentence with the numbers of its evidence and the lines quoted here for the first time."""

    label: str
    text: str
    mark: Mark | None = None
    level: int = 0
    cites: tuple[str, ...] = ()
    quotes: tuple[Quote, ...] = ()
    unquoted: int = 0
    """How many more lines are cited than quoted."""


@dataclass(frozen=True, slots=True)
class Code:
    """Something to copy: kept as it is, line by line."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under column heads; a cell is text, or a mark shown with its word."""

    head: tuple[str, ...]
    rows: tuple[tuple[str | Mark, ...], ...]
    raw: frozenset[int] = frozenset()
    """Columns that hold log text or paths."""
    crop: int | None = None
    """The column that may be shortened to the width at hand."""


@dataclass(frozen=True, slots=True)
class Link:
    """A reference of a rule."""

    title: str
    url: str


Block = Banner | Heading | Entry | Code | Table | Link


def window(quote: Quote, room: int) -> tuple[int, int]:
    """The part of a quoted line to show in ``room`` characters: all of it, or a stretch that holds the match."""
    length = len(quote.text)
    if length <= room:
        return 0, length
    begin, end = quote.span or (0, 0)
    spare = max(room - (end - begin), 0)
    left = max(0, min(begin - spare // 2, length - room))
    return left, left + room
