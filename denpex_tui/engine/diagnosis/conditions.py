"""The vocabulary of metric conditions, implemented once: what ``test``, ``at`` and ``ranks`` of a condition mean."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise

from denpex_tui.engine.diagnosis.pace import slowed
from denpex_tui.engine.diagnosis.values import Metrics, Rank
from denpex_tui.engine.model import Point
from denpex_tui.engine.rules.model import Condition

Test = Callable[[float, float], bool]

_SINGLE: Mapping[str, Test] = {
    "nan": lambda v, _: math.isnan(v),
    "inf": lambda v, _: math.isinf(v),
    "nonfinite": lambda v, _: not math.isfinite(v),
    "finite": lambda v, _: math.isfinite(v),
    "zero": lambda v, _: v == 0.0,
    "nonzero": lambda v, _: v != 0.0,
    "equals": lambda v, limit: v == limit,
    "below": lambda v, limit: v < limit,
    "above": lambda v, limit: v > limit,
}


@dataclass(frozen=True, slots=True)
class Met:
    """A condition that holds: on which ranks, with which values."""

    ranks: tuple[int, ...]
    points: tuple[Point, ...]


def evaluate(condition: Condition, metrics: Metrics) -> Met | None:
    """The ranks and values that meet a condition, or None when it does not hold."""
    if condition.test == "absent":
        return Met((), ()) if not metrics.at(condition.metric, condition.at) else None
    if condition.test in _SINGLE:
        return _single(condition, metrics)
    return _trend(condition, metrics)


def _single(condition: Condition, metrics: Metrics) -> Met | None:
    test, limit = _SINGLE[condition.test], condition.value or 0.0
    values = metrics.at(condition.metric, condition.at)
    hits: dict[Rank, Point] = {}
    for rank, points in values.items():
        meeting = [point for point in points if test(point.value, limit)]
        if meeting and (condition.at != "all" or len(meeting) == len(points)):
            hits[rank] = meeting[0]
    return _by_ranks(condition.ranks, hits, set(values), metrics.ranks)


def _trend(condition: Condition, metrics: Metrics) -> Met | None:
    if condition.test == "slower":
        histories = metrics.points(condition.metric)
        factor = condition.value or 0.0
        hits = {rank: mine[-1] for rank, mine in histories.items() if slowed(mine, condition.steps, factor)}
        return _by_ranks(condition.ranks, hits, set(histories), metrics.ranks)
    histories = metrics.history(condition.metric, condition.at, condition.steps)
    hits = {rank: points[-1] for rank, points in histories.items() if _TRENDS[condition.test](_values(points))}
    return _by_ranks(condition.ranks, hits, set(histories), metrics.ranks)


def _values(points: list[Point]) -> list[float]:
    return [point.value for point in points]


def _falling(values: list[float]) -> bool:
    return all(later < earlier for earlier, later in pairwise(values))


def _rising(values: list[float]) -> bool:
    return all(later > earlier for earlier, later in pairwise(values))


def _constant(values: list[float]) -> bool:
    return all(value == values[0] for value in values)


def _moving(values: list[float]) -> bool:
    return all(math.isfinite(value) for value in values) and not _constant(values)


_TRENDS: Mapping[str, Callable[[list[float]], bool]] = {
    "falling": _falling,
    "rising": _rising,
    "constant": _constant,
    "moving": _moving,
}


def _by_ranks(wanted: str, hits: Mapping[Rank, Point], known: set[Rank], ranks: tuple[int, ...]) -> Met | None:
    """Whether enough ranks meet it: ``all`` needs a value of every rank, ``some`` one that meets it and one not."""
    if wanted == "first":
        hits, wanted = _earliest(hits, known), "some"
    named = sorted(rank for rank in hits if rank is not None)
    if not hits:
        return None
    everyone = set(ranks) <= set(named) and bool(ranks)
    others = {rank for rank in known if rank is not None} - set(named)
    holds = {
        "all": everyone or (not ranks and bool(hits)),
        "some": bool(named) and bool(others),
        "any": True,
        "one": len(named) == 1 and bool(others),
    }[wanted]
    if not holds:
        return None
    order = [rank for rank in hits if rank is None] + named
    return Met(tuple(named), tuple(hits[rank] for rank in order))


def _earliest(hits: Mapping[Rank, Point], known: set[Rank]) -> Mapping[Rank, Point]:
    """The ranks that met it at the lowest step; none when all did at once, or a step is missing."""
    steps = {rank: point.step for rank, point in hits.items() if rank is not None}
    numbers = [step for step in steps.values() if step is not None]
    if not numbers or len(numbers) < len(steps):
        return {}
    first: dict[Rank, Point] = {rank: hits[rank] for rank, step in steps.items() if step == min(numbers)}
    return first if len(first) < len(known - {None}) else {}
