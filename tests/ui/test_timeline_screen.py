"""The incident in time: corrected clocks, folded quiet spans, and every event leads to its line."""

from __future__ import annotations

import pytest

from denpex_tui.ui.screens.timeline_screen import MomentList, TimelineScreen
from denpex_tui.ui.time_scale import FOLD_CELLS, time_scale
from denpex_tui.ui.timeline_lanes import COLLATERAL, timeline
from denpex_tui.ui.widgets.lane_chart import LaneChart
from denpex_tui.ui.widgets.log_view import LogView
from tests.ui.conftest import OpenCase
from tests.ui.screen import NARROW, Driver, incident, log_place, opened, part, press, seen, text


def lane(pilot: Driver, label: str) -> str:
    return next(row for row in seen(pilot) if label in row[:30])


async def test_lanes_for_the_first_rank_the_collateral_and_the_launcher(open_case: OpenCase) -> None:
    """Rank 1 asserts at 20:25:22,745; 70 s later the launcher says so: the quiet span between is folded."""
    async with opened(open_case("zero-norm-slow-exit"), NARROW) as pilot:
        await press(pilot, "t")
        assert isinstance(pilot.app.screen, TimelineScreen)
        assert "▶" in lane(pilot, "rank 1")[10:] and "┴" in lane(pilot, "rank 1")
        assert "↳" in lane(pilot, "rank 3")[:3] and "×" in lane(pilot, "launcher")
        assert "70.3 s" in text(pilot)
        assert "rank 1 · 20:25:22,745 · failure: AssertionError" in text(pilot)


async def test_clocks_are_corrected_and_their_error_told(open_case: OpenCase) -> None:
    """node-1 is 37 s behind; corrected, its ranks failed within milliseconds of rank 0 and not 37 s before it."""
    async with opened(open_case("pt-two-nodes-skewed-behind"), NARROW) as pilot:
        await press(pilot, "t")
        assert "node-1: clock 37.0 s behind, corrected; error ±" in text(pilot)
        snapshot = incident(pilot).snapshot
        assert snapshot is not None
        shown = timeline(snapshot)
        times = [
            moment.time for moment in shown.moments if moment.event.kind == "traceback" and moment.time is not None
        ]
        assert len(times) == 4 and max(times) - min(times) < 0.1
        assert all(moment.bound for moment in shown.moments if moment.event.kind == "traceback")
        assert "≥" in lane(pilot, "rank 0") and "not before 20:11:18,120" in text(pilot)


async def test_keys_go_through_the_events_and_enter_opens_the_line(open_case: OpenCase) -> None:
    """Left is earlier, right is later; enter shows the line of the event in the log pane."""
    async with opened(open_case("zero-norm-slow-exit")) as pilot:
        await press(pilot, "t", "left")
        chart, rows = pilot.app.screen.query_one(LaneChart), pilot.app.screen.query_one(MomentList)
        moment = chart.timeline.moments[chart.cursor]
        assert chart.cursor == rows.highlighted and "20:25:22,743" in text(pilot)
        place = moment.citation.opens
        assert place is not None
        await press(pilot, "enter")
        assert pilot.app.screen is incident(pilot) and part(pilot, LogView).has_focus
        assert log_place(pilot)[1] == place.line


async def test_collateral_has_its_glyph_and_what_has_no_time_says_so(open_case: OpenCase) -> None:
    """Ranks 1 and 3 lost their connection; what has no stamp stands at the right, under its heading."""
    async with opened(open_case("rank-local-error")) as pilot:
        snapshot = incident(pilot).snapshot
        assert snapshot is not None
        moments = timeline(snapshot).moments
        assert {moment.event.rank for moment in moments if moment.mark == COLLATERAL} == {1, 3}
        await press(pilot, "t")
        assert any(moment.time is None for moment in moments) == ("no time" in text(pilot))


@pytest.mark.parametrize("case", ["pt-healthy", "bf16-nan-norm", "pt-elastic-restart", "slurm-scancel"])
@pytest.mark.parametrize("size", [NARROW, (200, 60), (20, 8)])
async def test_any_outcome_at_any_size(open_case: OpenCase, case: str, size: tuple[int, int]) -> None:
    """Without a failure it says that there is nothing to show; escape goes back."""
    async with opened(open_case(case), size) as pilot:
        await press(pilot, "t", "right", "G", "g")
        assert "Timeline" in text(pilot)
        await press(pilot, "escape")
        assert pilot.app.screen is incident(pilot)


def test_long_quiet_spans_are_folded_and_order_stays() -> None:
    """Two hours of silence take as much room as ten seconds; columns never go back in time."""
    times = [0.0, 0.5, 1.0, 7201.0, 7201.5, 7203.0]
    scale = time_scale(times, 80)
    assert scale is not None
    assert [round(fold.seconds) for fold in scale.folds] == [7200] and scale.folds[0].width == FOLD_CELLS
    columns = [scale.column(time) for time in times]
    assert columns == sorted(set(columns)) and columns[-1] <= 79
    assert time_scale([], 80) is None


def test_moments_closer_than_any_clock_are_not_torn_apart() -> None:
    """Three events within 2 ms stand in neighbouring cells however wide the terminal is."""
    scale = time_scale([0.0, 0.001, 0.002], 200)
    assert scale is not None and scale.column(0.002) <= 1
