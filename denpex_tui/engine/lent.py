"""Files whose bytes are elsewhere: on the disk stand files of the same length and time that are otherwise empty."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import Protocol

_lenders: dict[Path, Lender] = {}


class Lender(Protocol):
    """Has the bytes of all files below one directory."""

    def read(self, path: Path, offset: int, size: int) -> bytes:
        """Up to ``size`` bytes, fewer only at the end. Raises `OSError`."""
        ...

    def name(self, path: Path) -> str:
        """What the user knows the file by."""
        ...


def lend(root: Path, lender: Lender) -> None:
    """From now on the bytes of all files below ``root`` come from ``lender``."""
    _lenders[root] = lender


def take_back(root: Path) -> None:
    """The files below ``root`` are only what they are."""
    _lenders.pop(root, None)


def lender_of(path: Path) -> Lender | None:
    """Who has the bytes of a file; None for one that holds them itself."""
    if not _lenders:
        return None
    return next((lender for root, lender in _lenders.items() if path.is_relative_to(root)), None)


class LentFile(io.RawIOBase):
    """Such a file, read from its beginning on; ``fd`` is closed with it."""

    def __init__(self, fd: int, path: Path, lender: Lender) -> None:
        super().__init__()
        self._fd, self._path, self._lender = fd, path, lender
        self._at = 0

    def readable(self) -> bool:
        """Always."""
        return True

    def fileno(self) -> int:
        """The descriptor, for its status."""
        return self._fd

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]  # a buffer is all that is asked for
        """The next bytes. Raises `OSError`."""
        data = self._lender.read(self._path, self._at, len(buffer))
        buffer[: len(data)] = data
        self._at += len(data)
        return len(data)

    def close(self) -> None:
        """Give the descriptor back."""
        if not self.closed:
            os.close(self._fd)
        super().close()
