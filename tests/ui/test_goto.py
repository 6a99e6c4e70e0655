"""Going somewhere in the log by keys: line, time, step, bookmarks."""

from __future__ import annotations

from pathlib import Path

from denpex_tui.ui import glyphs
from denpex_tui.ui.widgets.log_view import LogView
from tests.ui.conftest import OpenCase
from tests.ui.screen import Driver, incident, log_place, opened, part, press, text
from tests.ui.test_filters import SIZE, failing
from tests.ui.test_log_view import drawn


async def go(pilot: Driver, where: str) -> None:
    await press(pilot, "colon", *where, "enter")


async def test_goes_to_a_line_a_time_and_a_step(open_paths: OpenCase, tmp_path: Path) -> None:
    """From any pane; what is not there is said, and a typing mistake can be mended."""
    async with opened(open_paths(failing(tmp_path)), SIZE) as pilot:
        await go(pilot, "120")
        assert log_place(pilot)[1] == 120 and pilot.app.focused is part(pilot, LogView)
        await go(pilot, "step 42")
        assert log_place(pilot)[1] == 42
        await go(pilot, "20:25:07")
        assert log_place(pilot)[1] == 7
        await go(pilot, "999")
        assert "there is no line 999: the log has 304" in text(pilot) and log_place(pilot)[1] == 7
        await go(pilot, "nowhere")
        assert "'nowhere' is no place" in text(pilot)
        await press(pilot, "home", *("delete",) * 10, *"13", "enter")
        assert log_place(pilot)[1] == 13


async def test_escape_stays(open_paths: OpenCase, tmp_path: Path) -> None:
    async with opened(open_paths(failing(tmp_path)), SIZE) as pilot:
        before = log_place(pilot)
        await press(pilot, "colon", "1", "escape")
        assert log_place(pilot) == before and pilot.app.focused is part(pilot, LogView)


async def test_a_folded_line_is_shown_when_one_goes_there(open_paths: OpenCase, tmp_path: Path) -> None:
    """The filter stays, but what was asked for is not hidden."""
    async with opened(open_paths(failing(tmp_path)), SIZE) as pilot:
        await press(pilot, "2", "o")
        await go(pilot, "step 42")
        row = part(pilot, LogView).row_at(part(pilot, LogView).cursor)
        assert row is not None and (row.number, row.hidden) == (42, 0)


async def test_bookmarks_in_several_files(open_case: OpenCase) -> None:
    """b marks, B goes round, b again takes the mark away; without one it is said how to set it."""
    async with opened(open_case("rank-local-error"), SIZE) as pilot:
        await press(pilot, "2", "B")
        assert "no line is marked: b marks the one under the cursor" in text(pilot)
        first = log_place(pilot)
        await press(pilot, "b")
        assert drawn(pilot, first[1])[2].text == glyphs.BOOKMARK
        await press(pilot, "right_square_bracket", "G", "b")
        second = log_place(pilot)
        assert second[0] != first[0]
        await press(pilot, "g", "B")
        places = {log_place(pilot)}
        await press(pilot, "B")
        assert places | {log_place(pilot)} == {first, second}
        await press(pilot, "b", "B", "b", "B")
        assert not part(pilot, LogView).bookmarks
        assert incident(pilot).is_current
