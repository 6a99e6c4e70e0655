"""Every target on inputs that failed once, and on new ones within the budget."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from tests.fuzz.pieces import inputs
from tests.fuzz.targets import TARGETS

CASES = Path(__file__).parent / "cases"
SECONDS = float(os.environ.get("FUZZ_SECONDS", "0"))
SLOW = {"reading": 60, "rules": 150}
"""Targets that write files get fewer inputs in the default run."""


@pytest.mark.parametrize("path", sorted(CASES.glob("*/*")), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_what_failed_once(path: Path) -> None:
    TARGETS[path.parent.name](path.read_bytes())


@pytest.mark.parametrize("name", TARGETS)
def test_new_inputs(name: str) -> None:
    end = time.monotonic() + SECONDS

    @settings(max_examples=SLOW.get(name, 400), suppress_health_check=list(HealthCheck), deadline=None)
    @given(inputs(name))
    def explore(data: bytes) -> None:
        TARGETS[name](data)

    explore()
    while time.monotonic() < end:
        explore()
