"""Compressed logs, unpacked once into temporary files that have no name, so that they have offsets like others.

What unpacks to a thousand times its size, or to more than a disk should hold, is refused: it may be a bomb.
"""

from __future__ import annotations

import os
import tempfile
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from io import FileIO
from pathlib import Path

from denpex_tui.engine import decompressors
from denpex_tui.engine.decompressors import CutShortError, NotInstalledError
from denpex_tui.engine.descriptors import open_unblocked, write_all

MAX_RATIO = 1_000
RATIO_FROM = 16 << 20
"""So many bytes are unpacked whatever the ratio: a short log of one repeated line is no bomb."""
MAX_BYTES = 8 << 30
"""Of all compressed logs together."""


class UnpackingError(OSError):
    """Why a compressed file is not read: ``reason`` is the end of a sentence."""

    def __init__(self, reason: str) -> None:
        super().__init__(0, reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Unpacked:
    """A part of a temporary file."""

    file: FileIO
    base: int
    size: int
    problem: str = ""
    """Why the rest is missing, when it does not go to its end."""

    def read(self, offset: int, size: int) -> bytes:
        """Up to ``size`` bytes from ``offset``."""
        return os.pread(self.file.fileno(), max(0, min(size, self.size - offset)), self.base + offset)


class _Budget:
    """Counts what all threads unpack."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._used = 0

    def take(self, count: int) -> None:
        with self._lock:
            self._used += count
            if self._used > MAX_BYTES:
                raise UnpackingError(f"the compressed logs unpack to more than {MAX_BYTES >> 30} GiB")

    def give_back(self, count: int) -> None:
        with self._lock:
            self._used -= count


_budget = _Budget()
_scratch = threading.local()


def compression(path: Path) -> str | None:
    """How the file is compressed, as a suffix, by its first bytes. Raises `OSError`."""
    with open_unblocked(path) as file:
        return decompressors.kind_of(file.read(8) or b"")


def head(path: Path, size: int) -> bytes:
    """The first ``size`` bytes of what the file holds, fewer when it ends. Raises `OSError`."""
    data = b""
    try:
        for block in _blocks(path):
            data += block
            if len(data) >= size:
                break
    except CutShortError:
        pass
    return data[:size]


def unpack(path: Path) -> Unpacked:
    """All that the file holds. Raises `OSError`, `UnpackingError` when it is refused."""
    file = _scratch_file()
    base = os.lseek(file.fileno(), 0, os.SEEK_END)
    packed, size = path.stat().st_size, 0
    try:
        for block in _blocks(path):
            size += len(block)
            _budget.take(len(block))
            if size > RATIO_FROM and size > packed * MAX_RATIO:
                raise UnpackingError(f"it unpacks to more than {MAX_RATIO:,} times its size")
            write_all(file.fileno(), block)
    except CutShortError:
        return Unpacked(file, base, size, "the compressed file ends early")
    except OSError:
        os.ftruncate(file.fileno(), base)
        _budget.give_back(size)
        raise
    return Unpacked(file, base, size)


def _scratch_file() -> FileIO:
    """One for each thread, so that none waits for another."""
    file: FileIO | None = getattr(_scratch, "file", None)
    if file is None:
        file = _scratch.file = tempfile.TemporaryFile(prefix="denpex-tui-", buffering=0)  # noqa: SIM115
    return file


def _blocks(path: Path) -> Iterator[bytes]:
    with open_unblocked(path) as raw:
        kind = compression(path)
        if kind is None:
            raise UnpackingError("it is not compressed in a way that is known here")
        try:
            yield from decompressors.blocks(raw, kind)
        except NotInstalledError:
            raise UnpackingError("it is zstd-compressed; pip install 'denpex-tui[zstd]' to have it read") from None
        except ValueError as error:
            raise UnpackingError(f"it cannot be unpacked: {error}") from error
        except MemoryError:  # xz alone asks for up to 64 MiB, whatever the size of the log
            raise UnpackingError("there is not enough memory to unpack it") from None
