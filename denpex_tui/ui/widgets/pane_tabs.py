"""The row of panes that stands over them where only one fits."""

from __future__ import annotations

from textual import events
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

PANES = ("incident", "log", "checklist", "fix", "cause")


class PaneTabs(Widget):
    """``1 Incident  2 Log …``, the shown one marked; a click chooses."""

    pane: reactive[str] = reactive(PANES[0])

    class Chosen(Message):
        def __init__(self, pane: str) -> None:
            super().__init__()
            self.pane = pane

    def render(self) -> Content:
        return Content(" ").join(self._tab(index, name) for index, name in enumerate(PANES))

    def _tab(self, index: int, name: str) -> Content:
        text = self._text(index, name)
        return Content.styled(text, "bold reverse" if name == self.pane else "dim")

    @staticmethod
    def _text(index: int, name: str) -> str:
        return f" {index + 1} {name.capitalize()} "

    def on_click(self, event: events.Click) -> None:
        column = event.get_content_offset_capture(self).x
        for index, name in enumerate(PANES):
            width = len(self._text(index, name)) + 1
            if column < width:
                self.post_message(self.Chosen(name))
                return
            column -= width
