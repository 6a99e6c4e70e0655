"""The fix pane: fixes in order of safety, those of another cause dimmed, change and check ready to be copied."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Static

from denpex_tui.engine.xdg import state_directory
from denpex_tui.ui.widgets.fix_pane import FixPane
from tests.ui.conftest import OpenCase
from tests.ui.screen import NARROW, Driver, opened, part, press, text


def notices(pilot: Driver) -> list[str]:
    return [notification.message for notification in pilot.app._notifications]


async def test_shows_the_first_fix_that_applies_and_turns(open_case: OpenCase) -> None:
    """From every pane < and > turn, in the pane the arrows do; the title counts."""
    async with opened(open_case("bf16-nan-norm"), NARROW) as pilot:
        await press(pilot, "4")
        pane = part(pilot, FixPane)
        first = pane.index
        assert pane.fix is not None and pane.fix.applies and pane.fix.title in text(pilot)
        await press(pilot, "greater_than_sign")
        assert pane.index == first + 1
        await press(pilot, "right", "left", "less_than_sign")
        assert pane.index == first
        assert f"{first + 1} of {len(pane._fixes)}" in str(pane.border_title)


async def test_a_fix_for_another_cause_is_dimmed_and_says_so(open_case: OpenCase) -> None:
    """It stays readable, with the words that it does not apply."""
    async with opened(open_case("bf16-nan-norm"), NARROW) as pilot:
        await press(pilot, "4")
        pane = part(pilot, FixPane)
        while pane.fix is not None and pane.fix.applies:
            await press(pilot, "right")
        assert "does not apply" in text(pilot)
        assert pane.query_one(".fix-text", Static).has_class("-other-cause")


async def test_copies_the_change_and_the_verification(open_case: OpenCase) -> None:
    """y and v copy; since a terminal may ignore that, the other way is named."""
    async with opened(open_case("bf16-nan-norm")) as pilot:
        fix = part(pilot, FixPane).fix
        assert fix is not None
        await press(pilot, "y")
        assert pilot.app.clipboard == fix.change.strip("\n")
        await press(pilot, "v")
        assert pilot.app.clipboard == fix.verify.strip("\n")
        kept = state_directory() / "copied.txt"
        assert all(f"if your terminal has OSC 52; saved to {kept}" in notice for notice in notices(pilot))
        assert kept.read_text() == fix.verify.strip("\n") + "\n"


async def test_nothing_to_copy_is_said(open_case: OpenCase) -> None:
    """Without a fix the keys say so and leave the clipboard alone."""
    async with opened(open_case("pt-healthy")) as pilot:
        await press(pilot, "y", "v")
        assert pilot.app.clipboard == "" and "there is no fix to copy" in notices(pilot)


async def test_writes_reports_beside_each_other(
    open_case: OpenCase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """w writes Markdown into the working directory and never over a file that is there."""
    async with opened(open_case("bf16-nan-norm")) as pilot:
        monkeypatch.chdir(tmp_path)
        await press(pilot, "w", "w")
        assert sorted(path.name for path in tmp_path.glob("*.md")) == ["denpex-report-2.md", "denpex-report.md"]
        assert "all_groups_norm" in (tmp_path / "denpex-report.md").read_text()


async def test_a_directory_that_cannot_be_written_is_a_sentence(
    open_case: OpenCase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No traceback: what could not be written, and what to do."""
    async with opened(open_case("bf16-nan-norm")) as pilot:
        (tmp_path / "gone").mkdir()
        monkeypatch.chdir(tmp_path / "gone")
        (tmp_path / "gone").rmdir()
        await press(pilot, "w", "P", "y")
        assert sum("cannot write" in notice for notice in notices(pilot)) == 2
