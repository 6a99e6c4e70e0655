"""The file that a log is being written to: which one it is, and whether it still holds what was read of it."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from denpex_tui.engine import put_aside, rotation
from denpex_tui.engine.descriptors import Identity, OpenFile
from denpex_tui.engine.fingerprint import HEAD, Fingerprint
from denpex_tui.engine.model import RotatedPart


class LiveFile:
    """Opens the file. Raises `OSError`."""

    def __init__(self, file: OpenFile) -> None:
        self.file = file
        self.identity: Identity = file.identify()
        self.print = Fingerprint()
        self.print.head = self.first_bytes()
        self.length = 0
        """When it was last looked at."""
        self.modified = 0
        """When it had last been written to then, in nanoseconds."""
        self.newest: RotatedPart | None = None
        """The newest part, by its name, while too little is there for the file to be told from another content."""

    def note(self, status: os.stat_result) -> None:
        """It was looked at."""
        self.length, self.modified = status.st_size, status.st_mtime_ns

    def first_bytes(self) -> bytes:
        """As many as it is known by, as far as they are there. Raises `OSError`."""
        return self.file.read(0, HEAD)

    @property
    def is_sure(self) -> bool:
        """Whether enough was there when it was last looked at for it to be told from what it was cut and filled to."""
        return len(self.print.head) == HEAD

    def was_empty(self) -> bool:
        """Whether nothing was there when it was last looked at; what is there now is noted then."""
        if self.print.head:
            return False
        if self.is_readable():
            self.print.head = self.first_bytes()
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

    def may_be_cut(self, size: int, location: Path, is_known: Callable[[RotatedPart], bool]) -> bool:
        """Whether something was cut off since it was last looked at, now that it is ``size`` bytes long."""
        if not self.is_whole(size):
            return True
        if self.is_sure:
            return False
        # One of which next to nothing was there may have grown, been copied and cut since, and look as before.
        # Its first bytes are taken before the copy is looked for: with a copy they would be those of what came later.
        head = self.first_bytes()
        first = self.newest = rotation.newest(location)
        if first is not None and not is_known(first) and self._may_be_copy(first.path):
            return True
        self.print.head = head
        return False

    def _may_be_copy(self, path: Path) -> bool:
        return put_aside.size_at(path) > 0 and put_aside.modified(path) >= self.modified

    def is_intact(self, location: Path) -> bool:
        """Whether it still holds what was read of it. Raises `OSError`."""
        return self.print.holds(self.file.read) and (self.is_sure or rotation.newest(location) == self.newest)

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
