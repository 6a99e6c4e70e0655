"""A log storm: a process writes to 64 logs as fast as it can, and no line of any is lost."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from denpex_tui.engine.model import Outcome
from tests.live.engine_process import followed
from tests.live.soak import resident_mb

STORM = """
import json, sys
from pathlib import Path
from tests.live.tail import digest, steps
logs, count = Path(sys.argv[1]), int(sys.argv[2])
paths = [logs / f"rank_{rank}.log" for rank in range(64)]
files = [path.open("ab", buffering=0) for path in paths]
for first in range(0, count, 50):
    for rank, file in enumerate(files):
        file.write(steps(first, 50, rank))
print(json.dumps({path.name: digest(path.read_bytes()) for path in paths}))
"""
MOST_GROWTH_MB = 40


def storm(logs: Path, count: int) -> dict[str, str]:
    """So many lines in each log; returns what they hold then."""
    command = [sys.executable, "-c", STORM, str(logs), str(count)]
    written = json.loads(subprocess.run(command, capture_output=True, timeout=300, check=True).stdout)
    assert isinstance(written, dict)
    return written


def test_every_line_of_a_storm(tmp_path: Path) -> None:
    with followed(str(tmp_path)) as one:
        written = storm(tmp_path, 3_000)
        one.await_bytes(sum(int(text.split()[0]) for text in written.values()))
        assert one.lines() == written
        assert one.told == []
        assert one.session.snapshot.outcome is Outcome.RUNNING


@pytest.mark.slow
def test_memory_does_not_grow_with_the_bytes(tmp_path: Path) -> None:
    """Samples of metrics have filled what is theirs after 50 MB; 56 MB more take nothing."""
    with followed(str(tmp_path)) as one:
        memory = []
        for _ in range(4):
            written = storm(tmp_path, 6_000)
            one.await_bytes(sum(int(text.split()[0]) for text in written.values()))
            memory.append(resident_mb())
        assert one.lines() == written
    assert memory[3] - memory[1] < MOST_GROWTH_MB, memory
