"""The verdict banner: who failed first, how sure that is, why, and what speaks against it."""

from __future__ import annotations

from collections.abc import Callable

from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.widget import Widget

from denpex_tui.engine.model import Snapshot
from denpex_tui.ui import words
from denpex_tui.ui.banner_rows import Row, banner_rows
from denpex_tui.ui.headline import Headline, headline
from denpex_tui.ui.messages import Selected

TONES = ("error", "warning", "success", "accent")
KEPT_S = 60.0
"""How long a verdict that was overturned stays readable below the new one."""


class VerdictBanner(Widget):
    """A click on a row selects what it rests on."""

    headline: reactive[Headline | None] = reactive(None, layout=True)
    compact: reactive[bool] = reactive(False, layout=True)
    """Three rows in all, for small terminals."""
    was: reactive[str] = reactive("", layout=True)
    """The verdict that the present one replaced, with until when and why."""

    def __init__(self, now: Callable[[], float]) -> None:
        super().__init__(id="verdict")
        self._now = now

    def take(self, snapshot: Snapshot) -> None:
        """Show the verdict of a newer snapshot; one that changed does not do so silently."""
        before, self.headline = self.headline, headline(snapshot)
        for tone in TONES:
            self.set_class(self.headline.mark.tone.endswith(tone), f"-{tone}")
        if before is not None and before.message and before.identity != self.headline.identity:
            why = next((line.citation.text for line in self.headline.lines), self.headline.subject)
            verdict = f"{before.mark.word} {before.subject}"
            self.was = f"{verdict}, until {words.clock(self._now())[:8]} UTC, because {why}"
            self.set_timer(KEPT_S, self._forget_was)

    def _forget_was(self) -> None:
        self.was = ""

    def rows(self, width: int) -> list[Row]:
        return [] if self.headline is None else banner_rows(self.headline, width, self.compact, self.was)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        return max(1, len(self.rows(width)))

    def render(self) -> Content:
        return Content("\n").join(row.content for row in self.rows(self.content_size.width))

    def on_click(self, event: events.Click) -> None:
        rows, row = self.rows(self.content_size.width), event.get_content_offset_capture(self).y
        citation = rows[row].citation if 0 <= row < len(rows) else None
        if citation is not None:
            self.post_message(Selected(citation))
