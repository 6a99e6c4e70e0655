"""The checklist pane: the engineer steps through it, decides, writes notes, and finds all of it again."""

from __future__ import annotations

from denpex_tui.engine.model import ChecklistItem, ItemState
from denpex_tui.ui.widgets.checklist import Checklist
from denpex_tui.ui.widgets.checklist_pane import ChecklistPane
from denpex_tui.ui.widgets.log_view import LogView
from tests.ui.conftest import OpenCase
from tests.ui.screen import Driver, incident, log_place, opened, part, press, text


def item(pilot: Driver) -> ChecklistItem:
    """The item under the cursor."""
    found = part(pilot, Checklist).item
    assert found is not None
    return found


def typed(words: str) -> list[str]:
    """The keys that type ``words``."""
    return ["space" if char == " " else char for char in words]


async def test_keys_decide_and_undo(open_case: OpenCase) -> None:
    """space confirms, x rejects, s skips, u goes back to what the logs say; the title counts."""
    async with opened(open_case("bf16-nan-norm")) as pilot:
        await press(pilot, "3")
        assert item(pilot).state is ItemState.PENDING
        before = str(part(pilot, ChecklistPane).border_title)
        for key, state in (
            ("space", ItemState.CONFIRMED),
            ("x", ItemState.REJECTED),
            ("s", ItemState.SKIPPED),
            ("u", ItemState.PENDING),
        ):
            await press(pilot, key)
            assert item(pilot).state is state
        assert str(part(pilot, ChecklistPane).border_title) == before
        await press(pilot, "space")
        assert "✓" in text(pilot) and "confirmed by you" in text(pilot)
        assert str(part(pilot, ChecklistPane).border_title) != before


async def test_decision_keeps_what_the_logs_say_beside_it(open_case: OpenCase) -> None:
    """A found item that the engineer rejects still shows that the logs found it."""
    async with opened(open_case("bf16-nan-norm"), (120, 60)) as pilot:
        await press(pilot, "3", "j")
        assert item(pilot).state is ItemState.FOUND
        await press(pilot, "x")
        assert "rejected by you" in text(pilot) and "the logs say: found" in text(pilot)


async def test_a_note_is_written_and_kept(open_case: OpenCase) -> None:
    """e opens a small input, enter keeps the note, escape leaves it, and keys typed there decide nothing."""
    async with opened(open_case("bf16-nan-norm")) as pilot:
        await press(pilot, "3", "e")
        await press(pilot, *typed("x on node"), "enter")
        assert item(pilot).note == "x on node" and item(pilot).state is ItemState.PENDING
        await press(pilot, "e")
        await press(pilot, *typed(" 7"), "escape")
        assert item(pilot).note == "x on node"
        assert "x on node" in text(pilot)


async def test_decisions_and_notes_come_back(open_case: OpenCase) -> None:
    """The next session on the same logs starts where the last one ended."""
    async with opened(open_case("bf16-nan-norm")) as pilot:
        await press(pilot, "3", "space", "e")
        await press(pilot, *typed("clean seed"), "enter")
    async with opened(open_case("bf16-nan-norm")) as pilot:
        await press(pilot, "3")
        assert (item(pilot).state, item(pilot).note) == (ItemState.CONFIRMED, "clean seed")


async def test_the_selected_item_shows_its_evidence_and_explains_itself(open_case: OpenCase) -> None:
    """Moving through the items moves the log; below the list stands what the item means and how to check it."""
    async with opened(open_case("bf16-nan-norm"), (120, 60)) as pilot:
        await press(pilot, "3")
        assert "means" in text(pilot) and "check" in text(pilot) and "verified by you" in text(pilot)
        await press(pilot, "j")
        path, line = log_place(pilot)
        assert path.endswith("0/stderr.log") and line == 16
        assert "verified by the logs" in text(pilot)


async def test_enter_goes_to_the_items_line(open_case: OpenCase) -> None:
    """The log pane takes the keys; an item without a line leaves them where they are."""
    async with opened(open_case("bf16-nan-norm")) as pilot:
        await press(pilot, "3", "enter")
        assert part(pilot, Checklist).has_focus
        await press(pilot, "j", "enter")
        assert part(pilot, LogView).has_focus and log_place(pilot)[0].endswith("0/stderr.log")


async def test_contradicted_items_are_counted(open_case: OpenCase) -> None:
    """The progress says how many are contradicted."""
    async with opened(open_case("bf16-nan-norm")) as pilot:
        items = part(pilot, Checklist)._items
        contradicted = sum(entry.state is ItemState.CONTRADICTED for entry in items)
        assert contradicted > 0
        assert f"of {len(items)}, {contradicted} contradicted" in str(part(pilot, ChecklistPane).border_title)


async def test_without_a_failure_there_is_nothing_to_check(open_case: OpenCase) -> None:
    """The log takes the room; asked for, the pane says that there is nothing, and its keys do nothing."""
    async with opened(open_case("pt-healthy")) as pilot:
        assert incident(pilot).has_class("-bare")
        await press(pilot, "3", "space", "e")
        assert "nothing to check" in text(pilot)
