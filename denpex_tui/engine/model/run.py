"""The launches of a job, where the directories of several were given."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Run:
    """One launch: its attempts are numbered on behind those of the launches before it."""

    title: str
    """What tells it from the others: the directory that its logs have in common."""
    first: int
    """Its first attempt, in the numbering over all runs."""
    attempts: int


def attempt_name(runs: Sequence[Run], attempt: int) -> str:
    """``attempt 1``; where several runs were given ``run jobs/b``, with the attempt within it if it has several."""
    run = next((run for run in reversed(runs) if run.first <= attempt), None)
    if run is None or len(runs) < 2:
        return f"attempt {attempt}"
    return f"run {run.title}" + (f", attempt {attempt - run.first}" if run.attempts > 1 else "")
