"""The terminal shows at once what is opened; the incident screen follows."""

from __future__ import annotations

from denpex_tui.ui.app import DenpexApp
from denpex_tui.ui.screens.incident_screen import IncidentScreen
from denpex_tui.ui.screens.opening_screen import OpeningScreen
from denpex_tui.ui.widgets.log_view import LogView
from tests.ui.conftest import OpenCase
from tests.ui.screen import NARROW, WIDE, incident, part, press, seen, settled


async def test_the_row_stays_where_it_is(open_case: OpenCase) -> None:
    """The same words in the same cells before and after; keys and the layout are those of the incident screen."""
    app = DenpexApp(open_case("rank-local-error"), follow=False, opening="logs")
    rows: list[str] = []

    class Watched(OpeningScreen):
        def _painted(self) -> None:
            rows.append(seen(pilot)[0])
            super()._painted()

    app.get_default_screen = lambda: Watched("logs")  # type: ignore[method-assign]
    async with app.run_test(size=WIDE) as pilot:
        while not isinstance(app.screen, IncidentScreen):
            await pilot.pause()
        await settled(pilot)
        assert rows and rows[0].rstrip() == " denpex-tui   logs"
        assert seen(pilot)[0].startswith(rows[0].rstrip())
        assert isinstance(app.screen_stack[-1], IncidentScreen)
        await press(pilot, "2")
        assert incident(pilot).pane == "log"
        app.exit()
    assert app.layout_kept.theme == app.theme


async def test_the_log_is_scrolled_to_what_is_selected(open_case: OpenCase) -> None:
    """Although another log, which needed no scroll bar, was shown before it."""
    app = DenpexApp(open_case("pt-healthy"), follow=False, opening="logs")
    async with app.run_test(size=NARROW) as pilot:
        while not isinstance(app.screen, IncidentScreen):
            await pilot.pause()
        await settled(pilot)
        view = part(pilot, LogView)
        assert view.cursor > view.rows
        assert view.scroll_offset.y < view.cursor <= view.scroll_offset.y + view.rows
