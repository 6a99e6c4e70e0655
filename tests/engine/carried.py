"""The logs of a torchrun job as other launchers and collectors would have written them."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.engine.pipeline import snapshot_of

_STAMP = re.compile(rb"20\d\d-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:[.,]\d+)?")
AGENT = -1
"""Stands for the launcher, where a rank is expected."""


@dataclass(frozen=True, slots=True)
class Written:
    """What the ranks and the launcher of one start of a job wrote."""

    ranks: Mapping[int, Sequence[bytes]]
    agent: Sequence[bytes]


def written(logs: Path) -> Written | None:
    """The lines of each rank, standard error before output; None for logs that do not have a file for each rank."""
    ranks: dict[int, list[bytes]] = defaultdict(list)
    agent: list[bytes] = []
    for source in sorted(snapshot_of(logs).sources, key=lambda source: source.location):
        if source.attempt not in (None, 0):
            return None
        mine = agent if source.rank is None else ranks[source.rank]
        mine.extend(source.location.read_bytes().splitlines())
    return Written(ranks, agent) if len(ranks) > 1 else None


Carrier = Callable[[Written, Path, random.Random], None]


def _one_file_each(prefix: Callable[[int, int], bytes], end: bytes = b"\n") -> Carrier:
    """A file for each rank and one for the launcher; ``prefix`` is of the rank and the number of the line."""

    def write(job: Written, target: Path, _chance: random.Random) -> None:
        for rank, lines in {**job.ranks, AGENT: job.agent}.items():
            text = b"".join(prefix(rank, number) + line + end for number, line in enumerate(lines))
            (target / ("agent.log" if rank == AGENT else f"rank_{rank}.log")).write_bytes(text)

    return write


def _one_file(name: str, prefix: Callable[[int], bytes], agent: bool = False) -> Carrier:
    """All ranks in one file, some lines of one and some of another."""

    def write(job: Written, target: Path, chance: random.Random) -> None:
        lines = [prefix(rank) + line for rank, line in _mixed(job.ranks, chance)]
        (target / name).write_bytes(b"".join(line + b"\n" for line in [*lines, *(job.agent if agent else ())]))

    return write


def _mixed(ranks: Mapping[int, Sequence[bytes]], chance: random.Random) -> Iterator[tuple[int, bytes]]:
    left = {rank: list(lines) for rank, lines in ranks.items() if lines}
    while left:
        rank = chance.choice(sorted(left))
        count = chance.randint(1, 6)
        yield from ((rank, line) for line in left[rank][:count])
        if not (rest := left.pop(rank)[count:]):
            continue
        left[rank] = rest


def _clock(number: int) -> bytes:
    return b"%02d:%02d:%02d" % (20 + number // 3600, number // 60 % 60, number % 60)


def _without_clock(job: Written, target: Path, _chance: random.Random) -> None:
    for rank, lines in job.ranks.items():
        (target / f"rank_{rank}.log").write_bytes(b"".join(_STAMP.sub(b"", line) + b"\n" for line in lines))


CARRIERS: Mapping[str, Carrier] = {
    "a file each": _one_file_each(lambda _rank, _number: b""),
    "windows line ends": _one_file_each(lambda _rank, _number: b"", b"\r\n"),
    "containerd": _one_file_each(lambda _rank, number: b"2026-11-30T%b.%09dZ stderr F " % (_clock(number), number)),
    "kubectl --timestamps": _one_file_each(lambda _rank, number: b"2026-11-30T%b.%09dZ " % (_clock(number), number)),
    "stern": _one_file_each(
        lambda rank, number: b"job-worker-%d trainer 2026-11-30T%b.%09dZ " % (rank + 1, _clock(number), number)
    ),
    "moreutils ts": _one_file_each(lambda _rank, number: b"Nov 30 %b " % _clock(number)),
    "journalctl": _one_file_each(
        lambda rank, number: b"Nov 30 %b gpu-%d torchrun[%d]: " % (_clock(number), rank + 1, 1000 + rank)
    ),
    "torchrun --tee": _one_file("train.log", lambda rank: b"[default%d]:" % rank, agent=True),
    "srun --label": _one_file("slurm-7421.out", lambda rank: b"%d: " % rank),
    "mpirun --tag-output": _one_file("mpi.log", lambda rank: b"[1,%d]<stderr>:" % rank),
    "kubectl --prefix": _one_file("all.log", lambda rank: b"[pod/job-worker-%d/trainer] " % rank),
    "docker compose": _one_file("all.log", lambda rank: b"worker-%d  | " % rank),
    "no clock": _without_clock,
}
WHOLE = ("a file each", "containerd", "kubectl --timestamps", "stern", "moreutils ts", "journalctl", "torchrun --tee")
"""Carriers that keep all that was written, with what tells the ranks apart."""
