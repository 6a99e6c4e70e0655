"""The status bar: what is wrong with the reading, else how far it is; not there while nothing is to be said."""

from __future__ import annotations

from time import monotonic

from textual.content import Content
from textual.reactive import reactive
from textual.widgets import Static

from denpex_tui.engine.model import Snapshot
from denpex_tui.ui import glyphs
from denpex_tui.ui.reading_pace import ReadingPace


class StatusBar(Static):
    """One sentence; what was read so far stays on the screen."""

    sentence: reactive[str] = reactive("")
    """What is wrong."""
    reading: reactive[str] = reactive("")

    def __init__(self) -> None:
        super().__init__()
        self._pace = ReadingPace()

    def on_mount(self) -> None:
        self._show()

    def take(self, snapshot: Snapshot) -> None:
        """A newer snapshot: more has been read."""
        self.reading = self._pace.sentence(snapshot, monotonic())

    def watch_sentence(self) -> None:
        self._show()

    def watch_reading(self) -> None:
        self._show()

    def _show(self) -> None:
        mark = glyphs.WARNING if self.sentence else glyphs.READING
        said = self.sentence or self.reading
        self.display = bool(said)
        self.update(Content(f" {mark.glyph} {' '.join(said.split())}"))
