"""When a job that is watched has ended."""

from __future__ import annotations

from time import monotonic

from denpex_tui.engine.model import Snapshot

QUIET_S = 3.0
"""Lines that were in buffers still come after the last words of a launcher."""


class Ending:
    """Reached when all launchers have ended and nothing was written for a while."""

    def __init__(self) -> None:
        self._bytes = -1
        self._since = monotonic()

    def is_reached(self, snapshot: Snapshot) -> bool:
        """Whether it is, after ``snapshot``."""
        read = snapshot.progress.bytes_read
        if not snapshot.over or read != self._bytes:
            self._bytes, self._since = read, monotonic()
        return snapshot.over and monotonic() - self._since >= QUIET_S
