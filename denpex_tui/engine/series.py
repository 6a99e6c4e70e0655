"""Metric series: the values of one metric of one rank in one attempt, in order of writing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import overload

from denpex_tui.engine.model import Point, Series
from denpex_tui.engine.rank_lines import RankLines, counted, in_order

_STEP = "step"


class SeriesTable(Sequence[Series]):
    """All series of a job, built when first asked for: a verdict on 4,000 ranks needs few of them."""

    def __init__(self, lines: Sequence[RankLines]) -> None:
        self._lines = lines
        self._built: tuple[Series, ...] | None = None

    def _all(self) -> tuple[Series, ...]:
        if self._built is None:
            self._built = build_series(self._lines)
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
        return build_series([item for item in self._lines if item.rank == rank and item.attempt == attempt])


def values_of(items: Sequence[RankLines], name: str) -> dict[int | None, list[Point]]:
    """Rank -> the values of one metric in the lines of one attempt, in order of writing; not to be changed."""
    found: dict[int | None, list[list[Point]]] = defaultdict(list)
    for item in items:
        if (values := item.lines.values.get(name)) is not None:
            found[item.rank].append(values)
    return {rank: in_order(parts) for rank, parts in found.items()}


def names_of(items: Sequence[RankLines]) -> set[str]:
    """The names of all metrics that the lines hold."""
    return set().union(*(item.lines.values for item in items))


_Key = tuple[int, int | None, str]


def build_series(items: Sequence[RankLines]) -> tuple[Series, ...]:
    """All series, in order of attempt, rank and name; DeepSpeed's own step numbers count only if no others exist."""
    values: dict[_Key, list[Sequence[Point]]] = defaultdict(list)
    for item in counted(items):
        if item.lines.steps:
            values[(item.attempt, item.rank, _STEP)].append(item.lines.steps)
        for name, points in item.lines.values.items():
            values[(item.attempt, item.rank, name)].append(points)
    return tuple(
        Series(name, rank, attempt, tuple(in_order(values[(attempt, rank, name)])))
        for attempt, rank, name in sorted(values, key=lambda key: (key[0], -1 if key[1] is None else key[1], key[2]))
    )
