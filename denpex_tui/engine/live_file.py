"""The file that a log is being written to: which one it is, and whether it still holds what was read of it."""

from __future__ import annotations

import os
from pathlib import Path

from denpex_tui.engine import rotation
from denpex_tui.engine.descriptors import Identity, OpenFile
from denpex_tui.engine.fingerprint import HEAD, Fingerprint


class LiveFile:
    """Opens the file. Raises `OSError`."""

    def __init__(self, file: OpenFile) -> None:
        self.file = file
        self.identity: Identity = file.identify()
        self.print = Fingerprint()
        self.length = 0
        """When it was last looked at."""
        self.modified = 0
        """When it had last been written to then, in nanoseconds."""

    def note(self, status: os.stat_result) -> None:
        """It was looked at."""
        self.length, self.modified = status.st_size, status.st_mtime_ns
        self.print.learn(self.file.read)

    @property
    def is_sure(self) -> bool:
        """Whether enough was there when it was last looked at for it to be told from what it was cut and filled to."""
        return len(self.print.head) == HEAD

    def was_empty(self) -> bool:
        """Whether nothing was there when it was last looked at; what is there now is noted then."""
        if self.print.head:
            return False
        if self.is_readable():
            self.print.learn(self.file.read)
        return True

    def is_readable(self) -> bool:
        """Whether it is open, or still to be found."""
        try:
            self.file.status()
        except OSError:
            return False
        return True

    def is_whole(self, size: int) -> bool:
        """Whether nothing was cut off when it is ``size`` bytes long. Raises `OSError`."""
        return size >= self.length and self.print.holds(self.file.read)

    def is_newest_part(self, location: Path) -> bool:
        """Whether it is the newest of numbered parts by now, so that none can have been written after it."""
        first = rotation.newest(location)
        if first is None or first.identity != self.identity:
            return False
        self.file.path = first.path
        return True

    def grew(self) -> bool:
        """Whether it is written to although its name is gone."""
        if not self.file.is_open:
            return False
        before, self.length = self.length, self.file.status().st_size
        return self.length != before
