"""All measures on generated logs, one line of figures each.  For information: only a wrong verdict is an error.

python -m tests.benchmarks [--shapes 4x10,64x2] [--runs 3]
"""

from __future__ import annotations

import argparse
import subprocess
import sys


def main() -> None:
    """Run the measures one after the other, each in an interpreter of its own."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--shapes", default="4x10,64x2", help="RANKSxMEGABYTES of the throughput, separated by commas")
    parser.add_argument("--runs", type=int, default=3)
    args = parser.parse_args()
    runs = ["--runs", str(args.runs)]
    for measure in (
        ["startup", *runs],
        ["first_paint", *runs],
        ["throughput", "--shapes", args.shapes, *runs],
        ["search", "--megabytes", "20", *runs],
        ["memory", "--megabytes", "50", "--times", "10"],
        ["rebuild", "--ranks", "1024,4096"],
        ["latency"],
        ["keys"],
    ):
        name, *words = measure
        subprocess.run([sys.executable, "-m", f"tests.benchmarks.{name}", *words], check=True)


if __name__ == "__main__":
    main()
