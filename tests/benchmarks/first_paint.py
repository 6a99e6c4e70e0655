"""Time until the screen's first row is drawn, beside a Textual application that shows nothing but that row.

python -m tests.benchmarks.first_paint [--runs 5]
"""

from __future__ import annotations

import argparse
import fcntl
import os
import pty
import select
import signal
import statistics
import struct
import sys
import termios
import time
from collections.abc import Sequence

from denpex_tui.demo import logs

WANTED = 1.3
"""First paint is to take at most so many times as long as that of the empty application."""
PATIENCE_S = 30.0
DRAWN = b"denpex-tui"
ALTERNATE_SCREEN = b"\x1b[?1049h"
EMPTY_APP = """
from textual.app import App
from textual.widgets import Static
class Empty(App):
    def compose(self):
        yield Static("denpex-tui")
Empty().run()
"""


def first_paint(command: Sequence[str]) -> float:
    """Seconds from the start of a command to its first row on a terminal of 120 x 40."""
    begun = time.perf_counter()
    child, terminal = pty.fork()
    if child == 0:
        os.environ |= {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
        os.execv(command[0], list(command))
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    try:
        _wait_for_row(terminal, begun)
        return time.perf_counter() - begun
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(terminal)


def _wait_for_row(terminal: int, begun: float) -> None:
    seen = b""
    while DRAWN not in seen.partition(ALTERNATE_SCREEN)[2]:
        if not select.select([terminal], [], [], PATIENCE_S)[0] or time.perf_counter() - begun > PATIENCE_S:
            raise SystemExit(f"no first row within {PATIENCE_S:.0f} s; written so far: {seen[-200:]!r}")
        seen += os.read(terminal, 65_536)


def measure(runs: int) -> tuple[float, float]:
    """Median seconds of the empty application and of the screen on the bundled incident, run in turns."""
    screen = [sys.executable, "-m", "denpex_tui", str(logs("bf16-zero-norm"))]
    empty = [sys.executable, "-c", EMPTY_APP]
    pairs = [(first_paint(empty), first_paint(screen)) for _ in range(runs)]
    return statistics.median(a for a, _ in pairs), statistics.median(b for _, b in pairs)


def main() -> None:
    """Print one line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--runs", type=int, default=5)
    empty, screen = measure(parser.parse_args().runs)
    print(f"first paint {screen:.2f} s, empty Textual app {empty:.2f} s: {screen / empty:.2f} times (wanted: {WANTED})")


if __name__ == "__main__":
    main()
