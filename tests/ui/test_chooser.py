"""The choice among the bundled incidents, by keys and with the mouse."""

from __future__ import annotations

import pytest

from denpex_tui.ui.chooser_app import ChooserApp
from denpex_tui.ui.widgets.choice_list import Choice, ChoiceList
from tests.ui.screen import NARROW, press, settled, text

CHOICES = [Choice("one", "[b]the first[/b]"), Choice("two", "the second"), Choice("three", "the third")]


@pytest.mark.parametrize(
    ("keys", "chosen"),
    [(["enter"], "one"), (["j", "enter"], "two"), (["down", "G", "k", "l"], "two"), (["end", "enter"], "three")],
)
async def test_keys_choose(keys: list[str], chosen: str) -> None:
    """Arrows or vi keys; enter gives the answer back."""
    app = ChooserApp(CHOICES)
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        assert "[b]the first[/b]" in text(pilot)
        await pilot.press(*keys)
    assert app.return_value == chosen


async def test_a_click_chooses() -> None:
    app = ChooserApp(CHOICES)
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        await pilot.click(ChoiceList, offset=(6, 4))
    assert app.return_value == "two"


async def test_it_begins_on_the_last_one_and_q_leaves() -> None:
    app = ChooserApp(CHOICES, "three")
    async with app.run_test(size=NARROW) as pilot:
        await settled(pilot)
        assert pilot.app.screen.query_one(ChoiceList).highlighted == 2
        await press(pilot, "question_mark")
        assert "open the incident" in text(pilot)
        await pilot.press("escape", "q")
    assert app.return_value is None
