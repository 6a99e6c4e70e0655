"""A job that runs for long while it is followed: its ranks are killed and start again, their logs are rotated.

    python -m tests.live.soak [--minutes 15] [--seed N] [--ranks 8]

Rotations are by renaming, by copying and truncating, by deleting and creating anew. Whenever a rank is killed, and at
the end, the lines that the engine was given are compared with the lines that were written, by their hash. Memory may
not grow after the first third. The seed is printed; with another one other things happen.
"""

from __future__ import annotations

import argparse
import os
import random
import tempfile
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

from denpex_tui.engine import reader
from denpex_tui.engine.rules.book import RuleBook
from denpex_tui.engine.session import Session
from tests.live.soak_ranks import Lines, Rank, Witness

MAX_GROWTH_MB = 24
PATIENCE_S = 120.0


class Soak:
    """The ranks, and the session that follows them."""

    def __init__(self, directory: Path, ranks: int, seed: int) -> None:
        self._chance = random.Random(seed)
        self.ranks = [Rank(directory, rank) for rank in range(ranks)]
        self.session = Session([str(directory)], book=RuleBook.bundled(), live=True)
        self.done = dict.fromkeys(("rename", "copy", "delete", "kill"), 0)

    def look(self) -> None:
        """Read all that is there."""
        self.session.poll()
        while self.session.backlog:
            self.session.poll()

    def disturb(self) -> None:
        """Do something to one rank."""
        rank = self._chance.choice(self.ranks)
        if not rank.is_idle or not self._seen(rank).count:
            return
        self.look()  # of two files that were deleted between two looks nobody sees the second
        what = self._chance.choice(list(self.done))
        self.done[what] += 1
        if what != "kill":
            rank.tell(what[:1].encode())
            return
        if self._chance.random() < 0.5:
            rank.tell(self._chance.choice([b"r", b"c"]))
        rank.end(kill=True)
        self.compare([rank])
        rank.start()

    def compare(self, ranks: Iterable[Rank]) -> None:
        """What was seen of these, which nobody writes to now, is what was written."""
        for rank in ranks:
            deadline = time.monotonic() + PATIENCE_S
            while str(self._seen(rank)) != str(rank.written):
                assert time.monotonic() < deadline, f"{rank.name}: written {rank.written}; seen {self._seen(rank)}"
                self.look()

    def _seen(self, rank: Rank) -> Lines:
        scan = next((scan for scan in self.session._scans if scan.source.path == rank.name), None)
        if scan is None:
            return Lines()
        assert isinstance(scan.index, Witness)
        return scan.index.seen

    def fail(self) -> int:
        """The end of the job: one rank fails, the others lose it; returns which one."""
        guilty = self._chance.randrange(len(self.ranks))
        frame = 'Traceback (most recent call last):\n{0}  File "train.py", line 9, in step\n{0}    step(batch)\n{0}'
        errors = "RuntimeError: [../gloo/transport/tcp/pair.cc:553] Connection closed by peer [127.0.0.1]:4711"
        for number, rank in enumerate(self.ranks):
            prefix = f"[rank{number}]: "
            error = "ValueError: batch 40 has 3 non-finite input values" if number == guilty else errors
            rank.log(f"{prefix}{frame.format(prefix)}{error}\n")
        return guilty


def resident_mb() -> float:
    """Resident memory of this process now."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def run(soak: Soak, seconds: float) -> list[float]:
    """Disturb the job for so long; returns the resident memory, about once a second."""
    began = told = time.monotonic()
    memory: list[float] = []
    while time.monotonic() - began < seconds:
        soak.disturb()
        until = time.monotonic() + 0.2
        while time.monotonic() < until:
            soak.look()
            time.sleep(0.02)
        if len(memory) < time.monotonic() - began:
            memory.append(resident_mb())
        if time.monotonic() - told > 60:
            told = time.monotonic()
            print(f"{(told - began) / 60:4.0f} min {memory[-1]:6.1f} MB {soak.done}", flush=True)
    return memory


def check(soak: Soak, memory: Sequence[float]) -> None:
    """Nothing was lost, the verdict is right, and memory is flat."""
    for rank in soak.ranks:
        rank.end()
    soak.compare(soak.ranks)
    guilty = soak.fail()
    soak.compare(soak.ranks)
    incident = soak.session.snapshot.incident
    assert incident is not None and incident.first.ranks == (guilty,), incident
    sources = {source.path: source for source in soak.session.snapshot.sources}
    assert {rank.name: rank.written.count for rank in soak.ranks} == {name: s.lines for name, s in sources.items()}
    for warning in soak.session.snapshot.warnings:
        print(f"said meanwhile: {warning}")
    total, lines = (sum(getattr(rank.written, what) for rank in soak.ranks) for what in ("size", "count"))
    print(f"{total / 1e6:.0f} MB in {lines:,} lines, none lost; {soak.done}")
    settled, last = memory[len(memory) // 3 :], memory[-1]
    print(f"resident: {settled[0]:.0f} MB after a third, at most {max(settled):.0f} MB since, {last:.0f} MB at the end")
    assert max(settled) - settled[0] < MAX_GROWTH_MB


def main() -> None:
    """Run for the time that was asked for; an assertion tells what went wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--minutes", type=float, default=15)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1_000_000))
    parser.add_argument("--ranks", type=int, default=8)
    args = parser.parse_args()
    print(f"seed {args.seed}, {args.ranks} ranks, {args.minutes:g} minutes", flush=True)
    setattr(reader, "LineIndex", Witness)  # noqa: B010  (the reader makes one for each log)
    with tempfile.TemporaryDirectory() as name:
        logs = Path(name) / "logs"
        logs.mkdir()
        soak = Soak(logs, args.ranks, args.seed)
        check(soak, run(soak, args.minutes * 60))
        soak.session.close()


if __name__ == "__main__":
    main()
