"""The application: one session on one incident screen."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterable, Sequence
from contextlib import suppress

from rich.console import RenderableType
from textual import on
from textual.app import App, SystemCommand
from textual.filter import LineFilter
from textual.screen import Screen

from denpex_tui.report.disclosure import Disclosure
from denpex_tui.ui.alarm import Alarm
from denpex_tui.ui.ascii_only import AsciiOnly, utf8_locale
from denpex_tui.ui.bindings import key
from denpex_tui.ui.messages import AlarmWanted
from denpex_tui.ui.remembered import AS_BY_DEFAULT, Layout
from denpex_tui.ui.screens.incident_screen import IncidentScreen
from denpex_tui.ui.session_like import SessionLike

ENDINGS = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
OWN_COMMANDS = {"Keys", "Maximize", "Minimize", "Quit", "Screenshot"}
"""Commands of the framework that the screen has its own, better fitting ones for."""


class DenpexApp(App[None]):
    """Shows a session; the caller opens the session and closes it after the application ended."""

    TITLE = "denpex-tui"
    CSS_PATH = "app.tcss"
    HELP_TITLE = "Application"
    BINDINGS = [key("app.quit", "q,ctrl+c", "quit", "quit", "quit", show=True)]

    def __init__(
        self,
        session: SessionLike,
        follow: bool = True,
        disclosure: Disclosure | None = None,
        layout: Layout = AS_BY_DEFAULT,
        alarm: Alarm | None = None,
    ) -> None:
        """``follow=False`` reads once and then leaves the logs alone.

        ``disclosure`` cleans copies, reports and pictures; without one, secrets are masked in them.
        ``alarm`` is raised when the job fails while it is followed.
        """
        # Chosen here because an ansi theme set later under NO_COLOR paints black on black (textual 8.2.8).
        no_color = bool(os.environ.get("NO_COLOR"))
        super().__init__(ansi_color=True if no_color else None)
        if no_color:
            self.theme = "ansi-dark"
            self.add_class("-no-color")
        elif layout.theme in self.available_themes:
            self.theme = layout.theme
        if os.environ.get("SSH_CONNECTION"):
            self.animation_level = "none"
        self._session = session
        self._follow = follow
        self.layout_kept = layout
        """How the screen begins, and from its end on how it was left."""
        self.disclosure = disclosure or Disclosure()
        self._alarm = alarm or Alarm()
        self._ascii = [] if utf8_locale(os.environ) else [AsciiOnly()]

    def on_load(self) -> None:
        """Before the terminal is changed: whatever ends the program gives it back as it was."""
        for number in ENDINGS:
            with suppress(ValueError, RuntimeError, NotImplementedError):  # only the main thread may
                asyncio.get_running_loop().add_signal_handler(number, self._end, number)

    def _end(self, number: signal.Signals) -> None:
        self.exit(return_code=128 + number)

    def get_default_screen(self) -> Screen[None]:
        return IncidentScreen(self._session, self._follow, self.disclosure, self.layout_kept)

    def exit(self, result: None = None, return_code: int = 0, message: RenderableType | None = None) -> None:
        incident = next((screen for screen in self.screen_stack if isinstance(screen, IncidentScreen)), None)
        if incident is not None:
            theme = self.layout_kept.theme if os.environ.get("NO_COLOR") else self.theme
            self.layout_kept = incident.layout_now(theme)
        super().exit(result, return_code, message)

    @on(AlarmWanted)
    def _raise_alarm(self, message: AlarmWanted) -> None:
        if self._driver is not None and not self.is_headless:
            self._driver.write(self._alarm.sequences(self.disclosure.clean(message.sentence), os.environ))

    def copy_to_clipboard(self, text: str) -> None:
        super().copy_to_clipboard(self.disclosure.clean(text))

    def copy_clean(self, text: str) -> None:
        """Copy what was cleaned already."""
        super().copy_to_clipboard(text)

    def export_screenshot(self, *, title: str | None = None, simplify: bool = False) -> str:
        svg = super().export_screenshot(title=title, simplify=simplify)
        return self.disclosure.picture(svg)

    def get_line_filters(self) -> Sequence[LineFilter]:
        return [*super().get_line_filters(), *self._ascii]

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        yield from (command for command in super().get_system_commands(screen) if command.title not in OWN_COMMANDS)
