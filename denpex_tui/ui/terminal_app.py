"""What every screen of the program has in common: colours, characters and ends that suit the terminal."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import ClassVar, Generic, TypeVar

from textual import events
from textual.app import App, SystemCommand
from textual.filter import LineFilter
from textual.screen import Screen

from denpex_tui.ui.ascii_only import AsciiOnly, utf8_locale
from denpex_tui.ui.bindings import key

ENDINGS = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
OWN_COMMANDS = {"Keys", "Maximize", "Minimize", "Quit", "Screenshot"}
"""Commands of the framework that the screen has its own, better fitting ones for."""
T = TypeVar("T")


class TerminalApp(App[T], Generic[T]):
    """Knows nothing of logs."""

    TITLE = "denpex-tui"
    CSS_PATH: ClassVar[str | None] = "app.tcss"
    HELP_TITLE = "Application"
    BINDINGS = [key("app.quit", "q,ctrl+c", "quit", "quit", "quit", show=True)]

    def __init__(self, theme: str | None = None, css_path: str | None = None) -> None:
        """``theme`` is that of the user; one that there is not is as none."""
        # Chosen here because an ansi theme set later under NO_COLOR paints black on black (textual 8.2.8).
        no_color = bool(os.environ.get("NO_COLOR"))
        super().__init__(css_path=css_path, ansi_color=True if no_color else None)
        self._theme_before = theme
        if no_color:
            self.theme = "ansi-dark"
            self.add_class("-no-color")
        elif theme in self.available_themes:
            self.theme = theme
        if os.environ.get("SSH_CONNECTION"):
            self.animation_level = "none"
        self._interrupted = False
        self._ascii = [] if utf8_locale(os.environ) else [AsciiOnly()]

    @property
    def theme_kept(self) -> str | None:
        """The theme to begin with next time: without colours nobody chose one."""
        return self._theme_before if os.environ.get("NO_COLOR") else self.theme

    def on_load(self) -> None:
        """Before the terminal is changed: whatever ends the program gives it back as it was."""
        for number in ENDINGS:
            with suppress(ValueError, RuntimeError, NotImplementedError):  # only the main thread may
                asyncio.get_running_loop().add_signal_handler(number, self._end, number)

    def _end(self, number: signal.Signals) -> None:
        self.exit(return_code=128 + number)

    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, events.Key):
            self._interrupted = event.key == "ctrl+c"
        await super().on_event(event)

    async def action_quit(self) -> None:
        """With ctrl-C, which is a signal until the terminal is taken and a key from then on, the same code for both."""
        self.exit(return_code=128 + signal.SIGINT if self._interrupted else 0)

    async def key_ctrl_c(self) -> None:
        """In a dialog, where the application's own keys are not looked at."""
        if self.screen.is_modal:
            await self.action_quit()

    def get_line_filters(self) -> Sequence[LineFilter]:
        return [*super().get_line_filters(), *self._ascii]

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        yield from (command for command in super().get_system_commands(screen) if command.title not in OWN_COMMANDS)
