"""A short soak; ``make soak`` runs a long one with another seed each time."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.slow
def test_ranks_that_are_killed_and_rotated_lose_nothing() -> None:
    command = [sys.executable, "-m", "tests.live.soak", "--minutes", "0.3", "--ranks", "4", "--seed", "1"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert ", none lost;" in done.stdout
