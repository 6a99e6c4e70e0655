"""Metric series: the values of one metric of one rank in one attempt, in order of writing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING, overload

from denpex_tui.engine.model import Point, Series

if TYPE_CHECKING:
    from denpex_tui.engine.job import RankPoint


class SeriesTable(Sequence[Series]):
    """All series of a job, built when first asked for: a verdict on 4,000 ranks needs few of them."""

    def __init__(self, points: Sequence[RankPoint]) -> None:
        self._points = points
        self._built: tuple[Series, ...] | None = None

    def _all(self) -> tuple[Series, ...]:
        if self._built is None:
            self._built = build_series(self._points)
        return self._built

    @overload
    def __getitem__(self, index: int) -> Series: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Series]: ...

    def __getitem__(self, index: int | slice) -> Series | Sequence[Series]:
        return self._all()[index]

    def __len__(self) -> int:
        return len(self._all())

    def of(self, rank: int | None, attempt: int) -> tuple[Series, ...]:
        """The series of one rank, without building the others."""
        return build_series([item for item in self._points if item.rank == rank and item.attempt == attempt])


def values_of(items: Sequence[RankPoint], name: str) -> dict[int | None, list[Point]]:
    """Rank -> the values of one metric among ``items``, in order of writing."""
    found: dict[int | None, list[Point]] = defaultdict(list)
    for item in items:
        metrics = item.point.metrics
        for known, value in metrics.values:
            if known == name:
                found[item.rank].append(Point(metrics.step, value, item.point.place, item.point.time))
    return found


def counted(items: Sequence[RankPoint]) -> list[RankPoint]:
    """The lines whose values count: DeepSpeed's own only of ranks that print no steps themselves."""
    primary = _with_own_steps(items)
    return [item for item in items if not item.point.metrics.secondary or (item.attempt, item.rank) not in primary]


def names_of(items: Sequence[RankPoint]) -> set[str]:
    """The names of all metrics that the lines hold."""
    return {name for item in items for name, _ in item.point.metrics.values}


def _with_own_steps(items: Sequence[RankPoint]) -> set[tuple[int, int | None]]:
    """(attempt, rank) of those that print steps of their own: DeepSpeed's numbers count only where there are none."""
    return {
        (item.attempt, item.rank)
        for item in items
        if item.point.metrics.step is not None and not item.point.metrics.secondary
    }


_Key = tuple[int, int | None, str]


def build_series(points: Sequence[RankPoint]) -> tuple[Series, ...]:
    """All series, in order of attempt, rank and name; DeepSpeed's own step numbers count only if no others exist."""
    values: dict[_Key, list[Point]] = defaultdict(list)
    primary = _with_own_steps(points)
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
