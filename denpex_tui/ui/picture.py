"""A picture of the screen in which nothing stands that may not leave the machine.

Names are met as they were written, also where the screen draws them in several styles or breaks them over rows.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from rich.console import Console
from rich.segment import Segment, Segments
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip

from denpex_tui.ui.screen_cells import Cell, cells, put, strip_of, text_of

Change = Callable[[str], str]
_BORDERS = set("│┃║▐▌|")
_MARGIN = 4
"""So many blank cells may stand between a word that is broken and the border: padding on both sides."""


def disclosed(strips: Sequence[Iterable[Strip]], regions: Iterable[Region], change: Change) -> list[Strip]:
    """The rows of the screen with their text changed; ``regions`` are the places in which text is wrapped.

    None at all when nothing had to be changed.
    """
    rows = [cells(row) for row in strips]
    for region in regions:
        _change_broken(rows, region, change)
    for row in rows:
        for field in _fields(row):
            _change(field, change)
    if not any(cell.is_done for row in rows for cell in row):
        return []
    return [strip_of(row) for row in rows]


def drawn(strips: Iterable[Strip], size: tuple[int, int], title: str) -> str:
    """The rows as SVG."""
    width, height = size
    console = Console(
        width=width, height=height, file=io.StringIO(), force_terminal=True, color_system="truecolor", record=True,
        legacy_windows=False, safe_box=False,
    )  # fmt: skip
    segments = [segment for strip in strips for segment in (*strip, Segment.line())]
    console.print(Segments(segments), end="", soft_wrap=True)
    return console.export_svg(title=title)


def text_regions(screens: Iterable[Screen[Any]]) -> Iterator[Region]:
    """Where text is wrapped: the inside of every widget that is seen and has no others in it."""
    for screen in screens:
        for widget, (_, clip) in screen._compositor.visible_widgets.items():
            if not widget.displayed_children:
                yield widget.scrollable_content_region.intersection(clip)


def _change(row: Sequence[Cell], change: Change) -> None:
    text = text_of(row)
    changed = change(text)
    if changed != text:
        put(row, changed)


def _fields(row: Sequence[Cell]) -> Iterable[list[Cell]]:
    """What stands between borders, and between what was changed already."""
    field: list[Cell] = []
    for cell in row:
        if cell.is_done or cell.text in _BORDERS:
            yield field
            field = []
        else:
            field.append(cell)
    yield field


# Words that are broken at the end of a row


def _change_broken(rows: Sequence[Sequence[Cell]], region: Region, change: Change) -> None:
    """A word that goes to the end of a row may go on in the next one, and in the one after that."""
    lines = [rows[y][region.x : region.right] for y in range(region.y, min(region.bottom, len(rows)))]
    at = 0
    while at < len(lines):
        word = _last_word(lines[at])
        at += 1
        while word and at < len(lines) and (more := _first_word(lines[at])):
            word += more
            last = _last_word(lines[at])
            if not last or last[-1] is not more[-1]:
                break
            at += 1
        if word:
            _change(word, change)


def _last_word(line: Sequence[Cell]) -> list[Cell]:
    """The word that touches the end of a row."""
    end = len(line)
    while end and len(line) - end < _MARGIN and line[end - 1].text.isspace():
        end -= 1
    start = end
    while start and not line[start - 1].text.isspace():
        start -= 1
    return list(line[start:end])


def _first_word(line: Sequence[Cell]) -> list[Cell]:
    """The word that a row begins with, behind its marks."""
    start = 0
    while start < len(line) and (line[start].text.isspace() or line[start].text in _BORDERS):
        start += 1
    end = start
    while end < len(line) and not line[end].text.isspace():
        end += 1
    return list(line[start:end])
