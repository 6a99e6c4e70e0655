"""Writes the logs of a job live, as a process of its own: rotation, truncation, late files, halves of lines, a failure.

    python -m tests.live.job DIRECTORY [--seconds 6] [--ranks 4] [--seed 1] [--no-append] [--kept 3]

What each rank wrote to its log, from the first byte to the last, is printed at the end as JSON: length, lines, digest.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import time
from datetime import UTC, datetime
from pathlib import Path

from tests.live.tail import digest

CLOSED = (
    "RuntimeError: [/pytorch/third_party/gloo/gloo/transport/tcp/pair.cc:553] Connection closed by peer"
    " [127.0.0.1]:{port}. This is typically caused by a remote worker crashing."
)


class RankLog:
    """One rank's log and what was written to it."""

    def __init__(self, directory: Path, rank: int, append: bool, kept: int) -> None:
        self.path = directory / f"rank_{rank}.log"
        self.rank = rank
        self.written = b""
        self._flags = os.O_WRONLY | os.O_CREAT | (os.O_APPEND if append else 0)
        self._kept = kept
        """So many rotated parts are left."""
        self._fd: int | None = None
        self._held = b""

    def open(self) -> None:
        """Create the file; what was logged before had been buffered."""
        self._fd = os.open(self.path, self._flags, 0o644)
        held, self._held = self._held, b""
        self.write(held)

    def write(self, data: bytes) -> None:
        self.written += data if self._fd is not None else b""
        if self._fd is None:
            self._held += data
        else:
            os.write(self._fd, data)

    def info(self, message: str) -> None:
        now = f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S,%f}"[:-3]
        self.write(f"{now} [rank{self.rank}] INFO train: {message}\n".encode())

    def rename(self) -> None:
        """Rotate by renaming, then log to a new file."""
        if self._fd is None:
            return
        for number in range(self._kept - 1, 0, -1):
            part = self.path.with_name(f"{self.path.name}.{number}")
            if part.exists():
                part.rename(self.path.with_name(f"{self.path.name}.{number + 1}"))
        self.path.rename(f"{self.path}.1")
        os.close(self._fd)
        self.open()

    def copy_and_truncate(self) -> None:
        """Rotate as logrotate's copytruncate does; nobody writes meanwhile, so nothing is lost by it."""
        if self._fd is None:
            return
        for number in range(self._kept - 1, 0, -1):
            part = self.path.with_name(f"{self.path.name}.{number}")
            if part.exists():
                part.rename(self.path.with_name(f"{self.path.name}.{number + 1}"))
        shutil.copyfile(self.path, f"{self.path}.1")
        os.truncate(self.path, 0)

    def fail(self, error: str) -> None:
        prefix = f"[rank{self.rank}]: "
        self.write(
            f"{prefix}Traceback (most recent call last):\n"
            f'{prefix}  File "/workspace/train.py", line {151 + self.rank}, in train\n'
            f"{prefix}    step(batch)\n{prefix}{error}\n".encode()
        )


def run(directory: Path, seconds: float, ranks: int, seed: int, append: bool, kept: int) -> dict[str, str]:
    """Write until the time is over; returns what each log was given, by its name."""
    chance = random.Random(seed)
    directory.mkdir(parents=True, exist_ok=True)
    logs = [RankLog(directory, rank, append, kept) for rank in range(ranks)]
    for log in logs[:-1]:
        log.open()
    began = time.monotonic()
    step = 0
    while (spent := time.monotonic() - began) < seconds * 0.8:
        step += 1
        for log in logs:
            if step % 7 == log.rank:
                half = f"step {step} checkpoint /workspace/ckpt/{step}.pt written\n".encode()
                log.write(half[:20])
                time.sleep(0.01)
                log.write(half[20:])
            log.info(f"step {step}/9000 loss={2 + 1 / step:.4f} step_ms=20.0")
        if spent > seconds * 0.3 and logs[-1]._fd is None:
            logs[-1].open()
        if step % 9 == 0:
            log = chance.choice(logs)
            chance.choice([log.rename, log.copy_and_truncate] if append else [log.rename])()
        time.sleep(0.02)
    guilty = logs[2 % ranks]
    guilty.fail("ValueError: batch 40 has 3 non-finite input values (shard train-00002-of-00004)")
    for log in logs:
        if log is not guilty:
            time.sleep(0.1)
            log.fail(CLOSED.format(port=40000 + log.rank))
    return {log.path.name: digest(log.written) for log in logs}


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="write the logs of a job live")
    parser.add_argument("directory", type=Path)
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--ranks", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-append", action="store_true")
    parser.add_argument("--kept", type=int, default=3)
    args = parser.parse_args()
    print(json.dumps(run(args.directory, args.seconds, args.ranks, args.seed, not args.no_append, args.kept)))


if __name__ == "__main__":
    main()
