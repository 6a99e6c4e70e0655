"""The choice among the bundled incidents: what each is called and what there is to see in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from textual import on
from textual.app import ComposeResult
from textual.content import Content
from textual.screen import Screen
from textual.widgets import OptionList, Static

from denpex_tui.ui.actions import sections
from denpex_tui.ui.bindings import key
from denpex_tui.ui.commands import ActionCommands, action_nodes
from denpex_tui.ui.screens.help_screen import HelpScreen
from denpex_tui.ui.widgets.choice_list import Choice, ChoiceList
from denpex_tui.ui.widgets.key_bar import KeyBar

if TYPE_CHECKING:
    from denpex_tui.ui.chooser_app import ChooserApp

TITLE = Content.assemble((" denpex-tui demo", "bold"), "   logs of real jobs that failed: which one?")
NOTE = "q in an incident comes back here; with your own logs: denpex-tui ./logs/"


class ChooserScreen(Screen[None]):
    """Enter or a click opens."""

    HELP_TITLE = "Everywhere"
    COMMANDS = {ActionCommands}
    BINDINGS = [key("help.open", "question_mark,f1", "help", "help", "all keys and glyphs", show=True)]

    def __init__(self, choices: Sequence[Choice], chosen: str | None = None) -> None:
        super().__init__()
        self._choices = choices
        self._chosen = chosen

    def compose(self) -> ComposeResult:
        yield Static(TITLE, classes="view-title")
        yield ChoiceList(self._choices, self._chosen)
        yield Static(Content.styled(NOTE, "dim"), classes="view-status")
        yield KeyBar()

    @on(OptionList.OptionSelected)
    def _opened(self, event: OptionList.OptionSelected) -> None:
        cast("ChooserApp", self.app).exit(event.option_id)

    def action_help(self) -> None:
        self.app.push_screen(HelpScreen(list(sections(action_nodes(self)))))
