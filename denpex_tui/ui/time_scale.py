"""The scale of the timeline: seconds to columns, with long quiet spans folded to a few cells."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

FOLD_CELLS = 11
"""Room for the mark and the length of a folded span: ``╌ 2 h 5 min ╌``."""
LONG = 0.35
"""A quiet span longer than this part of all that is not folded is folded."""
SHORTEST = 2.0
"""Seconds; shorter spans are never folded."""
FINEST = 0.01
"""Seconds a column at least: below it two events are at the same time for every clock of a cluster."""


@dataclass(frozen=True, slots=True)
class Fold:
    """A quiet span that is not drawn to scale."""

    column: int
    width: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Stretch:
    """A span that is drawn to scale."""

    start: float
    end: float
    column: int


@dataclass(frozen=True, slots=True)
class TimeScale:
    """Made by `time_scale`; columns count from 0."""

    width: int
    second: float
    """Columns a second within a stretch."""
    stretches: tuple[Stretch, ...]
    folds: tuple[Fold, ...]

    def column(self, time: float) -> int:
        """The column of a time; times outside are at the nearest end."""
        here = self.stretches[0]
        for stretch in self.stretches:
            if time >= stretch.start:
                here = stretch
        inside = min(max(time, here.start), here.end) - here.start
        return min(here.column + round(inside * self.second), max(0, self.width - 1))


def time_scale(times: Iterable[float], width: int) -> TimeScale | None:
    """The scale for events at ``times`` over ``width`` columns; None when there is no time at all."""
    known = sorted(set(times))
    if not known or width <= 0:
        return None
    folded = _long_gaps(known, width // (2 * FOLD_CELLS))
    bounds = _stretches(known, folded)
    seconds = sum(end - start for start, end in bounds)
    room = max(1, width - FOLD_CELLS * (len(bounds) - 1) - len(bounds))
    second = room / max(seconds, room * FINEST)
    return _placed(bounds, second, width)


def _long_gaps(times: list[float], most: int) -> set[int]:
    """Indices of the times before which a span is folded."""
    gaps = {index + 1: later - earlier for index, (earlier, later) in enumerate(pairwise(times))}
    folded: set[int] = set()
    while gaps and len(folded) < most:
        index = max(gaps, key=lambda at: gaps[at])
        if gaps[index] < SHORTEST or gaps[index] <= LONG * sum(gaps.values()) or len(times) < 3:
            break
        del gaps[index]
        folded.add(index)
    return folded


def _stretches(times: list[float], folded: set[int]) -> list[tuple[float, float]]:
    cuts = [0, *sorted(folded), len(times)]
    return [(times[start], times[end - 1]) for start, end in pairwise(cuts)]


def _placed(bounds: list[tuple[float, float]], second: float, width: int) -> TimeScale:
    stretches: list[Stretch] = []
    folds: list[Fold] = []
    column = 0
    for start, end in bounds:
        if stretches:
            folds.append(Fold(column, FOLD_CELLS, start - stretches[-1].end))
            column += FOLD_CELLS
        stretches.append(Stretch(start, end, column))
        column += round((end - start) * second) + 1
    return TimeScale(width, second, tuple(stretches), tuple(folds))
