"""Standard input as a file: a thread copies it to a temporary file, so that it has offsets like any other source."""

from __future__ import annotations

import os
import sys
import tempfile
import threading
from pathlib import Path


class Spool:
    """The copy of standard input; it is removed when the session ends."""

    def __init__(self, fd: int | None = None) -> None:
        handle, name = tempfile.mkstemp(prefix="denpex-tui-", suffix=".log")
        self.path = Path(name)
        self.done = threading.Event()
        self._handle = handle
        self._fd = os.dup(sys.stdin.fileno() if fd is None else fd)
        self._thread = threading.Thread(target=self._copy, name="spool", daemon=True)
        self._thread.start()

    def _copy(self) -> None:
        try:
            while data := os.read(self._fd, 1 << 16):
                os.write(self._handle, data)
        except OSError:
            pass
        finally:
            self.done.set()

    def wait(self) -> None:
        """Until standard input has ended."""
        self._thread.join()

    def close(self) -> None:
        """Remove the copy. The thread may still wait for input; it ends with the process."""
        self.path.unlink(missing_ok=True)
