"""The other sides of the incident, each a screen of its own, loaded when first asked for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from textual.screen import Screen

from denpex_tui.engine.model import Snapshot
from denpex_tui.ui.citation import Citation
from denpex_tui.ui.screens.view_screen import ViewScreen
from denpex_tui.ui.session_like import SessionLike


def view(name: str, snapshot: Snapshot, citation: Citation | None) -> ViewScreen:
    """The screen called ``ranks``, ``timeline`` or ``metrics``."""
    return _kind(name)(snapshot, citation)


def _kind(name: str) -> type[ViewScreen]:
    if name == "timeline":
        from denpex_tui.ui.screens.timeline_screen import TimelineScreen

        return TimelineScreen
    if name == "metrics":  # the plot library takes a tenth of a second to load
        from denpex_tui.ui.screens.metrics_screen import MetricsScreen

        return MetricsScreen
    from denpex_tui.ui.screens.ranks_screen import RanksScreen

    return RanksScreen


def rules_view(session: SessionLike, snapshot: Snapshot, citation: Citation | None) -> ViewScreen:
    """The catalogue, beside what the open incident shows of it."""
    from denpex_tui.ui.screens.rules_screen import RulesScreen

    return RulesScreen(session, snapshot, citation)


def tell(screens: Iterable[Screen[Any]], snapshot: Snapshot) -> None:
    """Hand a newer snapshot to the views that are open."""
    for screen in screens:
        if isinstance(screen, ViewScreen):
            screen.take(snapshot)
