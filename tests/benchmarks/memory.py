"""Peak resident memory of a full report on ten times as much of the same logs.

python -m tests.benchmarks.memory [--megabytes 50] [--times 10]
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.benchmarks.generate import write

WANTED_MB = 100
"""More than that the larger logs are not to take."""
RANKS = 4
_REPORT = """
import resource, sys
from denpex_tui.cli import main
main(["report", sys.argv[1], "-o", "/dev/null"])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


def peak(megabytes: float) -> int:
    """Peak MB of a report on so many MB of logs, in an interpreter of its own."""
    with tempfile.TemporaryDirectory() as name:
        write(Path(name), RANKS, int(megabytes * 1e6 / RANKS))
        out = subprocess.run([sys.executable, "-c", _REPORT, name], capture_output=True, text=True, check=True).stdout
    return int(out.split()[-1])


def line(megabytes: float, times: int) -> str:
    """Both peaks and their difference in one line."""
    small, large = peak(megabytes), peak(megabytes * times)
    amounts = f"{small} MB for {megabytes:g} MB of logs, {large} MB for {megabytes * times:g} MB"
    return f"memory: {amounts}: {large - small:+} MB (wanted: at most {WANTED_MB})"


def main() -> None:
    """Print one line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--megabytes", type=float, default=50)
    parser.add_argument("--times", type=int, default=10)
    args = parser.parse_args()
    print(line(args.megabytes, args.times))


if __name__ == "__main__":
    main()
