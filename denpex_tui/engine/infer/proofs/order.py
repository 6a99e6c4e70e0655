"""The order of several failures by corrected time, as far as the clocks can tell."""

from __future__ import annotations

from collections.abc import Mapping

from denpex_tui.engine.infer.case import Case
from denpex_tui.engine.infer.failure import RankFailure
from denpex_tui.engine.infer.words import seconds
from denpex_tui.engine.model import Claim


def earliest(case: Case, failures: Mapping[int, RankFailure]) -> tuple[int, Claim] | None:
    """The rank that failed before all others by more than the clocks' error, with the reason; None if undecided."""
    timed = {rank: _time(case, rank, failure) for rank, failure in failures.items()}
    known = sorted((time, rank) for rank, time in timed.items() if time is not None)
    if len(known) < len(failures) or len(known) < 2:
        return None
    (first_time, first), (second_time, second) = known[0], known[1]
    gap, error = second_time - first_time, case.clocks.error(first, second)
    if gap <= error:
        return None
    text = f"rank {first} failed {seconds(gap)} before rank {second}, more than the clocks' error of {seconds(error)}"
    return first, Claim(text, (failures[first].event, failures[second].event))


def _time(case: Case, rank: int, failure: RankFailure) -> float | None:
    return case.clocks.corrected(rank, failure.time)
