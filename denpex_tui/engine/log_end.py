"""The end of a log as lines of its own, while it is not known how many lines lie before it."""

from __future__ import annotations

from collections.abc import Callable

from denpex_tui.engine.labels import NO_LABELS, Labels
from denpex_tui.engine.line_index import LineIndex
from denpex_tui.engine.logical_file import LogicalFile
from denpex_tui.engine.logview import LogFile

UNKNOWN_LINES = -(1 << 40)
"""Line numbers below zero are unknown; their order is right."""


class LogEnd(LogFile):
    """What the first look saw behind the byte ``begin``. Lines count from 1 and offsets from 0 at ``begin``."""

    def __init__(
        self,
        file: LogicalFile,
        index: LineIndex,
        begin: int,
        is_past: Callable[[], bool],
        labels: Labels = NO_LABELS,
    ) -> None:
        """``is_past`` tells whether the log has been read as a whole since."""
        super().__init__(file, index, labels)
        self.begin = begin
        self.is_past = is_past

    @property
    def until(self) -> int:
        """The byte of the log behind the last one of its end."""
        return self.begin + self.size

    def read(self, offset: int, size: int) -> bytes:
        """A part of the end; nothing of what was written since."""
        return super().read(self.begin + offset, max(0, min(size, self.size - offset)))

    @staticmethod
    def unknown(line: int) -> int:
        """The number under which events know a line: below zero."""
        return UNKNOWN_LINES + line - 1

    @staticmethod
    def of_unknown(number: int) -> int:
        """The line that events know under a number."""
        return number - UNKNOWN_LINES + 1
