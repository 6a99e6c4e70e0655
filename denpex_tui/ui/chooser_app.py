"""The application that asks which bundled incident to open, and ends with the answer."""

from __future__ import annotations

from collections.abc import Sequence

from textual.screen import Screen

from denpex_tui.ui.screens.chooser_screen import ChooserScreen
from denpex_tui.ui.terminal_app import TerminalApp
from denpex_tui.ui.widgets.choice_list import Choice


class ChooserApp(TerminalApp[str]):
    """Gives back the name of a choice, or None when the user leaves."""

    def __init__(self, choices: Sequence[Choice], chosen: str | None = None, theme: str | None = None) -> None:
        """``chosen`` is the one to begin on."""
        super().__init__(theme)
        self._choices = tuple(choices)
        self._chosen = chosen

    def get_default_screen(self) -> Screen[None]:
        return ChooserScreen(self._choices, self._chosen)
