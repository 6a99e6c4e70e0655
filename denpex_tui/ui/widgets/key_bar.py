"""The key bar: the keys that matter where the user is, as many as fit, and always the one for help."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rich.cells import cell_len
from textual import events
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget

from denpex_tui.ui.actions import key_name

HELP = "help.open"


@dataclass(frozen=True, slots=True)
class KeyHint:
    """One entry; a click presses the key."""

    key: str
    shown: str
    word: str

    @property
    def width(self) -> int:
        return cell_len(self.shown) + cell_len(self.word) + 3

    def content(self) -> Content:
        return Content.assemble((f" {self.shown}", "bold $text-accent"), f" {self.word} ")


class KeyBar(Widget):
    """Follows the focus."""

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._changed)

    def _changed(self, _screen: Screen[Any]) -> None:
        self.refresh()

    def _hints(self) -> dict[str, KeyHint]:
        """By binding id; several keys of one binding show the first."""
        hints: dict[str, KeyHint] = {}
        for active in self.screen.active_bindings.values():
            binding = active.binding
            if binding.show and binding.id and binding.id not in hints and active.enabled:
                shown = binding.key_display or key_name(binding.key)
                hints[binding.id] = KeyHint(binding.key, shown, binding.description)
        return hints

    def _fitting(self) -> list[KeyHint]:
        hints = self._hints()
        last = hints.pop(HELP, None)
        room = self.content_size.width - (last.width if last else 0)
        chosen: list[KeyHint] = []
        for hint in hints.values():
            if hint.width > room:
                break
            chosen.append(hint)
            room -= hint.width
        return [*chosen, last] if last else chosen

    def render(self) -> Content:
        return Content("").join(hint.content() for hint in self._fitting())

    def on_click(self, event: events.Click) -> None:
        column = event.get_content_offset_capture(self).x
        for hint in self._fitting():
            if column < hint.width:
                self.app.simulate_key(hint.key)
                return
            column -= hint.width
