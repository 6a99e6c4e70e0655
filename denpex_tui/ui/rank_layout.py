"""Where each cell of the rank grid stands: one cell a rank while they fit, else one cell a host."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from rich.cells import cell_len

from denpex_tui.ui.cell_window import fit
from denpex_tui.ui.glyphs import Mark
from denpex_tui.ui.rank_states import Standing, worst

GAP = 2
"""Cells between two columns of hosts."""
LABEL = 20
"""A host's name takes at most so many cells."""
NO_HOST = "host unknown"


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of the grid: a rank, or all ranks of a host."""

    x: int
    y: int
    mark: Mark
    members: tuple[Standing, ...]
    suffix: str = ""
    """The rank's number, or how many of a host's ranks are in the state, where there is room."""

    @property
    def leader(self) -> Standing:
        """The rank that the cell leads to: of a host, the worst."""
        return next(member for member in self.members if member.mark == self.mark)


@dataclass(frozen=True, slots=True)
class Label:
    """A host's name, or the number of the first rank of a row."""

    x: int
    y: int
    text: str


@dataclass(frozen=True, slots=True)
class Layout:
    """Cells in the order of hosts and ranks, row by row."""

    cells: tuple[Cell, ...]
    labels: tuple[Label, ...]
    rows: int
    by_host: bool

    def index_of(self, rank: int | None) -> int:
        """Index of the cell that holds ``rank``; 0 when none does."""
        return next((i for i, cell in enumerate(self.cells) if any(m.rank == rank for m in cell.members)), 0)

    def beside(self, index: int, by: int) -> int:
        """Index of the cell nearest to ``index`` that is ``by`` rows below it, or in the last row on that side."""
        rows = sorted({cell.y for cell in self.cells})
        here = self.cells[index]
        target = rows[min(max(rows.index(here.y) + by, 0), len(rows) - 1)]
        row = [i for i, cell in enumerate(self.cells) if cell.y == target]
        return min(row, key=lambda i: abs(self.cells[i].x - here.x))


Groups = Sequence[tuple[str, tuple[Standing, ...]]]


def by_hosts(ranks: Sequence[Standing]) -> Groups:
    """Host name and its ranks."""
    return [(host, tuple(group)) for host, group in groupby(ranks, key=lambda one: one.status.host or "")]


def layout(ranks: Sequence[Standing], width: int, height: int, hosts: bool | None = None) -> Layout:
    """The clearest layout that fits; ``hosts`` asks for cells of hosts or ranks whether or not they fit."""
    groups = by_hosts(ranks)
    shrinkable = 1 < len(groups) < len(ranks)
    ways: list[Callable[[], Layout]] = []
    if hosts is not True or not shrinkable:
        digits = max((len(str(one.rank)) for one in ranks), default=1)
        ways += [partial(_blocks, groups, width, height, wide) for wide in (digits + 4, 2, 1)]
        ways.append(partial(_flow, groups, width))
    if shrinkable and hosts is not False:
        ways += [partial(_host_blocks, groups, width), partial(_host_flow, groups, width)]
    for way in ways[:-1]:
        found = way()
        if found.rows <= height:
            return found
    return ways[-1]()


def _blocks(groups: Groups, width: int, height: int, cell: int) -> Layout:
    """A host's name and its ranks, in as few columns as the height allows; wide cells name their rank."""
    name = min(LABEL, max((cell_len(host or NO_HOST) for host, _ in groups), default=0)) + 1
    longest = max((len(members) for _, members in groups), default=1)
    across = max(1, min(longest, (width - name) // cell))
    if 1 < across < longest:
        across = across // 8 * 8 or across
    tall = max((-(-len(members) // across) for _, members in groups), default=0)
    columns = max(1, (width + GAP) // (name + across * cell + GAP))
    columns = min(columns, max(1, -(-len(groups) // max(1, height // max(1, tall)))))
    rows = -(-len(groups) // columns) * tall
    cells: list[Cell] = []
    labels: list[Label] = []
    # What does not fit is not drawn: 4,096 cells cost 15 ms.
    for index, (host, members) in enumerate(groups if rows <= height else ()):
        left, top = index % columns * (name + across * cell + GAP), index // columns * tall
        labels.append(Label(left, top, fit(host or NO_HOST, name - 1)))
        cells += [
            Cell(
                left + name + at % across * cell,
                top + at // across,
                one.mark,
                (one,),
                f"{one.rank}" if cell > 2 else "",
            )
            for at, one in enumerate(members)
        ]
    return Layout(tuple(cells), tuple(labels), rows, False)


def _flow(groups: Groups, width: int) -> Layout:
    """All ranks in rows, a blank between hosts; each row begins with the number of its first rank."""
    number = max((len(str(one.rank)) for _, members in groups for one in members), default=1) + 1
    cells: list[Cell] = []
    labels: list[Label] = []
    x, y = number, 0
    for index, (_, members) in enumerate(groups):
        x += 1 if index and x > number else 0
        for one in members:
            if x >= width and x > number:
                x, y = number, y + 1
            if x == number:
                labels.append(Label(0, y, f"{one.rank:>{number - 1}}"))
            cells.append(Cell(x, y, one.mark, (one,)))
            x += 1
    return Layout(tuple(cells), tuple(labels), y + 1 if cells else 0, False)


def _host_blocks(groups: Groups, width: int) -> Layout:
    """A host's name, its worst state and how many of its ranks are in it."""
    name = min(LABEL, max(cell_len(host or NO_HOST) for host, _ in groups)) + 1
    digits = max(len(str(len(members))) for _, members in groups)
    wide = name + 3 + 2 * digits
    columns = max(1, (width + GAP) // (wide + GAP))
    cells: list[Cell] = []
    labels: list[Label] = []
    for index, (host, members) in enumerate(groups):
        left, top = index % columns * (wide + GAP), index // columns
        mark = worst(members)
        labels.append(Label(left, top, fit(host or NO_HOST, name - 1)))
        count = sum(member.mark == mark for member in members)
        cells.append(Cell(left + name, top, mark, members, f"{count}/{len(members)}"))
    return Layout(tuple(cells), tuple(labels), -(-len(groups) // columns), True)


def _host_flow(groups: Groups, width: int) -> Layout:
    """Hosts in rows; each row begins with the name of its first host."""
    name = min(LABEL, max(cell_len(host or NO_HOST) for host, _ in groups)) + 1
    across = max(1, width - name)
    cells = [Cell(name + i % across, i // across, worst(members), members) for i, (_, members) in enumerate(groups)]
    labels = [Label(0, i // across, fit(groups[i][0] or NO_HOST, name - 1)) for i in range(0, len(groups), across)]
    return Layout(tuple(cells), tuple(labels), -(-len(cells) // across), True)
