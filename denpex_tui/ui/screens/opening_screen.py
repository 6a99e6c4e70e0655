"""What the terminal shows while the incident screen is being loaded: the name of the program, and what is opened."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Static


class OpeningScreen(Screen[None]):
    """Needs no style sheet and nothing of the engine; its row stays where it is when the title line takes its place."""

    class Painted(Message):
        """The user sees it."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self._title = title

    def compose(self) -> ComposeResult:
        yield Static(Content.assemble((" denpex-tui", "bold"), f"   {self._title}"))

    def on_mount(self) -> None:
        self.call_after_refresh(self._painted)

    def _painted(self) -> None:
        self.post_message(self.Painted())
