"""The status bar: what is wrong with the reading itself; not there while nothing is."""

from __future__ import annotations

from textual.content import Content
from textual.reactive import reactive
from textual.widgets import Static

from denpex_tui.ui import glyphs


class StatusBar(Static):
    """One sentence; what was read so far stays on the screen."""

    sentence: reactive[str] = reactive("")

    def on_mount(self) -> None:
        self.display = bool(self.sentence)

    def watch_sentence(self, sentence: str) -> None:
        self.display = bool(sentence)
        self.update(Content(f" {glyphs.WARNING.glyph} {' '.join(sentence.split())}"))
