"""The small input for a note on a checklist item."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from denpex_tui.ui.bindings import key


class NoteScreen(ModalScreen[str | None]):
    """Gives back the note, empty to remove it, or None when it was left as it was."""

    BINDINGS = [key("note.cancel", "escape", "cancel", "cancel", "leave the note as it was", show=True)]

    def __init__(self, text: str, note: str) -> None:
        super().__init__()
        self._text = text
        self._note = note

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog") as dialog:
            dialog.border_title = "Note"
            yield Static(Content(self._text))
            yield Input(self._note, placeholder="what you saw, and where")
            yield Static(Content.styled("⏎ keeps it · esc leaves it as it was", "dim"))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip())

    def action_cancel(self) -> None:
        self.dismiss(None)
