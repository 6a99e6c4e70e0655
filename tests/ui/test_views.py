"""The grid, the timeline and the numbers are reached by key and by palette, and explain their keys."""

from __future__ import annotations

from collections import Counter

import pytest
from textual.command import CommandPalette
from textual.widgets import Input

from denpex_tui.ui.actions import sections
from denpex_tui.ui.commands import action_nodes
from denpex_tui.ui.messages import SnapshotReady
from denpex_tui.ui.screens.metrics_screen import MetricsScreen
from denpex_tui.ui.screens.view_screen import ViewScreen
from tests.ui.conftest import OpenCase
from tests.ui.screen import NARROW, incident, opened, press, settled, text


@pytest.mark.parametrize(("key", "word"), [("r", "one cell a host"), ("t", "the event after"), ("m", "log scale")])
async def test_each_view_has_ids_and_a_help_of_its_own(open_case: OpenCase, key: str, word: str) -> None:
    """No id twice, every action with its line; ? lists them and escape comes back to the view, then to the incident."""
    async with opened(open_case("rank-local-error")) as pilot:
        await press(pilot, key)
        view = pilot.app.screen
        actions = [action for section in sections(action_nodes(view)) for action in section.actions]
        assert all(action.id and action.word and action.help for action in actions)
        assert max(Counter(action.id for action in actions).values()) == 1
        assert "view.close" in {action.id for action in actions}
        await press(pilot, "question_mark")
        assert word.split()[-1] in text(pilot) and "back to the incident" in text(pilot)
        await press(pilot, "escape")
        assert pilot.app.screen is view
        await press(pilot, "q")
        assert pilot.app.screen is incident(pilot) and pilot.app.is_running


async def test_the_palette_opens_a_view(open_case: OpenCase) -> None:
    """ctrl+p, its id, enter."""
    async with opened(open_case("rank-local-error"), NARROW) as pilot:
        await press(pilot, "ctrl+p")
        assert isinstance(pilot.app.screen, CommandPalette)
        pilot.app.screen.query_one(Input).value = "view.metrics"
        await settled(pilot)
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, MetricsScreen)


@pytest.mark.parametrize("key", ["r", "t", "m"])
async def test_an_open_view_takes_newer_snapshots(open_case: OpenCase, key: str) -> None:
    """While the logs grow the view goes along and the cursor stays."""
    session = open_case("rank-local-error")
    async with opened(session, NARROW) as pilot:
        await press(pilot, key, "left")
        before = text(pilot)
        session.note("nothing", "a decision makes a newer snapshot", 0)
        incident(pilot).post_message(SnapshotReady(session.snapshot))
        await settled(pilot)
        assert isinstance(pilot.app.screen, ViewScreen)
        assert pilot.app.screen.snapshot.sequence == session.snapshot.sequence
        assert text(pilot) == before
