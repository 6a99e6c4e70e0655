"""Time to a verdict, full pass and memory on generated logs, beside tools that read the same bytes.

    python -m tests.benchmarks.throughput [--shapes 4x10,64x100,1024x4] [--runs 3] [--keep DIRECTORY]

Ratios in one run count, not seconds: the machine may be shared. Fails only when a verdict is wrong. ripgrep and lnav
are measured where they are installed; toolong is not, since it does nothing without a screen.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from denpex_tui.engine.rules.book import RuleBook
from denpex_tui.engine.rules.compile import scanner_expression
from tests.benchmarks.generate import write

LNAV_BYTES = 500e6
"""lnav takes minutes for more."""
Run = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Measured:
    """Median seconds of the runs, and the peak of resident memory of the child in MB."""

    seconds: float
    megabytes: float


def measure(command: Sequence[str], runs: int, expect: Callable[[bytes], None] | None = None) -> Measured:
    """Run a command a few times; its output goes to ``expect``."""
    times, peaks = [], []
    for _ in range(runs):
        begun = time.perf_counter()
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        assert process.stdout is not None
        with process.stdout:
            out = process.stdout.read()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        times.append(time.perf_counter() - begun)
        peaks.append(used.ru_maxrss / 1024)
        if expect is not None:
            expect(out)
    return Measured(statistics.median(times), peaks[-1])


def program(*words: str) -> list[str]:
    return [sys.executable, "-m", "denpex_tui", *words]


def verdict_is(guilty: int) -> Callable[[bytes], None]:
    """A check that the JSON report names the rank that was made to fail."""

    def check(out: bytes) -> None:
        report = json.loads(out)
        first = report["incidents"][report["headline"]]["first"]
        if first["ranks"] != [guilty]:
            raise SystemExit(f"wrong verdict: {first['ranks']} instead of [{guilty}]")

    return check


def signals_file(directory: Path) -> Path:
    """The patterns of all rules, one a line, for `rg -f`."""
    path = directory / "signals.txt"
    # Names of groups may come twice in one set of patterns here, which other engines refuse.
    patterns = [
        re.sub(r"\(\?P<\w+>", "(?:", scanner_expression(signal).decode()) for _, signal in RuleBook.bundled().signals
    ]
    path.write_text("\n".join(dict.fromkeys(patterns)) + "\n")
    return path


def rows(directory: Path, guilty: int, size: float, runs: int, scratch: Path) -> None:
    """Measure one directory of logs and print a row for each tool."""
    logs = str(directory)
    files = sorted(str(path) for path in directory.iterdir())
    check = verdict_is(guilty)
    quick = measure(program("report", logs, "--quick", "--format", "json"), runs, check)
    full = measure(program("report", logs, "--format", "json"), runs, check)
    show("first verdict (--quick)", quick, size)
    show("full pass", full, size)
    if shutil.which("taskset"):
        one = measure(["taskset", "-c", "0", *program("report", logs, "--format", "json")], 1, check)
        show("full pass on one core", one, size)
        print(f"    one core / {os.cpu_count()} cores {one.seconds / full.seconds:.2f}")
    show("cat > /dev/null", measure(["sh", "-c", 'cat "$@" > /dev/null', "cat", *files[:4096]], runs), size)
    show("wc -l", measure(["wc", "-l", *files], runs), size)
    if shutil.which("rg"):
        signals = str(signals_file(scratch))
        ripgrep = measure(
            ["rg", "-c", "--no-config", "--dfa-size-limit", "1G", "--regex-size-limit", "1G", "-f", signals, logs], runs
        )
        show("rg -c with the same signals", ripgrep, size)
        print(f"    first verdict / rg {quick.seconds / ripgrep.seconds:.2f}")
        print(f"    full pass / rg {full.seconds / ripgrep.seconds:.2f}")
    if shutil.which("lnav") and size < LNAV_BYTES:
        show("lnav -n (indexing)", measure(["sh", "-c", 'lnav -n -c ":quit" "$@" > /dev/null', "l", *files], 1), size)


def show(name: str, measured: Measured, size: float) -> None:
    rate = size / 1e6 / measured.seconds
    print(f"  {measured.seconds:8.2f} s {rate:8.0f} MB/s {measured.megabytes:7.0f} MB  {name}", flush=True)


def main() -> None:
    """Print the machine and a table for each shape."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--shapes", default="4x10,64x20,256x1", help="RANKSxMEGABYTES, separated by commas")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--directory", type=Path, default=None, help="where to write the logs (default: temporary)")
    args = parser.parse_args()
    print(f"{platform.platform()}, Python {platform.python_version()}, {os.cpu_count()} cores, medians of {args.runs}")
    for shape in args.shapes.split(","):
        ranks, megabytes = (float(part) for part in shape.split("x"))
        with tempfile.TemporaryDirectory(dir=args.directory) as name:
            directory = Path(name) / "logs"
            guilty = write(directory, int(ranks), int(megabytes * 1e6))
            size = sum(path.stat().st_size for path in directory.iterdir())
            print(f"{int(ranks)} ranks of {megabytes:g} MB, {size / 1e6:,.0f} MB, rank {guilty} fails")
            rows(directory, guilty, size, args.runs, Path(name))


if __name__ == "__main__":
    main()
