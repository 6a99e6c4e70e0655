"""Numbers over steps."""

from __future__ import annotations

from denpex_tui.ui.screens.view_screen import ViewScreen


class MetricsScreen(ViewScreen):
    """Not drawn yet."""
