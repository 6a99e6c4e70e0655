"""Whether a tree of logs may hold other files than before, without walking it again.

A directory's time of change tells of files that came and went. It is in ticks of some milliseconds, seconds on old
network file systems, so a directory that changed just before it was listed is listed once more.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from time import monotonic, time

from denpex_tui.engine.looking import Looked

ANYWAY_S = 30.0
"""Looked for after so long without a sign: network file systems keep a directory's old time for as long."""
_TICK_NS = 2_000_000_000
_MISSING = (-1, -1)
_MANY = 64
_QUICK_S = 0.01
_PAUSE_S = 0.5
"""Between two looks at the times of many directories."""


class TreeWatch:
    """Knows the directories that were listed and the files that could not be read or were empty."""

    def __init__(self) -> None:
        self._directories: Mapping[Path, int] = {}
        self._waiting: dict[Path, tuple[int, int]] = {}
        self._recent = False
        self._listed = self._looked = monotonic()
        self._pause = 0.0

    def listed(
        self, given: Iterable[Path], directories: Mapping[Path, int], files: Mapping[Path, Looked], seconds: float
    ) -> None:
        """The tree below the ``given`` paths was just walked, which took ``seconds``."""
        self._directories = directories
        self._waiting = {path: _state(path) for path, found in files.items() if found.probe is None or not found.size}
        self._waiting |= {path: _MISSING for path in given if _state(path) == _MISSING}
        newest = max(directories.values(), default=0)
        self._recent = newest > (time() - seconds) * 1e9 - _TICK_NS
        self._listed = self._looked = monotonic()
        many = len(directories) + len(self._waiting) > _MANY or seconds > _QUICK_S
        self._pause = max(5 * seconds, _PAUSE_S) if many else 0.0

    def may_differ(self) -> bool:
        """Whether to walk the tree again."""
        now = monotonic()
        if now - self._listed > ANYWAY_S:
            return True
        if now - self._looked < self._pause:
            return False
        self._looked = now
        if self._recent and (not self._pause or now - self._listed > _TICK_NS / 1e9):
            return True
        changed = any(_changed(path) != before for path, before in self._directories.items())
        return changed or any(_state(path) != before for path, before in self._waiting.items())


def _changed(directory: Path) -> int:
    try:
        return os.stat(directory).st_mtime_ns  # noqa: PTH116  (thousands of directories a second)
    except OSError:
        return -1


def _state(path: Path) -> tuple[int, int]:
    try:
        status = os.stat(path)  # noqa: PTH116
    except OSError:
        return _MISSING
    return status.st_size, status.st_ctime_ns
