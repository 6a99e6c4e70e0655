"""A terminal that remembers every byte it received, and what of it a real one would act on."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

PATIENCE_S = 120.0
"""An upper bound only, for a machine that is busy with other tests."""
SEQUENCE = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[PX^_][^\x1b]*\x1b\\|\x1b[ -/]*[0-~]"
)
ROOT = Path(__file__).parent.parent.parent
_HARMLESS = set("\r\n")


class Terminal:
    """Runs a command with a pseudo-terminal as all of its standard streams."""

    def __init__(
        self, words: Sequence[str], cwd: Path, size: tuple[int, int] = (100, 30), stdin: int | None = None, **env: str
    ) -> None:
        """``size`` is columns and rows; ``stdin`` takes the place of the terminal as standard input."""
        self.received = bytearray()
        self._master, slave = pty.openpty()
        self.resize(*size)
        self.before = termios.tcgetattr(slave)
        self._slave = slave
        self.process = subprocess.Popen(
            [sys.executable, "-m", "denpex_tui", *words],
            stdin=slave if stdin is None else stdin,
            stdout=slave,
            stderr=slave,
            cwd=cwd,
            env=environment(env),
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(1, termios.TIOCSCTTY, 0),
        )

    def resize(self, columns: int, rows: int) -> None:
        """What a window manager does; the kernel sends SIGWINCH."""
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def send(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    def _read(self, seconds: float) -> bool:
        poll = select.poll()  # select() takes no descriptor above 1,023
        poll.register(self._master, select.POLLIN)
        if not poll.poll(seconds * 1_000):
            return False
        try:
            data = os.read(self._master, 1 << 16)
        except OSError:
            return False
        self.received += data
        return bool(data)

    def wait_for(self, words: str) -> None:
        """Until ``words`` were written since the last wait. Raises AssertionError when they never are."""
        begin, limit = getattr(self, "_seen", 0), time.monotonic() + PATIENCE_S
        while words not in SEQUENCE.sub("", self.received[begin:].decode("utf-8", "replace")):
            assert self.process.poll() is None and time.monotonic() < limit, self.tail()
            self._read(0.2)
        self._seen = len(self.received)

    def wait_for_bytes(self, data: bytes) -> None:
        """Until ``data`` was received."""
        limit = time.monotonic() + PATIENCE_S
        while data not in self.received:
            assert self.process.poll() is None and time.monotonic() < limit, self.tail()
            self._read(0.05)

    def wait_until(self, holds: Callable[[], bool]) -> None:
        """Until ``holds`` says so, while the command runs."""
        limit = time.monotonic() + PATIENCE_S
        while not holds():
            assert self.process.poll() is None and time.monotonic() < limit, self.tail()
            self._read(0.01)

    def settle(self, quiet: float = 0.5) -> None:
        """Until nothing was written for ``quiet`` seconds."""
        limit = time.monotonic() + PATIENCE_S
        while self._read(quiet) and time.monotonic() < limit:
            pass

    def receive(self, seconds: float) -> None:
        """What comes within so many seconds."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            self._read(left)

    def end(self) -> int:
        """Wait for the command to end; its exit code, negative for a signal. Raises when it does not end."""
        limit = time.monotonic() + PATIENCE_S
        while self.process.poll() is None:
            assert time.monotonic() < limit, f"did not end: {self.tail()}"
            self._read(0.1)
        while self._read(0.1):
            pass
        return self.process.returncode

    def is_restored(self) -> bool:
        """Whether the line discipline, the main screen, the cursor and the mouse are as they were before."""
        text = self.received.decode("utf-8", "replace")
        pairs = (("\x1b[?1049h", "\x1b[?1049l"), ("\x1b[?25l", "\x1b[?25h"), ("\x1b[?1000h", "\x1b[?1000l"))
        modes = all(text.rfind(off) >= text.rfind(on) for on, off in pairs)
        return modes and termios.tcgetattr(self._slave)[:4] == self.before[:4]

    def is_given_back(self) -> bool:
        """Whether it is restored, by what ends the output: the screen was left, and not a word follows."""
        text = self.received.decode("utf-8", "replace")
        _, left, behind = text.rpartition("\x1b[?1049l")
        return self.is_restored() and left != "" and "\x1b[?25h" in text and not SEQUENCE.sub("", behind).strip()

    def tail(self) -> str:
        return SEQUENCE.sub(" ", self.received.decode("utf-8", "replace"))[-2000:]

    def close(self) -> None:
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        os.close(self._slave)
        os.close(self._master)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def environment(extra: Mapping[str, str]) -> dict[str, str]:
    """That of the test, with a UTF-8 terminal of true colours."""
    own = {"PYTHONPATH": str(ROOT)} | {
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        "LC_ALL": "C.UTF-8",
        "TEXTUAL_ANIMATIONS": "none",
    }
    return {**{k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS", "LINES")}, **own, **extra}


def sequences(received: bytes) -> set[str]:
    """The escape sequences that were received, with ``#`` for numbers and without those of colours."""
    found = SEQUENCE.findall(received.decode("utf-8", "replace"))
    return {re.sub(r"\d+", "#", each) for each in found if not each.endswith("m")}


def dangers(received: bytes) -> set[str]:
    """Characters outside escape sequences that a terminal acts on or that hide or reorder others."""
    text = SEQUENCE.sub("", received.decode("utf-8", "surrogateescape"))
    return {c for c in text if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp") and c not in _HARMLESS}
