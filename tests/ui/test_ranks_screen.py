"""The ranks at a glance: any number on any terminal, every state in a word, and each cell leads to its log."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from denpex_tui.engine.model import Outcome, RankState, RankStatus, Snapshot
from denpex_tui.ui.rank_layout import Cell, layout
from denpex_tui.ui.rank_states import BEHIND, LOOK_HERE, ORDER, standings
from denpex_tui.ui.screens.ranks_screen import RanksScreen
from denpex_tui.ui.widgets.log_view import LogView
from denpex_tui.ui.widgets.rank_grid import RankGrid
from tests.ui.conftest import OpenCase
from tests.ui.screen import NARROW, Driver, incident, log_place, opened, part, press, text

FAILURE = [
    "Traceback (most recent call last):",
    '  File "/w/t.py", line 1, in <module>',
    "    main()",
    "ValueError: 30",
]


def grid(pilot: Driver) -> RankGrid:
    return pilot.app.screen.query_one(RankGrid)


def job(count: int, per_host: int, **states: RankState) -> Snapshot:
    """A job of ``count`` ranks of which ``r<N>`` stand as told."""
    ranks = tuple(
        RankStatus(rank, f"node-{rank // per_host}", states.get(f"r{rank}", RankState.RUNNING), last_step=100)
        for rank in range(count)
    )
    return Snapshot(1, "logs", Outcome.RUNNING, "", world_size=count, ranks=ranks)


async def test_r_opens_on_the_first_rank_and_says_where_it_stands(open_case: OpenCase) -> None:
    """Rank 2 failed by itself; the sentence names it, its state and its last step."""
    async with opened(open_case("rank-local-error"), NARROW) as pilot:
        await press(pilot, "r")
        assert isinstance(pilot.app.screen, RanksScreen) and grid(pilot).rank == 2
        assert "▶ rank 2 first" in text(pilot) and "last step" in text(pilot)
        assert "↳ 3 collateral" in text(pilot)
        for word in ("symmetric", "silent", "behind", "running", "finished", "unknown"):
            assert word in text(pilot)


async def test_enter_shows_the_failure_of_the_rank_in_the_log(open_case: OpenCase) -> None:
    """One to the right is rank 3: its lost connection, line 48 of its log, with the keys in the log pane."""
    async with opened(open_case("rank-local-error")) as pilot:
        await press(pilot, "r", "l")
        assert "rank 3 collateral" in text(pilot)
        await press(pilot, "enter")
        assert pilot.app.screen is incident(pilot) and part(pilot, LogView).has_focus
        path, line = log_place(pilot)
        assert path.endswith("3/stderr.log") and line == 48


async def test_opens_again_on_what_is_selected(open_case: OpenCase) -> None:
    """The grid follows the selection; escape leaves everything as it was."""
    async with opened(open_case("rank-local-error")) as pilot:
        await press(pilot, "r", "l", "enter", "r")
        assert grid(pilot).rank == 3
        await press(pilot, "g", "escape")
        assert log_place(pilot)[0].endswith("3/stderr.log")


async def test_a_click_on_a_cell_leads_to_its_rank(open_case: OpenCase) -> None:
    """The mouse does what the cursor and enter do."""
    async with opened(open_case("rank-local-error")) as pilot:
        await press(pilot, "r")
        cell = grid(pilot)._layout.cells[1]
        await pilot.click(RankGrid, offset=(cell.x, cell.y))
        await press(pilot)
        assert log_place(pilot)[0].endswith("1/stderr.log")


async def test_symmetric_ranks_whose_own_lines_differ_stand_out(open_case: OpenCase) -> None:
    """All ranks assert together; the one whose loss alone was NaN says: look here."""
    async with opened(open_case("bf16-nan-norm")) as pilot:
        snapshot = incident(pilot).snapshot
        assert snapshot is not None and snapshot.incident is not None
        origin = snapshot.incident.first.origin
        assert [one.rank for one in standings(snapshot) if one.mark == LOOK_HERE] == list(origin) != []
        await press(pilot, "r")
        assert "symmetric, look here" in text(pilot) and grid(pilot).rank in (0, *origin)


@pytest.mark.parametrize("size", [(78, 16), (198, 52)])
@pytest.mark.parametrize(("count", "per_host"), [(4, 4), (64, 8), (1024, 8), (4096, 8), (4096, 64)])
def test_every_rank_has_its_cell_and_no_two_share_one(size: tuple[int, int], count: int, per_host: int) -> None:
    """From 4 to 4,096 ranks everything fits without scrolling: a cell a rank, else a cell a host."""
    found = layout(standings(job(count, per_host)), *size)
    assert sorted(member.rank for cell in found.cells for member in cell.members) == list(range(count))
    assert len({(cell.x, cell.y) for cell in found.cells}) == len(found.cells)
    assert found.rows <= size[1] and all(end(cell) <= size[0] for cell in found.cells)


def end(cell: Cell) -> int:
    return cell.x + 1 + (len(cell.suffix) + 1 if cell.suffix else 0)


def test_of_a_host_the_worst_state_is_seen() -> None:
    """A first rank among 511 hosts that run is not hidden by its neighbours, and the cell leads to it."""
    ranks = standings(job(4096, 8, r1365=RankState.FIRST, r1366=RankState.COLLATERAL))
    found = layout(ranks, 78, 16)
    assert found.by_host and len(found.cells) == 512
    cell = found.cells[found.index_of(1366)]
    assert cell.mark == ORDER[0] and cell.leader.rank == 1365


def test_running_ranks_that_fell_behind_are_told() -> None:
    """As the engine's own notice: more than two steps after the others, and not when that is most of them."""
    snapshot = job(8, 8)
    late = replace(snapshot, ranks=tuple(replace(s, last_step=90 if s.rank == 5 else 100) for s in snapshot.ranks))
    assert [one.rank for one in standings(late) if one.mark == BEHIND] == [5]
    most = replace(snapshot, ranks=tuple(replace(s, last_step=90 + s.rank % 4 * 10) for s in snapshot.ranks))
    assert not [one for one in standings(most) if one.mark == BEHIND]


async def test_hosts_and_notable_ranks_by_keys(open_paths: OpenCase, tmp_path: Path) -> None:
    """Space shrinks the grid to hosts and back on the same rank; n goes to the next rank that is not just running."""
    for rank in range(16):
        log = tmp_path / "logs" / f"node-{rank // 8}" / f"rank_{rank}.log"
        log.parent.mkdir(parents=True, exist_ok=True)
        steps = [f"2026-11-30 20:25:2{s},0{rank:02d} INFO [rank {rank}] train: step {s} | loss 5.5" for s in range(5)]
        failed = [f"[rank{rank}]: {line}" for line in FAILURE] if rank == 9 else []
        log.write_text("\n".join([*steps, *failed, ""]))
    async with opened(open_paths(str(tmp_path / "logs")), NARROW) as pilot:
        await press(pilot, "r")
        assert grid(pilot).rank == 9
        await press(pilot, "g", "space")
        assert grid(pilot).by_host and "one cell a host" in text(pilot)
        await press(pilot, "space", "j", "l")
        assert not grid(pilot).by_host and grid(pilot).rank == 9
        await press(pilot, "n", "N", "enter")
        assert log_place(pilot)[0].endswith("rank_9.log")
