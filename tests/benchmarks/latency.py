"""From the write of a line to the snapshot that shows it, and what following a gigabyte costs in memory.

python -m tests.benchmarks.latency [--files 64,1024] [--seconds 15] [--storm 100000] [--gigabytes 1]

Idle: one line every half second in one of eight files. Storm: so many lines a second over at most 64 of the files as
well. Writers are processes of their own, on the same machine: their share is in the figures.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from textual.message import Message

from denpex_tui.engine.rules.book import RuleBook
from denpex_tui.engine.session import Session
from denpex_tui.ui.engine_feed import EngineFeed
from denpex_tui.ui.messages import SnapshotReady
from tests.benchmarks.generate import lines, stamp

STORM_FILES = 64
QUIET_FILES = 8
"""The lines that are measured are written to the last files, which have no other new ones."""
FIRST_STEP = 1_000_000
PAUSE_S = 0.5


def write_marks(directory: Path, files: int, seconds: float) -> None:
    """Write a step line of its own number to a random log twice a second; print when and to which."""
    began, step, chance = time.monotonic(), FIRST_STEP, random.Random(1)
    while time.monotonic() - began < seconds:
        rank = files - 1 - chance.randrange(QUIET_FILES)
        line = f"{stamp(step * 0.2)} INFO [rank {rank}] train: step {step:6d} | micro 0 | loss 2.1 | grad_norm 0.4\n"
        with (directory / f"rank_{rank}.log").open("ab", buffering=0) as file:
            file.write(line.encode())
            print(rank, step, time.monotonic_ns(), flush=True)
        step += 1
        time.sleep(PAUSE_S * (0.5 + chance.random()))


def write_storm(directory: Path, files: int, rate: float, seconds: float) -> None:
    """``rate`` lines a second over the first files, a hundred times a second; prints how many there were."""
    ranks = range(min(STORM_FILES, files - QUIET_FILES))
    fds = [os.open(directory / f"rank_{rank}.log", os.O_WRONLY | os.O_APPEND) for rank in ranks]
    blocks = [lines(rank, random.Random(rank), 0, 40).encode().splitlines(keepends=True) for rank in ranks]
    began, written, turn = time.monotonic(), 0, 0
    share = max(1, int(rate / 100 / len(fds)))
    while (spent := time.monotonic() - began) < seconds:
        if written > rate * spent:
            time.sleep(0.002)
            continue
        for fd, block in zip(fds, blocks, strict=True):
            at = turn * share % (len(block) - share) if len(block) > share else 0
            os.write(fd, b"".join(block[at : at + share]))
            written += share
        turn += 1
    print(written, flush=True)


class Follower:
    """The engine on its thread, and when each snapshot came."""

    def __init__(self, directory: Path) -> None:
        self.session = Session([str(directory)], book=RuleBook.bundled(), live=True)
        self.told: list[tuple[int, dict[int, int]]] = []
        self.feed = EngineFeed(self.session, self._deliver)
        self._thread = threading.Thread(target=self.feed.run)

    def _deliver(self, message: Message) -> None:
        if isinstance(message, SnapshotReady):
            now = time.monotonic_ns()
            ranks = message.snapshot.ranks
            self.told.append((now, {r.rank: r.last_step for r in ranks if (r.last_step or 0) >= FIRST_STEP}))  # type: ignore[misc]

    def delay_ms(self, rank: int, step: int, written: int) -> float | None:
        """How long it took until a snapshot said that ``rank`` had reached ``step``."""
        found = (now for now, steps in self.told if now >= written and steps.get(rank, 0) >= step)
        return next(((now - written) / 1e6 for now in found), None)

    def __enter__(self) -> Follower:
        self._thread.start()
        self.feed.first_read.wait()
        return self

    def __exit__(self, *_: object) -> None:
        self.feed.stop()
        self._thread.join()
        self.session.close()


@contextmanager
def logs(files: int) -> Iterator[Path]:
    """Short logs of so many ranks."""
    with tempfile.TemporaryDirectory() as name:
        for rank in range(files):
            (Path(name) / f"rank_{rank}.log").write_text(lines(rank, random.Random(rank), 0, 20))
        yield Path(name)


def child(*words: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.benchmarks.latency", *map(str, words)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def latency(files: int, seconds: float, storm: float) -> str:
    """One line: median and 99th percentile of the delay."""
    with logs(files) as directory, Follower(directory) as follower:
        noisy = (
            child("--write-storm", directory, "--files", files, "--storm", storm, "--seconds", seconds + 1)
            if storm
            else None
        )
        with child("--write-marks", directory, "--files", files, "--seconds", seconds) as marks:
            assert marks.stdout is not None
            written = [tuple(map(int, line.split())) for line in marks.stdout]
        rate = ""
        if noisy is not None and noisy.stdout is not None:
            rate = f" ({int(noisy.stdout.read()) / (seconds + 1):,.0f} lines/s written)"
            noisy.wait()
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline and follower.delay_ms(*written[-1]) is None:
            time.sleep(0.1)
        delays = [follower.delay_ms(rank, step, at) for rank, step, at in written]
    seen = sorted(delay for delay in delays if delay is not None)
    missed = f", {len(delays) - len(seen)} NOT SEEN" if len(seen) < len(delays) else ""
    worst = seen[min(len(seen) - 1, int(0.99 * len(seen)))]
    what = "storm" if storm else "idle"
    return f"{files:,} files, {what}{rate}: median {statistics.median(seen):.0f} ms, p99 {worst:.0f} ms{missed}"


def resident_mb() -> float:
    """Resident memory of this process now."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def growth(gigabytes: float) -> str:
    """One line: memory before and after so much was appended while it was followed."""
    with logs(STORM_FILES) as directory, Follower(directory) as follower:
        before, total, began = resident_mb(), 0, time.monotonic()
        words = ("--write-storm", directory, "--files", STORM_FILES, "--storm", 200_000, "--seconds", gigabytes * 60)
        with child(*words) as writer:
            while writer.poll() is None and total < gigabytes * 1e9:
                time.sleep(0.5)
                total = sum(source.bytes_read for source in follower.session.snapshot.sources)
            writer.terminate()
        spent, after = time.monotonic() - began, resident_mb()
    return f"followed {total / 1e9:.2f} GB in {spent:.0f} s: {before:.0f} MB resident before, {after:.0f} MB after"


def main() -> None:
    """Print one line for each measure."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--files", default="64,1024")
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--storm", type=float, default=100_000, help="lines a second")
    parser.add_argument("--gigabytes", type=float, default=1)
    parser.add_argument("--write-marks", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--write-storm", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.write_marks:
        write_marks(args.write_marks, int(args.files), args.seconds)
    elif args.write_storm:
        write_storm(args.write_storm, int(args.files), args.storm, args.seconds)
    else:
        for files in map(int, args.files.split(",")):
            for storm in (0.0, args.storm):
                print(latency(files, args.seconds, storm), flush=True)
        print(growth(args.gigabytes), flush=True)


if __name__ == "__main__":
    main()
