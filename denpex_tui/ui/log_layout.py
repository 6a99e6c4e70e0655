"""How rows become lines of the screen: one each, or wrapped, or a JSON record as several."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import get_character_cell_size


@dataclass(frozen=True, slots=True)
class Reading:
    """How the log is read."""

    wrap: bool = False
    """Long lines go on in the next line of the screen."""
    pretty: bool = False
    """JSON records are written out."""
    numbers: bool = True

    @property
    def is_tall(self) -> bool:
        """Whether a row may take several lines of the screen."""
        return self.wrap or self.pretty

    def said(self) -> str:
        """``wrapped, JSON written out``."""
        parts = ["lines wrapped"] if self.wrap else []
        parts += ["JSON written out"] if self.pretty else []
        parts += [] if self.numbers else ["no line numbers"]
        return ", ".join(parts)


@dataclass(frozen=True, slots=True)
class ScreenLine:
    """A part of a row that stands in one line of the screen."""

    index: int
    """The row."""
    text: str
    """The line of the log, or of the record, that it is a part of."""
    first: int = 0
    last: int = 0
    """The part, in characters."""
    leads: bool = True
    """Whether it is the first of its row."""


def screen_lines(index: int, texts: Sequence[str], room: int, wrap: bool) -> list[ScreenLine]:
    """The lines of the screen that a row takes."""
    lines: list[ScreenLine] = []
    for text in texts:
        starts = wrapped(text, room) if wrap else [0]
        for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
            lines.append(ScreenLine(index, text, start, end, leads=not lines))
    return lines


def wrapped(text: str, room: int) -> list[int]:
    """Where each line begins when ``text`` is cut into pieces of at most ``room`` cells."""
    room = max(2, room)  # a wide character must fit
    if text.isascii():
        return list(range(0, len(text), room)) or [0]
    starts, used = [0], 0
    for at, character in enumerate(text):
        size = get_character_cell_size(character)
        if used + size > room:
            starts.append(at)
            used = 0
        used += size
    return starts
