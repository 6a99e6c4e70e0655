"""Every key has an id, a help line and a palette entry."""

from __future__ import annotations

from collections import Counter

import pytest
from textual.command import CommandPalette
from textual.widgets import Input

from denpex_tui.ui.actions import sections
from denpex_tui.ui.commands import action_nodes
from denpex_tui.ui.widgets.checklist import Checklist
from denpex_tui.ui.widgets.log_view import LogView
from tests.ui.conftest import OpenCase
from tests.ui.screen import NARROW, WIDE, incident, opened, part, press, settled, text


async def test_ids_are_unique_and_every_action_has_its_help_line(open_case: OpenCase) -> None:
    """Ids are stable names for the user's keymap; two actions never share one."""
    async with opened(open_case("bf16-nan-norm")) as pilot:
        actions = [action for section in sections(action_nodes(incident(pilot))) for action in section.actions]
        assert all(action.id and action.word and action.help for action in actions)
        assert max(Counter(action.id for action in actions).values()) == 1
        assert {"evidence.next", "pane.log", "fix.copy", "report.write", "checklist.confirm", "app.quit"} <= {
            action.id for action in actions
        }


async def test_every_binding_on_the_screen_has_an_id(open_case: OpenCase) -> None:
    """No key works that the help does not list: in each pane, all of our keys carry an id."""
    async with opened(open_case("bf16-nan-norm")) as pilot:
        for pane in "12345":
            await press(pilot, pane)
            own = [
                active.binding
                for active in incident(pilot).active_bindings.values()
                if type(active.node).__module__.startswith("denpex_tui")
            ]
            unnamed = [binding.key for binding in own if not binding.id and not binding.system]
            assert set(unnamed) <= {"ctrl+q", "ctrl+p", "super+c"}


@pytest.mark.parametrize("size", [WIDE, NARROW])
async def test_help_lists_the_keys_by_pane_and_the_glyphs(open_case: OpenCase, size: tuple[int, int]) -> None:
    """? opens it, it scrolls, escape closes it."""
    async with opened(open_case("bf16-nan-norm"), size) as pilot:
        await press(pilot, "question_mark")
        assert "next line of evidence, across files" in text(pilot)
        await press(pilot, *["pagedown"] * 12)
        assert "a log line that the selected claim rests on" in text(pilot) or "contradicted" in text(pilot)
        await press(pilot, "escape")
        assert pilot.app.screen is incident(pilot)


async def test_the_palette_runs_an_action_of_any_pane(open_case: OpenCase) -> None:
    """ctrl+p, a few letters and enter do what the key in the other pane does."""
    async with opened(open_case("bf16-nan-norm")) as pilot:
        await press(pilot, "ctrl+p")
        assert isinstance(pilot.app.screen, CommandPalette)
        pilot.app.screen.query_one(Input).value = "checklist.confirm"
        await settled(pilot)
        await press(pilot, "enter")
        item = part(pilot, Checklist).item
        assert item is not None and item.state.value == "confirmed"


@pytest.mark.parametrize(("key", "code"), [("q", 0), ("ctrl+c", 130)])
async def test_quits(open_case: OpenCase, key: str, code: int) -> None:
    """q and ctrl+c both leave, the latter with the code that a shell gives it."""
    async with opened(open_case("bf16-nan-norm")) as pilot:
        await pilot.press(key)
    assert pilot.app.return_code == code


@pytest.mark.parametrize("dialog", ["question_mark", "A"])
async def test_ctrl_c_leaves_out_of_a_dialog(open_case: OpenCase, dialog: str) -> None:
    async with opened(open_case("bf16-nan-norm")) as pilot:
        await press(pilot, dialog)
        assert pilot.app.screen.is_modal
        await pilot.press("ctrl+c")
    assert pilot.app.return_code == 130


async def test_ctrl_c_copies_what_is_selected_first(open_case: OpenCase) -> None:
    """With text selected in the log, ctrl+c copies it and does not leave."""
    async with opened(open_case("rank-local-error")) as pilot:
        await pilot.mouse_down(LogView, offset=(5, 12))
        await pilot.hover(LogView, offset=(12, 12))
        await pilot.mouse_up(LogView, offset=(12, 12))
        await press(pilot, "ctrl+c")
        assert pilot.app.clipboard.startswith("[rank2]") and pilot.app.is_running
