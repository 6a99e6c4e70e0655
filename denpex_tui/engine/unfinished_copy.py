"""A log that was cut while the copy of it is still being written: waited for as long as the copy grows."""

from __future__ import annotations

from pathlib import Path
from time import monotonic

from denpex_tui.engine import put_aside
from denpex_tui.engine.descriptors import open_unblocked
from denpex_tui.engine.fingerprint import Fingerprint
from denpex_tui.engine.put_aside import Aside


class UnfinishedCopy:
    """Of one log. ``patience`` is for how many seconds it may not have grown before the rest of it is lost."""

    def __init__(self) -> None:
        self.patience = 0.0
        self._size = -1
        self._grew = 0.0
        self._rest: bytes | None = None

    def is_awaited(self, aside: Aside, rest: bytes) -> bool:
        """Whether to look again before anything is settled; ``rest`` is the unfinished line that was read."""
        # What was rotated after the cut shows that the copying has ended.
        if aside.unfinished is None or aside.copy is not None or aside.older or aside.newer:
            return False
        now, size = monotonic(), put_aside.size_at(aside.unfinished.path)
        if size > self._size:
            self._size, self._grew = size, now
        if self._rest is None:
            self._rest = rest
        return now - self._grew < self.patience

    def settled(self, rest: bytes) -> bytes:
        """Nothing is waited for any more; returns the unfinished line, from before the waiting."""
        before, self._rest, self._size = self._rest, None, -1
        return rest if before is None else before


def is_unfinished(print_: Fingerprint, done: int, path: Path) -> bool:
    """Whether a file may be a copy that is still written: of the ``done`` bytes that were read it holds the first."""
    size = put_aside.size_at(path)
    if not 0 < size < done:
        return size == 0
    try:
        with open_unblocked(path) as file:
            return print_.keeps(lambda at, count: file.read(count) if file.seek(at) == at else b"", size)
    except OSError:
        return False
