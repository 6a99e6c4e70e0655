"""What is going on in the log, below it; not there while nothing is."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static


class LogFoot(Static):
    """One row, its end left out where it is too long."""

    def on_mount(self) -> None:
        self.display = False

    def show(self, line: Content | None) -> None:
        """Say ``line``; None takes the row away."""
        self.display = line is not None
        if line is not None:
            self.update(line)
