"""A temporary file that holds what was fetched last: each part is written over the oldest ones. It has no name."""

from __future__ import annotations

import os
import tempfile
from collections import defaultdict, deque
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from denpex_tui.engine.descriptors import write_all

RING_BYTES = 256 << 20


@dataclass(frozen=True, slots=True)
class _Kept:
    path: Path
    start: int
    at: int
    length: int


class Ring:
    """Bytes of files by path and offset; used from several threads."""

    def __init__(self, size: int = RING_BYTES) -> None:
        self.size = size
        self._file = tempfile.TemporaryFile(prefix="denpex-tui-", buffering=0)  # noqa: SIM115
        self._next = 0
        self._oldest: deque[_Kept] = deque()
        self._of: dict[Path, list[_Kept]] = defaultdict(list)
        self._lock = Lock()

    def get(self, path: Path, offset: int, size: int) -> bytes:
        """As many of the bytes from ``offset`` on as one part holds; none when they are not here."""
        with self._lock:
            for kept in reversed(self._of.get(path, ())):
                behind = offset - kept.start
                if 0 <= behind < kept.length:
                    return os.pread(self._file.fileno(), min(size, kept.length - behind), kept.at + behind)
        return b""

    def put(self, path: Path, start: int, data: bytes) -> bool:
        """Keep a part of a file; False when it is too large or the disk is full."""
        if not data or len(data) > self.size // 4:
            return False
        with self._lock:
            at = self._next if self._next + len(data) <= self.size else 0
            self._make_room(at, at + len(data))
            try:
                os.lseek(self._file.fileno(), at, os.SEEK_SET)
                write_all(self._file.fileno(), data)
            except OSError:
                return False
            kept = _Kept(path, start, at, len(data))
            self._oldest.append(kept)
            self._of[path].append(kept)
            self._next = at + len(data)
        return True

    def forget(self, path: Path) -> None:
        """The file holds something else now."""
        with self._lock:
            self._of.pop(path, None)

    def close(self) -> None:
        self._file.close()

    def _make_room(self, begin: int, end: int) -> None:
        if begin < self._next:  # it begins anew: what lies behind is older than what lies at the beginning
            while self._oldest and self._oldest[0].at >= self._next:
                self._drop()
        while self._oldest and begin <= self._oldest[0].at < end:
            self._drop()

    def _drop(self) -> None:
        kept = self._oldest.popleft()
        mine = self._of.get(kept.path)
        if mine is not None and kept in mine:
            mine.remove(kept)
