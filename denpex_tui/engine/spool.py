"""A stream as a file: a thread copies it to a temporary file, so that it has offsets like any other source."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import threading
from pathlib import Path

from denpex_tui.engine.descriptors import write_all

BLOCK_BYTES = 1 << 16
RESERVE_BYTES = 64 << 20
"""So much of the disk stays free: it is also other people's."""
_CHECK_BYTES = 16 << 20
"""The free space is asked for again after so many bytes."""


class Spool:
    """The copy of standard input or of a named pipe; it is removed when the session ends.

    When the disk is full the copy ends, but the stream is read on: a writer that waits for its reader would be a
    training job that waits.
    """

    def __init__(self, pipe: Path | None = None) -> None:
        """Copies standard input, or what is written to ``pipe``. Raises `OSError` when there is no room for a copy."""
        handle, name = tempfile.mkstemp(prefix="denpex-tui-", suffix=".log")
        self.path = Path(name)
        self.done = threading.Event()
        self.dropped = 0
        """Bytes that were read and not kept."""
        self._pipe = pipe
        self._handle = handle
        self._since_check = _CHECK_BYTES
        self._fd = os.dup(sys.stdin.fileno()) if pipe is None else -1
        self._thread = threading.Thread(target=self._copy, name="spool", daemon=True)
        self._thread.start()

    @property
    def problem(self) -> str | None:
        """What is not kept, as a sentence."""
        if not self.dropped:
            return None
        what = "standard input" if self._pipe is None else str(self._pipe)
        return f"{self.path.parent} is full: the last {self.dropped:,} bytes of {what} are not kept"

    def _copy(self) -> None:
        try:
            if self._pipe is not None:
                # Waits for a writer.
                self._fd = os.open(self._pipe, os.O_RDONLY | os.O_CLOEXEC)
            while data := os.read(self._fd, BLOCK_BYTES):
                self._keep(data)
        except OSError:
            pass
        finally:
            self.done.set()

    def _keep(self, data: bytes) -> None:
        if self.dropped or not self._has_room(len(data)):
            self.dropped += len(data)
            return
        before = os.lseek(self._handle, 0, os.SEEK_CUR)
        try:
            write_all(self._handle, data)
        except OSError:
            self.dropped += len(data) - (os.lseek(self._handle, 0, os.SEEK_CUR) - before)

    def _has_room(self, count: int) -> bool:
        self._since_check += count
        if self._since_check < _CHECK_BYTES:
            return True
        self._since_check = 0
        usage = shutil.disk_usage(self.path.parent)
        return usage.free > min(RESERVE_BYTES, usage.total // 20)

    def wait(self) -> None:
        """Until the stream has ended."""
        self._thread.join()

    def close(self) -> None:
        """Remove the copy. The thread may still wait for input; it ends with the process."""
        self.path.unlink(missing_ok=True)
