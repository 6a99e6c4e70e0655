"""Whether the launchers of an attempt have said their last: then nothing more comes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from denpex_tui.engine.infer.case import Case
from denpex_tui.engine.model import Event

_TOLD_BY_RANK = ("torchrun table", "srun")
"""Say of each process how it ended, when they end themselves."""
_LAST_WORDS = frozenset(("finished", "subprocess-exit", "exited-on-signal", "mpi-abort", "first-to-exit"))
"""Names of events after which a launcher ends all that is left of the attempt."""


def is_over(case: Case) -> bool:
    """Whether all launchers of the attempt have ended, as far as they say so."""
    told = [event for event in case.events if event.kind in ("launcher", "exit", "cancel")]
    return _is_cancelled(told) or _all_ranks_told(case, told) or _all_launchers_ended(told)


def _is_cancelled(told: Sequence[Event]) -> bool:
    """A step is cancelled when one of its tasks failed, a job only by a person or the scheduler."""
    cancels = [event for event in told if event.kind == "cancel"]
    return any(event.fields.get("what") == "JOB" or event.name == "forced" for event in cancels)


def _all_ranks_told(case: Case, told: Sequence[Event]) -> bool:
    ranks = {event.rank for event in told if event.exit is not None and event.exit.by in _TOLD_BY_RANK}
    return bool(ranks) and set(case.ranks) <= ranks | case.finished


def _all_launchers_ended(told: Sequence[Event]) -> bool:
    by_source: dict[int, list[Event]] = {}
    for event in told:
        by_source.setdefault(event.place.source, []).append(event)
    return bool(by_source) and all(_has_ended(events) for events in by_source.values())


def _has_ended(events: Sequence[Event]) -> bool:
    names = Counter(event.name for event in events)
    return not _LAST_WORDS.isdisjoint(names) or names["success"] >= names["spawn"] > 0
