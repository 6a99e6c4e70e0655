"""Pictures of the few screens whose looks matter; ``pytest --snapshot-update`` after looking at the report."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from denpex_tui.demo import INCIDENTS
from denpex_tui.ui.app import DenpexApp
from denpex_tui.ui.chooser_app import ChooserApp
from denpex_tui.ui.widgets.choice_list import Choice
from tests.ui.conftest import OpenCase
from tests.ui.screen import NARROW, Driver, press, settled

Compare = Callable[..., bool]


def test_waiting(snap_compare: Compare, open_paths: OpenCase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty directory: what is looked for, and where."""
    (tmp_path / "logs").mkdir()
    monkeypatch.chdir(tmp_path)
    app = DenpexApp(open_paths("logs"), follow=False)
    assert snap_compare(app, terminal_size=NARROW, run_before=settled)


def test_chooser(snap_compare: Compare) -> None:
    """Which of the bundled incidents to open, at 80x24."""
    choices = [Choice(incident.name, incident.shows) for incident in INCIDENTS]
    assert snap_compare(ChooserApp(choices), terminal_size=NARROW, run_before=settled)


def test_healthy(snap_compare: Compare, open_case: OpenCase) -> None:
    """No failure, and the lines that look like one."""
    app = DenpexApp(open_case("pt-healthy"), follow=False)
    assert snap_compare(app, terminal_size=NARROW, run_before=settled)


def test_incident_wide(snap_compare: Compare, open_case: OpenCase) -> None:
    """A symmetric failure with its rule: all panes side by side."""
    app = DenpexApp(open_case("bf16-nan-norm"), follow=False)
    assert snap_compare(app, terminal_size=(200, 60), run_before=settled)


def test_incident_narrow(snap_compare: Compare, open_case: OpenCase) -> None:
    """A first rank with collateral at 80x24."""
    app = DenpexApp(open_case("rank-local-error"), follow=False)
    assert snap_compare(app, terminal_size=NARROW, run_before=settled)


def test_search_narrow(snap_compare: Compare, open_case: OpenCase) -> None:
    """A search at 80x24: the hit in view, its line moved, the counts below the log."""

    async def search(pilot: Driver) -> None:
        await settled(pilot)
        await press(pilot, "slash", *"grad_norm", "enter")
        await press(pilot, "n")

    app = DenpexApp(open_case("bf16-nan-norm"), follow=False)
    assert snap_compare(app, terminal_size=NARROW, run_before=search)


def test_filter_narrow(snap_compare: Compare, open_case: OpenCase) -> None:
    """Errors and warnings at 80x24: folds between them, and how many lines are shown."""

    async def sift(pilot: Driver) -> None:
        await settled(pilot)
        for key in ("2", "L", "minus", "minus", "minus"):
            await press(pilot, key)

    app = DenpexApp(open_case("pt-healthy"), follow=False)
    assert snap_compare(app, terminal_size=NARROW, run_before=sift)


def test_merged_narrow(snap_compare: Compare, open_case: OpenCase) -> None:
    """Several ranks as one log at 80x24: each line with its rank, evidence and a bookmark in the gutter."""

    async def merge(pilot: Driver) -> None:
        await settled(pilot)
        for key in ("2", "M", "b"):
            await press(pilot, key)

    app = DenpexApp(open_case("rank-local-error"), follow=False)
    assert snap_compare(app, terminal_size=NARROW, run_before=merge)
