"""What the grid of ranks, the timeline and the numbers have in common: a whole screen that gives back a citation."""

from __future__ import annotations

from textual.binding import BindingType
from textual.screen import Screen

from denpex_tui.engine.model import Snapshot
from denpex_tui.ui.actions import sections
from denpex_tui.ui.bindings import key
from denpex_tui.ui.citation import Citation
from denpex_tui.ui.commands import ActionCommands, action_nodes
from denpex_tui.ui.screens.help_screen import HelpScreen

VIEW_KEYS: list[BindingType] = [
    key("view.close", "escape,q", "close", "back", "back to the incident", show=True, display="esc"),
    key("help.open", "question_mark,f1", "help", "help", "all keys and glyphs", show=True),
]


class ViewScreen(Screen[Citation | None]):
    """Shows one side of the incident; what is opened in it is shown in the log pane of the incident screen."""

    COMMANDS = {ActionCommands}
    BINDINGS = VIEW_KEYS
    VERTICAL_BREAKPOINTS = [(0, "-short"), (36, "-tall")]

    def __init__(self, snapshot: Snapshot, citation: Citation | None) -> None:
        """``citation`` is what is selected on the incident screen."""
        super().__init__()
        self.snapshot = snapshot
        self.citation = citation

    def take(self, snapshot: Snapshot) -> None:
        """A newer snapshot."""
        self.snapshot = snapshot
        if self.is_mounted:
            self.show_snapshot()

    def on_mount(self) -> None:
        self.call_after_refresh(self.show_snapshot)

    def show_snapshot(self) -> None:
        """Draw what ``snapshot`` says."""

    def action_close(self) -> None:
        self.dismiss(None)

    def action_help(self) -> None:
        self.app.push_screen(HelpScreen(list(sections(action_nodes(self)))))
