"""What all tests share: a state directory of their own, and property tests that try the same inputs every time.

A run that fails must fail for everybody, so property tests draw nothing at random and remember nothing, unless
``FUZZ_SECONDS`` asks for new inputs (``make fuzz``).
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

_PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("same-every-time", _PATIENT, derandomize=True, database=None)
settings.register_profile("random", _PATIENT)
settings.load_profile("random" if float(os.environ.get("FUZZ_SECONDS", "0")) > 0 else "same-every-time")


@pytest.fixture(autouse=True)
def _own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep a test out of the user's own state, and the user's state and rules out of the test."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
