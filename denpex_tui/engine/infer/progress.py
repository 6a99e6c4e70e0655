"""How far each rank got: the last step that it finished and the step at which it failed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from denpex_tui.engine.job import RankPoint
from denpex_tui.engine.model import Place


@dataclass(frozen=True, slots=True)
class Progress:
    """Steps of one rank in one attempt."""

    last: int | None = None
    """The last step that a line of the rank names."""
    failing: int | None = None
    """The step in which it stopped: the last named one when its line came before the step was over, else the next.
    None when steps are not logged one by one."""
    places: tuple[Place, ...] = ()
    """Of the lines of the last step."""
    total: int | None = None
    """How many steps the rank means to make."""


@dataclass(slots=True)
class _Step:
    number: int
    names: set[str]
    lines: int
    places: list[Place]


def progress_by_rank(points: Sequence[RankPoint], attempt: int) -> dict[int, Progress]:
    """The progress of every rank that logs steps in ``attempt``."""
    by_rank: dict[int, list[RankPoint]] = defaultdict(list)
    for point in points:
        if point.attempt == attempt and point.rank is not None and point.point.metrics.step is not None:
            by_rank[point.rank].append(point)
    return {rank: _progress(mine) for rank, mine in by_rank.items()}


RECENT = 128
"""Of each rank so many metric lines are enough to tell the last two steps apart."""


def _progress(points: list[RankPoint]) -> Progress:
    points = points[-RECENT:]
    primary = [point for point in points if not point.point.metrics.secondary] or points
    steps = _steps(_one_stream(primary))
    last = steps[-1]
    total = next((p.point.metrics.total for p in reversed(primary) if p.point.metrics.total is not None), None)
    return Progress(last.number, _failing(steps), tuple(last.places), total)


def _one_stream(points: list[RankPoint]) -> list[RankPoint]:
    """The points of the source that names most steps: two streams that both print steps would look like two steps."""
    counts: dict[int, int] = defaultdict(int)
    for point in points:
        counts[point.point.place.source] += 1
    best = max(counts, key=lambda source: (counts[source], -source))
    return [point for point in points if point.point.place.source == best]


def _steps(points: list[RankPoint]) -> list[_Step]:
    steps: list[_Step] = []
    for item in points:
        number = item.point.metrics.step or 0
        if not steps or steps[-1].number != number:
            steps.append(_Step(number, set(), 0, []))
        steps[-1].names.update(name for name, _ in item.point.metrics.values)
        steps[-1].lines += 1
        steps[-1].places.append(item.point.place)
    return steps


def _failing(steps: list[_Step]) -> int | None:
    """A line before the step (a probe, a filter's message) lacks what the line after each step says."""
    if len(steps) < 2:
        return None
    before, last = steps[-2], steps[-1]
    if last.number - before.number != 1:
        return None
    finished = before.names <= last.names and before.lines <= last.lines
    return last.number + 1 if finished else last.number
