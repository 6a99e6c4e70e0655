"""``python -m tests.fuzz TARGET``: the same targets, led by coverage, where atheris is installed."""

from __future__ import annotations

import sys
from importlib import import_module


def main() -> int:
    """Runs until something fails or libFuzzer's ``-max_total_time`` is over."""
    try:
        atheris = import_module("atheris")
    except ImportError:
        print("atheris is not installed: pip install atheris, or FUZZ_SECONDS=600 pytest tests/fuzz")
        return 2
    with atheris.instrument_imports(include=["denpex_tui"]):
        targets = import_module("tests.fuzz.targets").TARGETS
    if len(sys.argv) < 2 or sys.argv[1] not in targets:
        print(f"name one of {', '.join(targets)}")
        return 2
    target = targets[sys.argv.pop(1)]
    atheris.Setup(sys.argv, target)
    atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main())
