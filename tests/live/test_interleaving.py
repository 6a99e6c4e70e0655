"""A log is rotated or cut at any moment of the engine's look at it: nothing is lost, and no loss is claimed."""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.live.interleaved import Action, Interleaved
from tests.live.tail import Tail, append, digest, steps

NEVER = 1 << 30
TIMES = 30
"""So many times the actions of one rotation are spread over the look by chance."""


class Log:
    """One log, what was written to it, and what can happen to it."""

    def __init__(self, directory: Path, seen: bytes, unread: bytes) -> None:
        self.path = directory / "rank_0.log"
        self.written = append(self.path, seen)
        self.tail = Tail(self.path)
        self.tail.look()
        self.written += append(self.path, unread)

    def copy(self) -> None:
        shutil.copyfile(self.path, f"{self.path}.1")

    def begin_copy(self) -> None:
        Path(f"{self.path}.1").touch()

    def half_copy(self) -> None:
        data = self.path.read_bytes()
        append(Path(f"{self.path}.1"), data[: len(data) // 2])

    def rest_of_copy(self) -> None:
        copy = Path(f"{self.path}.1")
        append(copy, self.path.read_bytes()[copy.stat().st_size :])

    def truncate(self) -> None:
        os.truncate(self.path, 0)

    def rename(self) -> None:
        self.path.rename(f"{self.path}.1")

    def delete(self) -> None:
        self.path.unlink()

    def create(self) -> None:
        self.path.touch()

    def half(self) -> None:
        self.written += append(self.path, b"2026-11-30 20:")

    def other_half(self) -> None:
        self.written += append(self.path, b"08:20,500 [rank0] INFO train: saved\n")

    def write(self) -> None:
        self.written += append(self.path, steps(500, 3))

    def seen(self, names: Sequence[str], at: Sequence[int]) -> int:
        """Let all of that happen while it is looked at; returns how many lines the engine went through."""
        actions: list[Action] = [getattr(self, name) for name in names]
        interleaved = Interleaved(actions, at)
        interleaved.run(self.tail.look)
        for _ in range(3):  # what changed while it was looked at is found by the next look, and there is always one
            self.tail.look()
        self.written += append(self.path, steps(600, 2))
        self.tail.look()
        self.tail.close()
        return interleaved.lines


def moments(names: Sequence[str], lines: int) -> Iterator[tuple[int, ...]]:
    """Everything before the same line, for each of them, and spread by chance, always in the same way."""
    chance = random.Random(" ".join(names))
    for line in range(1, lines + 1):
        yield (line,) * len(names)
    for _ in range(TIMES):
        yield tuple(sorted(chance.randrange(1, 2 * lines) for _ in names))


ROTATIONS = {
    "copied and truncated": ("copy", "truncate", "write"),
    "copied in pieces and truncated": ("begin_copy", "half_copy", "rest_of_copy", "truncate", "write"),
    "renamed": ("rename", "create", "write"),
    "copied in the middle of a line": ("half", "copy", "truncate", "other_half", "write"),
    "renamed in the middle of a line": ("half", "rename", "create", "other_half", "write"),
    "deleted": ("delete", "create", "write"),
}
SEEN = {"empty": b"", "one line": steps(0, 1), "many lines": steps(0, 100)}
UNREAD = {"nothing new": b"", "few bytes": b"+\n", "whole lines": steps(100, 5)}


@pytest.mark.parametrize("names", ROTATIONS.values(), ids=list(ROTATIONS))
@pytest.mark.parametrize("seen", SEEN.values(), ids=list(SEEN))
@pytest.mark.parametrize("unread", UNREAD.values(), ids=list(UNREAD))
def test_rotated_while_it_is_looked_at(seen: bytes, unread: bytes, names: Sequence[str]) -> None:
    with TemporaryDirectory() as directory:
        lines = Log(Path(directory), seen, unread).seen(names, (NEVER,) * len(names))
    for at in moments(names, lines):
        with TemporaryDirectory() as directory:
            log = Log(Path(directory), seen, unread)
            log.seen(names, at)
            assert digest(log.tail.seen) == digest(log.written), at
            assert (log.tail.course.loss.bytes, log.tail.course.loss.restarts) == (0, 0), at


@pytest.mark.parametrize("seen", SEEN.values(), ids=list(SEEN))
@pytest.mark.parametrize("unread", UNREAD.values(), ids=list(UNREAD))
def test_what_is_lost_is_said(seen: bytes, unread: bytes) -> None:
    """Cut without a copy: what is missing is said to be, and never more than that."""
    names = ("truncate", "write")
    with TemporaryDirectory() as directory:
        lines = Log(Path(directory), seen, unread).seen(names, (NEVER,) * len(names))
    for at in moments(names, lines):
        with TemporaryDirectory() as directory:
            log = Log(Path(directory), seen, unread)
            log.seen(names, at)
            lines_seen = log.tail.seen.splitlines()
            assert [line for line in log.written.splitlines() if line in lines_seen] == lines_seen, at
            missing, loss = len(log.written) - len(log.tail.seen), log.tail.course.loss
            assert loss.bytes <= missing, at
            assert loss.sentence or not (seen and missing), at
