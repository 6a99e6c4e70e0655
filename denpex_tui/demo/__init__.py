"""Bundled logs of real jobs that failed, started by torchrun on one machine or two."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

DEFAULT = "bf16-zero-norm"
LIVE = "hang-silent-rank"
"""The incident whose logs are written anew while one watches: something happens in it for half a minute."""


@dataclass(frozen=True, slots=True)
class Incident:
    """One bundled incident, and what there is to see in it."""

    name: str
    shows: str


INCIDENTS = (
    Incident("bf16-zero-norm", "DeepSpeed's bf16 norm is zero: all ranks fail at once, causes told apart"),
    Incident("bf16-nan-norm", "the same assertion, but the norm was NaN: another cause, another fix"),
    Incident("zero-norm-then-collateral", "one rank asserts, the others only lose their connection to it"),
    Incident("rank-local-error", "one rank reads a broken record; timeouts and SIGTERM follow on the others"),
    Incident("hang-silent-rank", "a rank never joins the collective; those that waited for it print the errors"),
    Incident("skewed-clocks", "two nodes whose clocks are 37 s apart: the stamps alone would blame a victim"),
)
"""The one to show first in front."""


def names() -> tuple[str, ...]:
    """The names of the incidents."""
    return tuple(incident.name for incident in INCIDENTS)


def logs(name: str) -> Path:
    """The log directory of an incident."""
    return Path(str(files(__name__))) / name / "logs"
