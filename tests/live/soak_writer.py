"""One rank of the soak: writes numbered lines and rotates its log when it is told to; may be killed at any time.

    python -m tests.live.soak_writer DIRECTORY RANK FIRST

How many lines are whole and how many commands were obeyed is kept in ``rank_N.count`` beside the directory. Every line
can be made again from its number, so that what was written is known without asking the writer.
"""

from __future__ import annotations

import os
import random
import select
import shutil
import sys
import time
from pathlib import Path

KEPT = 9
"""Rotated files that are left; older ones are removed."""
RATE = 150
"""Lines a second."""


def line(rank: int, number: int) -> bytes:
    """The line with this number, always the same."""
    seconds, odd = number // RATE, number * 2_654_435_761 % 1_000
    text = f"step {number} loss={2 + 1 / number:.4f} step_ms={odd / 10}"
    if odd < 3:
        text += " sample=" + "ß…x" * 3_000
    elif odd < 20:
        text += "".join(f"\r {share:3d}%|{'█' * (share // 10)}| {share}/100" for share in range(0, 101, 10))
    elif odd < 40:
        text = f"WARNING the loader was slow at step {number}: 壊れた shard, trying again"
    clock = f"2026-11-30 {seconds // 3600 % 24:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d},{number % RATE * 6:03d}"
    return f"{clock} [rank{rank}] INFO train: {text}\n".encode()


def count_path(directory: Path, rank: int) -> Path:
    """Where the writer keeps the number of its whole lines."""
    return directory.with_name(f"rank_{rank}.count")


class Writer:
    """The open log of one rank."""

    def __init__(self, directory: Path, rank: int) -> None:
        self.path = directory / f"rank_{rank}.log"
        self._count = os.open(count_path(directory, rank), os.O_RDWR | os.O_CREAT)
        self._rank, self._obeyed = rank, 0
        self._chance = random.Random(f"{rank} {os.getpid()}")
        self._open()

    def _open(self) -> None:
        self._fd = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)

    def write(self, number: int) -> None:
        """Write one line, now and then in two halves."""
        data = line(self._rank, number)
        half = len(data) // 3 if self._chance.random() < 0.02 else 0
        if half:
            os.write(self._fd, data[:half])
            time.sleep(0.02)
        os.write(self._fd, data[half:])
        os.pwrite(self._count, number.to_bytes(8, "little"), 0)

    def obey(self, command: bytes) -> None:
        """Rotate, and say that it is done."""
        {b"r": self.rename, b"c": self.copy, b"d": self.delete}[command]()
        self._obeyed += 1
        os.pwrite(self._count, self._obeyed.to_bytes(8, "little"), 8)

    def _make_room(self) -> None:
        for number in range(KEPT, 0, -1):
            part = Path(f"{self.path}.{number}")
            if part.exists() and number == KEPT:
                part.unlink()
            elif part.exists():
                part.rename(f"{self.path}.{number + 1}")

    def rename(self) -> None:
        """Rotate as a logging handler does."""
        self._make_room()
        self.path.rename(f"{self.path}.1")
        os.close(self._fd)
        self._open()

    def copy(self) -> None:
        """Rotate as logrotate does with copytruncate."""
        self._make_room()
        shutil.copyfile(self.path, f"{self.path}.1")
        time.sleep(self._chance.random() * 0.02)
        os.truncate(self.path, 0)

    def delete(self) -> None:
        """Begin a new file under the same name; the old one is gone."""
        self.path.unlink()
        os.close(self._fd)
        self._open()


def main() -> None:
    """Write until standard input ends."""
    directory, rank, number = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    writer, began, first = Writer(directory, rank), time.monotonic(), number
    while True:
        writer.write(number)
        number += 1
        while number - first > RATE * (time.monotonic() - began):
            time.sleep(0.003)
        if select.select([0], [], [], 0)[0]:
            command = os.read(0, 1)
            if not command:
                return
            writer.obey(command)


if __name__ == "__main__":
    main()
