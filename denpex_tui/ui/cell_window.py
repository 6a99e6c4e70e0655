"""Cutting a line to the columns that are seen, counted in terminal cells."""

from __future__ import annotations

from dataclasses import dataclass

from rich.cells import cell_len, get_character_cell_size

from denpex_tui.ui.glyphs import ELLIPSIS


@dataclass(frozen=True, slots=True)
class Window:
    """The part of a line that is seen."""

    text: str
    first: int
    """Index of its first character in the whole line."""
    pad: int = 0
    """Blank cells before it, where a wide character is cut in half."""


def window(text: str, left: int, width: int) -> Window:
    """The characters of ``text`` within the cells ``left`` to ``left + width``."""
    if text.isascii():
        return Window(text[left : left + width], left)
    cell = 0
    first, pad = len(text), 0
    for index, char in enumerate(text):
        size = get_character_cell_size(char)
        if cell + size > left + width and first < len(text):
            return Window(text[first:index], first, pad)
        if cell >= left and first == len(text):
            if cell + size > left + width:
                return Window("", index)
            first, pad = index, cell - left
        cell += size
    return Window(text[first:], first, pad)


def fit(text: str, width: int) -> str:
    """``text`` in at most ``width`` cells, its end replaced by ``…`` when it is longer."""
    if width <= 0:
        return ""
    if cell_len(text) <= width:
        return text
    return window(text, 0, width - 1).text + ELLIPSIS


def fit_start(text: str, width: int) -> str:
    """``text`` in at most ``width`` cells, its beginning replaced by ``…`` when it is longer."""
    if width <= 0:
        return ""
    length = cell_len(text)
    if length <= width:
        return text
    return ELLIPSIS + window(text, length - width + 1, width - 1).text
