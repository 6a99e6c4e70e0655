"""The arrangement: side by side at 120 columns, one pane behind tabs at 80, with keys and with the mouse."""

from __future__ import annotations

import pytest
from textual.widget import Widget

from denpex_tui.ui.screens.panes_screen import FOCUS
from denpex_tui.ui.widgets.checklist_pane import ChecklistPane
from denpex_tui.ui.widgets.fix_pane import FixPane
from denpex_tui.ui.widgets.incident_tree import IncidentTree
from denpex_tui.ui.widgets.key_bar import KeyBar
from denpex_tui.ui.widgets.log_pane import LogPane
from denpex_tui.ui.widgets.pane_tabs import PANES, PaneTabs
from denpex_tui.ui.widgets.verdict_banner import VerdictBanner
from tests.ui.conftest import OpenCase
from tests.ui.screen import NARROW, WIDE, Driver, incident, log_place, opened, part, press, seen, settled


def shown(pilot: Driver) -> set[type[Widget]]:
    """The panes that have room on the terminal."""
    kinds: tuple[type[Widget], ...] = (IncidentTree, LogPane, ChecklistPane, FixPane)
    return {kind for kind in kinds if part(pilot, kind).region.area and part(pilot, kind).is_on_screen}


async def test_wide_shows_the_panes_side_by_side(open_case: OpenCase) -> None:
    """No tabs are needed at 120 columns."""
    async with opened(open_case("bf16-nan-norm"), WIDE) as pilot:
        assert shown(pilot) == {IncidentTree, LogPane, ChecklistPane, FixPane}
        assert not part(pilot, PaneTabs).region.area


async def test_narrow_shows_three_lines_below_the_verdict_and_one_pane(open_case: OpenCase) -> None:
    """At 80x24 the keys 1 to 4 choose; the incident keeps its log below it."""
    async with opened(open_case("bf16-nan-norm"), NARROW) as pilot:
        assert part(pilot, VerdictBanner).region.height == 4
        assert shown(pilot) == {IncidentTree, LogPane}
        for key, kind in (("2", LogPane), ("3", ChecklistPane), ("4", FixPane)):
            await press(pilot, key)
            assert shown(pilot) == {kind}
        rows = seen(pilot)
        assert len(rows) == 24 and all(len(row) == 80 for row in rows)


async def test_the_window_may_be_resized_at_any_time(open_case: OpenCase) -> None:
    """From wide to narrow and back, the pane in use stays in view."""
    async with opened(open_case("bf16-nan-norm"), WIDE) as pilot:
        await press(pilot, "3")
        await pilot.resize_terminal(*NARROW)
        await settled(pilot)
        assert shown(pilot) == {ChecklistPane}
        await pilot.resize_terminal(*WIDE)
        await settled(pilot)
        assert ChecklistPane in shown(pilot) and IncidentTree in shown(pilot)


@pytest.mark.parametrize("size", [WIDE, NARROW])
async def test_tab_goes_through_all_panes(open_case: OpenCase, size: tuple[int, int]) -> None:
    """Forward through five panes and round, backward the same way."""
    async with opened(open_case("bf16-nan-norm"), size) as pilot:
        visited = []
        for _ in PANES:
            await press(pilot, "tab")
            visited.append(incident(pilot).pane)
            assert isinstance(incident(pilot).focused, FOCUS[incident(pilot).pane])
        assert visited == [*PANES[1:], PANES[0]]
        await press(pilot, "shift+tab")
        assert incident(pilot).pane == PANES[-1]


async def test_zoom_gives_a_pane_the_whole_screen(open_case: OpenCase) -> None:
    """z and back."""
    async with opened(open_case("bf16-nan-norm"), WIDE) as pilot:
        await press(pilot, "2", "z")
        assert shown(pilot) == {LogPane} and part(pilot, LogPane).region.width == 120
        await press(pilot, "z")
        assert len(shown(pilot)) == 4


async def test_mouse_chooses_tabs_rows_and_keys(open_case: OpenCase) -> None:
    """A click on a tab opens the pane, on a row of the verdict shows its lines, on a key presses it."""
    async with opened(open_case("bf16-nan-norm"), NARROW) as pilot:
        column = seen(pilot)[part(pilot, PaneTabs).region.y].index("Fix")
        await pilot.click(PaneTabs, offset=(column, 0))
        await settled(pilot)
        assert shown(pilot) == {FixPane}
        await press(pilot, "1")
        await pilot.click(VerdictBanner, offset=(20, 1))
        await settled(pilot)
        assert log_place(pilot)[0].endswith("2/stdout.log") and log_place(pilot)[1] == 16
        column = seen(pilot)[23].index("help")
        await pilot.click(KeyBar, offset=(column, 0))
        await settled(pilot)
        assert pilot.app.screen is not incident(pilot)


async def test_key_bar_keeps_the_help_key_at_any_width(open_case: OpenCase) -> None:
    """What does not fit is left out whole; help never is."""
    async with opened(open_case("bf16-nan-norm"), (44, 20)) as pilot:
        assert "? help" in seen(pilot)[-1]
        await press(pilot, "3")
        assert "space confirm" in seen(pilot)[-1] and "? help" in seen(pilot)[-1]
