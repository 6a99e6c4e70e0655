"""Bundled logs of real jobs that failed: DeepSpeed training on four ranks, started by torchrun."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

DEFAULT = "bf16-zero-norm"

_INCIDENTS = ("bf16-zero-norm", "bf16-nan-norm", "zero-norm-then-collateral")


def names() -> tuple[str, ...]:
    """The incidents, the one to show first in front."""
    return _INCIDENTS


def logs(name: str) -> Path:
    """The log directory of an incident."""
    return Path(str(files(__name__))) / name / "logs"
