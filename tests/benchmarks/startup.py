"""What the catalogue costs at the start: reading and compiling all rules against one, first with cold caches.

python -m tests.benchmarks.startup [--runs 5]
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from denpex_tui.engine.rules.places import bundled_rules_dir

ONE = "training-stability/deepspeed-bf16-grad-norm.toml"
TARGET_MS = 50
"""All rules may cost so much more than one when both caches are warm."""

_START = """
import sys, time
from pathlib import Path
from denpex_tui.engine.catalogue import Catalogue
from denpex_tui.engine.rules.book import RuleBook
from denpex_tui.engine.rules.load import load_bundled
begun = time.process_time()
rules, _ = load_bundled(Path(sys.argv[1]))
read = time.process_time()
catalogue = Catalogue(RuleBook(rules))
print(read - begun, time.process_time() - read, len(rules), len(catalogue.matchers))
"""


def start(rules: Path, caches: Path) -> tuple[float, float, int, int]:
    """Seconds of CPU to read the rules and to get the scanner ready in a new interpreter, and how many there are."""
    command = [sys.executable, "-c", _START, str(rules)]
    environment = {**os.environ, "XDG_CACHE_HOME": str(caches)}
    out = subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout.split()
    return float(out[0]), float(out[1]), int(out[2]), int(out[3])


def measure(runs: int) -> Iterator[tuple[float, str]]:
    """Seconds and what they are, best of ``runs`` for warm caches."""
    with tempfile.TemporaryDirectory() as name:
        one = Path(name) / "one"
        (one / ONE).parent.mkdir(parents=True)
        shutil.copy(bundled_rules_dir() / ONE, one / ONE)
        warm: dict[str, float] = {}
        for words, rules in _subjects(one).items():
            read, compiled, count, patterns = start(rules, Path(name))
            yield read + compiled, f"{words}, cold caches: {count} rules, {patterns} patterns"
            times = [start(rules, Path(name)) for _ in range(runs)]
            warm[words] = min(read + compiled for read, compiled, _, _ in times)
            parts = f"read {min(t[0] for t in times) * 1e3:.1f} ms, scanner {min(t[1] for t in times) * 1e3:.1f} ms"
            yield warm[words], f"{words}, warm caches: {parts}"
        yield warm["all rules"] - warm["one rule"], f"all rules more than one, warm (wanted: below {TARGET_MS} ms)"


def _subjects(one: Path) -> Mapping[str, Path]:
    return {"one rule": one, "all rules": bundled_rules_dir()}


def main() -> None:
    """Print one line a measurement."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--runs", type=int, default=5)
    for seconds, title in measure(parser.parse_args().runs):
        print(f"{seconds * 1e3:8.1f} ms  {title}", flush=True)


if __name__ == "__main__":
    main()
