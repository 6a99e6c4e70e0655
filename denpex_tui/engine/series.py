"""Metric series: the values of one metric of one rank in one attempt, in order of writing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING

from denpex_tui.engine.model import Point, Series

if TYPE_CHECKING:
    from denpex_tui.engine.job import RankPoint

_Key = tuple[int, int | None, str]


def build_series(points: Sequence[RankPoint]) -> tuple[Series, ...]:
    """All series, in order of attempt, rank and name; DeepSpeed's own step numbers count only if no others exist."""
    values: dict[_Key, list[Point]] = defaultdict(list)
    primary = {
        (item.attempt, item.rank)
        for item in points
        if item.point.metrics.step is not None and not item.point.metrics.secondary
    }
    for item in points:
        metrics, place, time = item.point.metrics, item.point.place, item.point.time
        secondary = metrics.secondary and (item.attempt, item.rank) in primary
        step = None if secondary else metrics.step
        key = (item.attempt, item.rank)
        if step is not None:
            values[(*key, "step")].append(Point(step, float(step), place, time))
        for name, value in metrics.values:
            if not secondary:
                values[(*key, name)].append(Point(step, value, place, time))
    return tuple(
        Series(name, rank, attempt, tuple(values[(attempt, rank, name)]))
        for attempt, rank, name in sorted(values, key=lambda key: (key[0], -1 if key[1] is None else key[1], key[2]))
    )
