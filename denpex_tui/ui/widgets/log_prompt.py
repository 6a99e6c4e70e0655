"""The line below the log in which something is typed that the log is to show."""

from __future__ import annotations

from enum import StrEnum

from textual.message import Message
from textual.widgets import Input

from denpex_tui.ui.bindings import key


class Purpose(StrEnum):
    """What is asked for."""

    SEARCH = "search"
    GOTO = "goto"
    RANKS = "ranks"


PLACEHOLDERS = {
    Purpose.SEARCH: "search all logs: words, or a regular expression",
    Purpose.GOTO: "go to a line (120), a time (20:31:02) or a step (step 10)",
    Purpose.RANKS: "show only the logs of some ranks: 0-3,7",
}


class LogPrompt(Input):
    """There only while it is asked something."""

    HELP_TITLE = "Line below the log"
    BINDINGS = [
        key("prompt.done", "enter", "done", "done", "take what was typed, back to the log", show=True, display="⏎"),
        key("prompt.leave", "escape", "leave", "leave", "leave, and back to where you were", show=True, display="esc"),
    ]

    class Typed(Message):
        """Another letter."""

        def __init__(self, purpose: Purpose, text: str) -> None:
            super().__init__()
            self.purpose, self.text = purpose, text

    class Done(Typed):
        """Enter was pressed."""

    class Abandoned(Typed):
        """The keys went to another pane."""

    class Left(Message):
        """Escape was pressed."""

        def __init__(self, purpose: Purpose) -> None:
            super().__init__()
            self.purpose = purpose

    def __init__(self) -> None:
        super().__init__(compact=True)
        self.purpose = Purpose.SEARCH
        self.display = False

    def ask(self, purpose: Purpose, text: str = "") -> None:
        """Take the keys, until enter or escape; typing replaces ``text``."""
        self.purpose = purpose
        self.placeholder = PLACEHOLDERS[purpose]
        with self.prevent(Input.Changed):
            self.value = text
        self.display = True
        self.focus()
        self.action_select_all()

    def close(self) -> None:
        """Give the keys back."""
        self.display = False

    def watch_value(self, value: str) -> None:
        if self.display:
            self.post_message(self.Typed(self.purpose, value))

    def on_blur(self) -> None:
        """Not when the whole terminal is left for another window."""
        if self.display and self.app.app_focus:
            self.post_message(self.Abandoned(self.purpose, self.value))

    def action_done(self) -> None:
        self.post_message(self.Done(self.purpose, self.value))

    def action_leave(self) -> None:
        self.post_message(self.Left(self.purpose))
