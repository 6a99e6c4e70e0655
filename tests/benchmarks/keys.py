"""From a key to the screen that shows what it did, on a real terminal, while the logs are read and afterwards.

python -m tests.benchmarks.keys [--ranks 4096] [--gigabytes 10] [--presses 120]

The screen writes down when it was drawn and what it showed; both sides look at the same clock. Keys go through the
evidence, the tree and the lines of the log, one every tenth of a second.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import pty
import random
import shutil
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.benchmarks.generate import BLOCK_STEPS, ending, lines

TARGET_MS = 50
ROUND = ("2", "k", "k", "j", "j", "1", "j", "k", "n", "N")
"""Each of them changes what is selected."""
PAUSE_S = 0.1
PATIENCE_S = 900.0
READING, READ = "reading", "read"


def write_many(directory: Path, ranks: int, size: int, seed: int = 1) -> int:
    """Logs of ``size`` bytes each, with the same steps and noise under another rank; returns the guilty one."""
    guilty = random.Random(seed).randrange(ranks)
    template = lines(0, random.Random(seed), 0, BLOCK_STEPS)
    for rank in range(ranks):
        block = template.replace("[rank 0]", f"[rank {rank}]").replace("node0:", f"node{rank // 8}:")
        times = max(1, round(size / len(block)))
        last = lines(rank, random.Random(rank), BLOCK_STEPS * times, 20)
        with (directory / f"rank_{rank}.log").open("w") as file:
            file.writelines([block] * times)
            file.write(last + ending(rank, guilty, BLOCK_STEPS * times + 20))
    return guilty


def show(directory: Path, record: Path) -> None:
    """The screen on ``directory``; each time it was drawn, when and what it showed is added to ``record``."""
    from textual.app import App

    from denpex_tui.cli import main as command_line

    draw = App._display
    with record.open("w", buffering=1) as file:

        def display(self: App[object], *what: object) -> None:
            draw(self, *what)  # type: ignore[arg-type]
            if shown := _shown(self):
                file.write(f"{time.monotonic_ns()}\t{shown}\n")

        App._display = display  # type: ignore[method-assign, assignment]
        command_line([str(directory)])


def _shown(app: object) -> str:
    """Whether all has been read, and what a key changes: the pane, the entry of the tree, the line of the log."""
    from denpex_tui.ui.screens.incident_screen import IncidentScreen
    from denpex_tui.ui.widgets.incident_tree import IncidentTree
    from denpex_tui.ui.widgets.log_view import LogView

    screen = getattr(app, "screen", None)
    if not isinstance(screen, IncidentScreen) or screen.snapshot is None or screen.snapshot.incident is None:
        return ""
    view, tree = screen.query_one(LogView), screen.query_one(IncidentTree)
    state = READING if screen.snapshot.partial else READ
    return f"{state}\t{screen.pane} {tree.cursor_line} {view.text_at(view.cursor)!r}"


class Record:
    """What the screen wrote down."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def rows(self) -> list[tuple[int, str, str]]:
        """When, whether all was read, and what was shown."""
        text = self._path.read_text() if self._path.exists() else ""
        parts = (line.split("\t", 2) for line in text.splitlines() if line.count("\t") >= 2)
        return [(int(when), state, shown) for when, state, shown in parts]

    def wait_for(self, state: str) -> None:
        """Until the screen shows a verdict in that state, or a later one."""
        limit = time.monotonic() + PATIENCE_S
        while not any(now in (state, READ) for _, now, _ in self.rows()[-50:]):
            if time.monotonic() > limit:
                raise SystemExit(f"the screen showed no verdict within {PATIENCE_S:.0f} s")
            time.sleep(0.2)

    def delays_ms(self, pressed: Sequence[int]) -> Iterator[tuple[str, float]]:
        """For each key: whether all had been read, and how long it took until something else was shown."""
        rows = self.rows()
        for at, until in zip(pressed, [*pressed[1:], time.monotonic_ns()], strict=True):
            before = [(state, shown) for when, state, shown in rows if when < at]
            after = [when for when, _, shown in rows if at <= when < until and before and shown != before[-1][1]]
            if before and after:
                yield before[-1][0], (after[0] - at) / 1e6


class Screen:
    """The screen on a terminal of 120 x 40."""

    def __init__(self, directory: Path, record: Path) -> None:
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        command = [sys.executable, "-m", "tests.benchmarks.keys", "--show", str(directory), "--record", str(record)]
        environment = {
            **os.environ,
            "TERM": "xterm-256color",
            "LC_ALL": "C.UTF-8",
            "XDG_STATE_HOME": str(record.parent),
        }
        self._process = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, env=environment)
        os.close(slave)
        threading.Thread(target=self._drain, daemon=True).start()

    def _drain(self) -> None:
        try:
            while os.read(self._master, 1 << 16):
                pass
        except OSError:
            pass

    def press(self, key: str) -> int:
        """When it was pressed."""
        now = time.monotonic_ns()
        os.write(self._master, key.encode())
        return now

    def close(self) -> None:
        self._process.send_signal(signal.SIGTERM)
        self._process.wait()
        os.close(self._master)


def press_keys(screen: Screen, presses: int) -> list[int]:
    """So many keys, one after the other."""
    pressed = []
    for number in range(presses):
        pressed.append(screen.press(ROUND[number % len(ROUND)]))
        time.sleep(PAUSE_S)
    return pressed


def measure(directory: Path, scratch: Path, presses: int) -> list[str]:
    """One line for each state of the reading."""
    record = Record(scratch / "record")
    screen = Screen(directory, scratch / "record")
    try:
        record.wait_for(READING)
        pressed = press_keys(screen, presses)
        record.wait_for(READ)
        pressed += press_keys(screen, presses)
    finally:
        screen.close()
    delays = list(record.delays_ms(pressed))
    return [_line(state, sorted(ms for each, ms in delays if each == state)) for state in (READING, READ)]


def _line(state: str, delays: list[float]) -> str:
    what = "while the logs are read" if state == READING else "when all is read"
    if not delays:
        return f"  {what}: no key was pressed in time"
    late = delays[min(len(delays) - 1, int(0.95 * len(delays)))]
    return f"  {what}: median {statistics.median(delays):.0f} ms, 95 % below {late:.0f} ms, of {len(delays)} keys"


def main() -> None:
    """Print one line a state."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--ranks", type=int, default=4096)
    parser.add_argument("--gigabytes", type=float, default=10)
    parser.add_argument("--presses", type=int, default=120)
    parser.add_argument("--keep", type=Path, help="keep the logs there, or take those that are")
    parser.add_argument("--show", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--record", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.show:
        show(args.show, args.record)
        return
    with tempfile.TemporaryDirectory() as name:
        directory = args.keep or Path(name) / "logs"
        size = args.gigabytes * 1e9
        if not directory.exists():
            if shutil.disk_usage(name).free < 1.2 * size:
                raise SystemExit(f"no room for {args.gigabytes:g} GB in {name}: name fewer with --gigabytes")
            directory.mkdir(parents=True)
            write_many(directory, args.ranks, int(size / args.ranks))
        print(f"keys, {args.ranks:,} ranks, {args.gigabytes:g} GB (wanted: {TARGET_MS} ms)", flush=True)
        print("\n".join(measure(directory, Path(name), args.presses)), flush=True)


if __name__ == "__main__":
    main()
