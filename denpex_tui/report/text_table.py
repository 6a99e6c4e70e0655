"""Tables of the terminal report: plain columns without rules."""

from __future__ import annotations

from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from denpex_tui.report.blocks import Table
from denpex_tui.report.glyphs import Glyphs
from denpex_tui.report.marks import Mark

_INDENT = 2
_GAP = 2
_LEAST_CROPPED = 12


def table_text(table: Table, glyphs: Glyphs, width: int) -> Padding:
    """``table`` for a terminal of ``width`` cells; only its ``crop`` column is ever shortened."""
    columns = [Text(head) for head in table.head]
    rows = [[_cell(cell, glyphs) for cell in row] for row in table.rows]
    if table.crop is not None:
        _crop(table.crop, columns, rows, glyphs, width)
    grid = Grid(box=None, padding=(0, _GAP, 0, 0), pad_edge=False, header_style="dim")
    for column in columns:
        grid.add_column(column, overflow="fold", no_wrap=table.crop is not None)
    for row in rows:
        grid.add_row(*row)
    return Padding(grid, (0, 0, 0, _INDENT), expand=False)


def _cell(cell: str | Mark, glyphs: Glyphs) -> Text:
    if isinstance(cell, Mark):
        return Text(f"{glyphs.mark(cell)} {cell.word}", cell.style)
    return Text(glyphs.fit(cell))


def _crop(index: int, columns: list[Text], rows: list[list[Text]], glyphs: Glyphs, width: int) -> None:
    """Shorten the cells of one column to what the others leave of the width."""
    others = [column for column in range(len(columns)) if column != index]
    taken = sum(max(cell.cell_len for cell in (columns[at], *(row[at] for row in rows))) + _GAP for at in others)
    for row in rows:
        glyphs.shorten(row[index], max(width - _INDENT - taken, _LEAST_CROPPED))
