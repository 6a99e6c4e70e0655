"""Processor time of discovery, the first look, reading and the verdict for many ranks with short logs.

python -m tests.benchmarks.rebuild [--ranks 1024,4096]
"""

from __future__ import annotations

import argparse
import gc
import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from denpex_tui.engine.rules.book import RuleBook
from denpex_tui.engine.session import Session
from tests.benchmarks.generate import ending, lines

STEPS = 100
"""Some 50 kB a rank."""


def write_short(directory: Path, ranks: int, seed: int = 1) -> int:
    """Logs of ``ranks`` ranks; returns the one that fails first."""
    guilty = random.Random(seed).randrange(ranks)
    for rank in range(ranks):
        rng = random.Random(seed * 100_003 + rank)
        (directory / f"rank_{rank}.log").write_text(lines(rank, rng, 0, STEPS) + ending(rank, guilty, STEPS))
    return guilty


def line(ranks: int) -> str:
    """One line of seconds; ends with an error when the verdict is wrong."""
    with tempfile.TemporaryDirectory() as name:
        guilty = write_short(Path(name), ranks)
        book = RuleBook.bundled()
        found, session = _timed(lambda: Session([name], book=book))
        read, _ = _timed(session.poll)
        judged, _ = _timed(session._rebuild)
        incident = session.snapshot.incident
        session.close()
    if incident is None or incident.first.ranks != (guilty,):
        raise SystemExit(f"wrong verdict: {incident and incident.first.ranks} instead of ({guilty},)")
    return f"{ranks:,} ranks: found in {found:.2f} s, read and judged in {read:.2f} s, judged again in {judged:.2f} s"


T = TypeVar("T")


def _timed(work: Callable[[], T]) -> tuple[float, T]:
    begun = time.process_time()
    result = work()
    return time.process_time() - begun, result


def main() -> None:
    """Print one line for each number of ranks."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--ranks", default="1024,4096")
    gc.set_threshold(200_000, 20, 100)  # as the command line does
    for ranks in parser.parse_args().ranks.split(","):
        print(line(int(ranks)), flush=True)


if __name__ == "__main__":
    main()
