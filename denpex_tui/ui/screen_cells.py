"""The screen cell by cell, so that its text can be changed while everything else stays where it stands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from rich.cells import cell_len, get_character_cell_size, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from denpex_tui.ui.glyphs import ELLIPSIS


@dataclass(slots=True)
class Cell:
    """One cell; the second one of a wide character has no text."""

    text: str
    style: Style | None = None
    is_done: bool = False
    """Whether its text was changed already."""
    begins: bool = False
    """Whether a segment begins here: in a picture each has a place of its own."""


def cells(strips: Iterable[Iterable[Segment]]) -> list[Cell]:
    """The cells of one row."""
    row: list[Cell] = []
    for strip in strips:
        for segment in strip:
            if not segment.control and segment.text:
                first = len(row)
                _append(row, segment.text, segment.style)
                row[min(first, len(row) - 1)].begins = True
    return row


def _append(row: list[Cell], text: str, style: Style | None) -> None:
    for character in text:
        size = get_character_cell_size(character)
        if size == 0 and row:
            row[-1].text += character
        else:
            row += [Cell(character, style), *(Cell("", style) for _ in range(size - 1))]


def strip_of(row: Sequence[Cell]) -> Strip:
    """The row as it is drawn."""
    runs: list[list[Cell]] = []
    for cell in row:
        if not runs or cell.begins or cell.style is not runs[-1][0].style:
            runs.append([])
        runs[-1].append(cell)
    return Strip([Segment(text_of(run), run[0].style) for run in runs], len(row))


def text_of(row: Sequence[Cell]) -> str:
    return "".join(cell.text for cell in row)


def put(row: Sequence[Cell], text: str) -> None:
    """Write ``text`` over cells that keep their place; what does not fit is cut off, marked ``…``."""
    styles = _styles(row, text)
    fitted = text.rstrip()
    if cell_len(fitted) > len(row):
        fitted = set_cell_size(fitted, len(row) - 1) + ELLIPSIS
    written: list[Cell] = []
    for character, style in zip(fitted, styles, strict=False):
        _append(written, character, style)
    for at, cell in enumerate(row):
        new = written[at] if at < len(written) else Cell(" ", cell.style)
        cell.text, cell.style, cell.is_done = new.text, new.style, True


def _styles(row: Sequence[Cell], text: str) -> list[Style | None]:
    """The style of each character of ``text``: its own where it stood before, else that of what it stands for."""
    before = [cell.style for cell in row for _ in cell.text]
    found: list[Style | None] = []
    for _, start, end, first, last in SequenceMatcher(None, text_of(row), text, autojunk=False).get_opcodes():
        kept = before[start:end] or before[max(0, start - 1) : start] or [None]
        found += [kept[min(at, len(kept) - 1)] for at in range(last - first)]
    return found
