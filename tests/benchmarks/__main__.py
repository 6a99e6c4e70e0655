"""Times of the command line on generated logs, best of a few runs.  For information: nothing depends on them.

python -m tests.benchmarks [--ranks 4] [--megabytes 10] [--runs 3]
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from denpex_tui.demo import logs
from tests.benchmarks.generate import write


def seconds(runs: int, *words: str) -> float:
    """The shortest of ``runs`` runs of the program, start-up of the interpreter included."""
    command = [sys.executable, "-m", "denpex_tui", *words]
    best = float("inf")
    for _ in range(runs):
        begun = time.perf_counter()
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        best = min(best, time.perf_counter() - begun)
    return best


def main() -> None:
    """Print one line a measurement."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--ranks", type=int, default=4)
    parser.add_argument("--megabytes", type=float, default=10, help="of each rank's log")
    parser.add_argument("--runs", type=int, default=3)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        write(directory, args.ranks, int(args.megabytes * 1e6))
        generated = f"{args.ranks} ranks of {args.megabytes:g} MB"
        for title, words in (
            ("--version", ["--version"]),
            ("--help", ["--help"]),
            ("report on the bundled incident", ["report", str(logs("bf16-zero-norm"))]),
            (f"report --quick, {generated}", ["report", "--quick", str(directory)]),
            (f"report, {generated}", ["report", str(directory)]),
        ):
            print(f"{seconds(args.runs, *words):8.2f} s  {title}", flush=True)


if __name__ == "__main__":
    main()
