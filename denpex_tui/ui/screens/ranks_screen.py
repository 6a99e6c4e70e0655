"""The ranks at a glance: a grid by host, a legend with words, and the rank under the cursor in a sentence."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from denpex_tui.engine.model import RankStatus, Snapshot
from denpex_tui.ui import words
from denpex_tui.ui.cell_window import fit
from denpex_tui.ui.corrected_time import CorrectedTime
from denpex_tui.ui.glyphs import Mark
from denpex_tui.ui.rank_layout import NO_HOST, Cell
from denpex_tui.ui.rank_states import ORDER, Standing, cited_rank, counts, rank_citation, standings
from denpex_tui.ui.screens.view_screen import ViewScreen
from denpex_tui.ui.widgets.key_bar import KeyBar
from denpex_tui.ui.widgets.rank_grid import RankGrid


class RanksScreen(ViewScreen):
    """Opens on the rank that is selected; opening another leads to its failure or last line."""

    HELP_TITLE = "Ranks"
    AUTO_FOCUS = "RankGrid"

    def compose(self) -> ComposeResult:
        yield Static(classes="view-title")
        yield Static(classes="view-legend")
        yield RankGrid()
        yield Static(classes="view-status")
        yield KeyBar()

    def show_snapshot(self) -> None:
        ranks = standings(self.snapshot)
        self.query_one(".view-legend", Static).update(legend(ranks, self.size.width))
        grid = self.query_one(RankGrid)
        grid.take(ranks, cited_rank(self.snapshot, self.citation) if grid.rank is None else None)

    def on_resize(self) -> None:
        self.call_after_refresh(self.show_snapshot)

    @on(RankGrid.Moved)
    def _moved(self, message: RankGrid.Moved) -> None:
        grid = self.query_one(RankGrid)
        self.query_one(".view-title", Static).update(title(self.snapshot, grid.by_host))
        said = (
            Content("no rank is known yet")
            if message.cell is None
            else sentence(self.snapshot, message.cell, self.size.width - 2)
        )
        self.query_one(".view-status", Static).update(said)

    @on(RankGrid.Opened)
    def _opened(self, message: RankGrid.Opened) -> None:
        self.dismiss(rank_citation(self.snapshot, message.standing.status))


def title(snapshot: Snapshot, by_host: bool) -> Content:
    """How many there are, and what one cell stands for."""
    hosts = {status.host for status in snapshot.ranks if status.host}
    parts = [words.count(len(snapshot.ranks), "rank")] + ([words.count(len(hosts), "host")] if hosts else [])
    cell = "one cell a host: its worst state" if by_host else "one cell a rank"
    return Content.assemble((" Ranks", "bold"), f"   {' · '.join(parts)}   {cell}")


def legend(ranks: tuple[Standing, ...], width: int) -> Content:
    """Every state with its glyph, its word and how many ranks are in it; states that no rank is in are dimmed."""
    found = counts(ranks)
    rows, used = [Content("")], 0
    for mark in ORDER:
        part = _legend_part(mark, found.get(mark, 0))
        if used and used + part.cell_length > width:
            rows, used = [*rows, Content("")], 0
        rows[-1] += part
        used += part.cell_length
    return Content("\n").join(rows)


def _legend_part(mark: Mark, number: int) -> Content:
    if not number:
        return Content.styled(f" {mark.glyph} {mark.word}  ", "dim")
    return Content.assemble((f" {mark.glyph}", f"bold {mark.tone}"), f" {number:,} {mark.word}  ")


def sentence(snapshot: Snapshot, cell: Cell, width: int) -> Content:
    """Rank, host, state, last step and last line of the rank that the cell leads to."""
    status, mark = cell.leader.status, cell.mark
    host = status.host or NO_HOST
    several = f"{host}: {words.ranks([member.rank for member in cell.members])}; " if len(cell.members) > 1 else ""
    step = "no step seen" if status.last_step is None else f"last step {status.last_step:,}"
    parts = [host, step, *_last_line(snapshot, status)]
    return Content.assemble(
        several,
        (f"{mark.glyph} rank {status.rank} {mark.word}", f"bold {mark.tone}"),
        f" · {' · '.join(parts)}\n{fit(status.last_text or 'nothing of interest in its log', width)}",
    )


def _last_line(snapshot: Snapshot, status: RankStatus) -> list[str]:
    """When the rank wrote last by its own clock, and how long before the job's newest line by corrected clocks."""
    clock = CorrectedTime(snapshot)
    mine = clock.corrected(status.rank, status.last_time)
    if mine is None or status.last_time is None:
        return ["its last line has no time"]
    times = [clock.corrected(other.rank, other.last_time) for other in snapshot.ranks]
    before = max(time for time in times if time is not None) - mine
    age = "the newest of all" if before < 0.001 else f"{words.delay(before)[1:]} before the newest of all"
    return [f"last line {words.clock(status.last_time)}, {age}"]
