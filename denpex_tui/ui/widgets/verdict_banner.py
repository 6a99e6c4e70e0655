"""The verdict banner: who failed first, how sure that is, why, and what speaks against it."""

from __future__ import annotations

from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.widget import Widget

from denpex_tui.engine.model import Snapshot, VerdictChange
from denpex_tui.ui.banner_rows import Row, banner_rows
from denpex_tui.ui.headline import Headline, headline
from denpex_tui.ui.messages import Selected

TONES = ("error", "warning", "success", "accent")
KEPT_S = 60.0
"""How long a verdict that was overturned stays below the new one; the incident pane keeps it."""


class VerdictBanner(Widget):
    """A click on a row selects what it rests on."""

    headline: reactive[Headline | None] = reactive(None, layout=True)
    compact: reactive[bool] = reactive(False, layout=True)
    """Three rows in all, for small terminals."""
    change: reactive[VerdictChange | None] = reactive(None, layout=True)
    """The last change of verdict, while it is new."""

    def __init__(self) -> None:
        super().__init__(id="verdict")
        self._last: VerdictChange | None = None

    def take(self, snapshot: Snapshot) -> None:
        """Show the verdict of a newer snapshot; one that changed does not do so silently."""
        self.headline = headline(snapshot)
        for tone in TONES:
            self.set_class(self.headline.mark.tone.endswith(tone), f"-{tone}")
        if snapshot.changes and snapshot.changes[-1] != self._last:
            self._last = self.change = snapshot.changes[-1]
            self.set_timer(KEPT_S, self._forget_change)

    def _forget_change(self) -> None:
        self.change = None

    def rows(self, width: int) -> list[Row]:
        return [] if self.headline is None else banner_rows(self.headline, width, self.compact, self.change)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        return max(1, len(self.rows(width)))

    def render(self) -> Content:
        return Content("\n").join(row.content for row in self.rows(self.content_size.width))

    def on_click(self, event: events.Click) -> None:
        rows, row = self.rows(self.content_size.width), event.get_content_offset_capture(self).y
        citation = rows[row].citation if 0 <= row < len(rows) else None
        if citation is not None:
            self.post_message(Selected(citation))
