"""Files that are opened when they are read, and closed again when others need their descriptor.

A job of 4,096 ranks has more logs than a login shell's soft limit of 1,024 descriptors allows.
"""

from __future__ import annotations

import errno
import io
import itertools
import os
import resource
import stat
from pathlib import Path
from threading import Lock
from typing import BinaryIO, Protocol, cast

from denpex_tui.engine.lent import LentFile, lender_of

Identity = tuple[int, int]
"""Device and inode: which file it is, whatever its name."""

_RESERVE = 256
"""Descriptors left to everything else."""
_MAX = 1 << 16
_turn = itertools.count()


class OtherFileError(OSError):
    """The name leads to another file than before."""

    def __init__(self, path: Path) -> None:
        super().__init__(errno.ESTALE, "it was replaced by another file", str(path))


class NotRegularError(OSError):
    """The name leads to a device, a pipe or a directory."""

    def __init__(self, path: Path) -> None:
        super().__init__(errno.EINVAL, "it is no regular file any more", str(path))


class Pool:
    """The open files; no more than ``limit`` of them, the longest unused are closed first."""

    def __init__(self, limit: int | None = None) -> None:
        self.limit = limit
        self._open: set[OpenFile] = set()
        self._lock = Lock()

    def open(self, file: OpenFile) -> int:
        """A descriptor of the file behind a name. Raises `OSError`."""
        if self.limit is None:
            self.limit = raised_limit()
        if len(self._open) >= self.limit:
            self._release()
        try:
            fd = _open(file.path)
        except OSError as error:
            if error.errno not in (errno.EMFILE, errno.ENFILE) or not self._release():
                raise
            fd = _open(file.path)
        with self._lock:
            self._open.add(file)
        return fd

    def forget(self, file: OpenFile) -> None:
        """The file was closed."""
        with self._lock:
            self._open.discard(file)

    def _release(self) -> bool:
        """Close the eighth of the files that was not used for the longest time; False when none could be."""
        with self._lock:
            oldest = sorted(self._open, key=lambda file: file.turn)[: max(1, len(self._open) // 8)]
        return sum(file.close_if_idle() for file in oldest) > 0


def _open(path: Path) -> int:
    # Not blocking, so that a name that became a pipe cannot hold the reader.
    return os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)


def open_unblocked(path: Path) -> BinaryIO:
    """The file, opened so that a name that became a pipe meanwhile cannot hold the reader. Raises `OSError`."""
    lender = lender_of(path)
    if lender is None:
        return os.fdopen(_open(path), "rb")
    return cast(BinaryIO, io.BufferedReader(LentFile(_open(path), path, lender)))


def raised_limit() -> int:
    """How many files may be open at once, after raising the soft limit to the hard one."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
            soft = hard
        except (OSError, ValueError):  # macOS refuses an unlimited hard limit
            pass
    bound = _MAX if soft == resource.RLIM_INFINITY else min(soft, _MAX)
    return max(8, bound - _RESERVE)


def write_all(fd: int, data: bytes) -> None:
    """Write every byte: one call may take only a part when a disk is nearly full. Raises `OSError`."""
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view) :]


POOL = Pool()


class Copy(Protocol):
    """The bytes of a file, from somewhere else."""

    def read(self, offset: int, size: int) -> bytes: ...


class OpenFile:
    """One regular file, by name when it is opened and by identity ever after; safe to use from several threads."""

    __slots__ = ("_fd", "_lender", "_lock", "copy", "identity", "path", "turn")

    def __init__(self, path: Path, identity: Identity | None = None) -> None:
        self.path = path
        self.identity = identity
        self.copy: Copy | None = None
        """What holds the same, when the file itself is gone."""
        self.turn = 0
        """When it was last used, in uses of any file."""
        self._fd: int | None = None
        self._lender = lender_of(path)
        self._lock = Lock()

    def read(self, offset: int, size: int) -> bytes:
        """Up to ``size`` bytes. Raises `OSError`, `OtherFileError` when the name now belongs to another file."""
        if self.copy is not None and not self.is_open:
            return self.copy.read(offset, size)
        with self._lock:
            fd = self._descriptor()
            return os.pread(fd, size, offset) if self._lender is None else self._lender.read(self.path, offset, size)

    def status(self) -> os.stat_result:
        """The status of the very file, wherever its name is now. Raises `OSError`."""
        with self._lock:
            return os.fstat(self._descriptor())

    def identify(self) -> Identity:
        """Which file it is; opens it. Raises `OSError`."""
        with self._lock:
            self._descriptor()
            assert self.identity is not None
            return self.identity

    def data_from(self, offset: int) -> int | None:
        """Where the next bytes lie that are not a hole, or None when there are none. Raises `OSError`."""
        if not hasattr(os, "SEEK_DATA") or self._lender is not None:
            return offset
        with self._lock:
            fd = self._descriptor()
            try:
                return os.lseek(fd, offset, os.SEEK_DATA)
            except OSError as error:
                if error.errno == errno.ENXIO:
                    return None
                if error.errno in (errno.EINVAL, errno.ENOTSUP):
                    return offset
                raise

    @property
    def is_open(self) -> bool:
        return self._fd is not None

    def close(self) -> None:
        """Give the descriptor back; the next read opens the file again."""
        with self._lock:
            self._close()

    def close_if_idle(self) -> bool:
        """Close unless another thread is reading."""
        if not self._lock.acquire(blocking=False):
            return False
        try:
            self._close()
            return True
        finally:
            self._lock.release()

    def _descriptor(self) -> int:
        self.turn = next(_turn)
        if self._fd is None:
            fd = POOL.open(self)
            status = os.fstat(fd)
            if problem := self._problem(status):
                os.close(fd)
                POOL.forget(self)
                raise problem
            self.identity = (status.st_dev, status.st_ino)
            self._fd = fd
        return self._fd

    def _problem(self, status: os.stat_result) -> OSError | None:
        if not stat.S_ISREG(status.st_mode):
            return NotRegularError(self.path)
        if self.identity not in (None, (status.st_dev, status.st_ino)):
            return OtherFileError(self.path)
        return None

    def _close(self) -> None:
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None
            POOL.forget(self)
