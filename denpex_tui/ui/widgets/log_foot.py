"""What is going on in the log, below it; not there while nothing is."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from textual.widgets import Static


class LogFoot(Static):
    """A row for each thing that is told, its end left out where it is too long."""

    def on_mount(self) -> None:
        self.display = False

    def show(self, lines: Sequence[Content]) -> None:
        """Say ``lines``; none takes the rows away."""
        self.display = bool(lines)
        self.update(Content("\n").join(lines))
