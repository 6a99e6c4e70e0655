"""The incident in time."""

from __future__ import annotations

from denpex_tui.ui.screens.view_screen import ViewScreen


class TimelineScreen(ViewScreen):
    """Not drawn yet."""
