"""The application: one session on one incident screen."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from rich.console import RenderableType
from textual import on
from textual.screen import Screen

from denpex_tui.report.disclosure import Disclosure
from denpex_tui.ui.alarm import Alarm
from denpex_tui.ui.remembered import AS_BY_DEFAULT, Layout
from denpex_tui.ui.screens.opening_screen import OpeningScreen
from denpex_tui.ui.session_like import SessionLike
from denpex_tui.ui.terminal_app import TerminalApp

if TYPE_CHECKING:
    from denpex_tui.ui.messages import AlarmWanted
    from denpex_tui.ui.screens.incident_screen import IncidentScreen


class DenpexApp(TerminalApp[None]):
    """Shows a session; the caller opens the session and closes it after the application ended."""

    CSS_PATH = None  # the opening row needs none; a screen that is pushed loads its own, the first one does not

    def __init__(
        self,
        session: SessionLike,
        follow: bool = True,
        disclosure: Disclosure | None = None,
        layout: Layout = AS_BY_DEFAULT,
        alarm: Alarm | None = None,
        opening: str = "",
    ) -> None:
        """``follow=False`` reads once and then leaves the logs alone.

        ``disclosure`` cleans copies, reports and pictures; without one, secrets are masked in them.
        ``alarm`` is raised when the job fails while it is followed. ``opening`` is what the terminal shows
        before the incident screen is loaded; without, that is the first screen.
        """
        super().__init__(layout.theme, None if opening else "app.tcss")
        self._session = session
        self._follow = follow
        self.layout_kept = layout
        """How the screen begins, and from its end on how it was left."""
        self.disclosure = disclosure or Disclosure()
        self._alarm = alarm or Alarm()
        self._opening = opening
        self._incident: IncidentScreen | None = None

    def get_default_screen(self) -> Screen[None]:
        return OpeningScreen(self._opening) if self._opening else self._incident_screen()

    def _incident_screen(self) -> Screen[None]:
        from denpex_tui.ui.screens.incident_screen import IncidentScreen  # takes longer to load than the framework

        self._incident = IncidentScreen(self._session, self._follow, self.disclosure, self.layout_kept)
        return self._incident

    @on(OpeningScreen.Painted)
    def _open_incident(self) -> None:
        self.push_screen(self._incident_screen())

    def exit(self, result: None = None, return_code: int = 0, message: RenderableType | None = None) -> None:
        if self._incident is not None:
            self.layout_kept = self._incident.layout_now(self.theme_kept)
        super().exit(result, return_code, message)

    def on_alarm_wanted(self, message: AlarmWanted) -> None:
        if self._driver is not None and not self.is_headless:
            self._driver.write(self._alarm.sequences(self.disclosure.clean(message.sentence), os.environ))

    def copy_to_clipboard(self, text: str) -> None:
        super().copy_to_clipboard(self.disclosure.clean(text))

    def copy_clean(self, text: str) -> None:
        """Copy what was cleaned already."""
        super().copy_to_clipboard(text)

    def export_screenshot(self, *, title: str | None = None, simplify: bool = False) -> str:
        from denpex_tui.ui.picture import disclosed, drawn, text_regions  # not before anything is painted

        if not self.disclosure.masks:
            return super().export_screenshot(title=title, simplify=simplify)
        behind = self._background_screens
        update = self.screen._compositor.render_update(full=True, screen_stack=behind)
        strips = disclosed(getattr(update, "strips", ()), text_regions([self.screen, *behind]), self.disclosure.shown)
        title = self.disclosure.shown(title or self.title)
        if not strips:
            return super().export_screenshot(title=title, simplify=simplify)
        return drawn(strips, self.size, title)
