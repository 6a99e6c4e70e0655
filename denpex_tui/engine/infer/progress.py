"""How far each rank got: the last step that it finished and the step at which it failed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby, islice

from denpex_tui.engine.metrics import MetricPoint
from denpex_tui.engine.model import Place
from denpex_tui.engine.rank_lines import RankLines, by_rank, lines_in_order


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


@dataclass(frozen=True, slots=True)
class _Step:
    number: int
    names: frozenset[str]
    places: tuple[Place, ...]


def progress_by_rank(items: Iterable[RankLines]) -> dict[int, Progress]:
    """The progress of every rank that logs steps in an attempt."""
    stepping = by_rank(item for item in items if item.lines.stepped)
    return {
        rank: _progress(lines_in_order([item.lines.stepped[-RECENT:] for item in mine]))
        for rank, mine in stepping.items()
        if rank is not None
    }


RECENT = 128
"""Of each rank so many metric lines are enough to tell the last two steps apart."""


def _progress(points: Sequence[MetricPoint]) -> Progress:
    points = points[-RECENT:]
    primary = [point for point in points if not point.metrics.secondary] or points
    steps = _steps(_one_stream(primary))
    last = steps[-1]
    total = next((p.metrics.total for p in reversed(primary) if p.metrics.total is not None), None)
    return Progress(last.number, _failing(steps), last.places, total)


def _one_stream(points: Sequence[MetricPoint]) -> list[MetricPoint]:
    """The points of the source that names most steps: two streams that both print steps would look like two steps."""
    counts: dict[int, int] = defaultdict(int)
    for point in points:
        counts[point.place.source] += 1
    best = max(counts, key=lambda source: (counts[source], -source))
    return [point for point in points if point.place.source == best]


def _steps(points: list[MetricPoint]) -> list[_Step]:
    """The last two steps, in order."""
    groups = groupby(reversed(points), key=lambda point: point.metrics.step or 0)
    return [_step(number, list(lines)[::-1]) for number, lines in islice(groups, 2)][::-1]


def _step(number: int, lines: list[MetricPoint]) -> _Step:
    names = frozenset(name for line in lines for name, _ in line.metrics.values)
    return _Step(number, names, tuple(line.place for line in lines))


def _failing(steps: list[_Step]) -> int | None:
    """A line before the step (a probe, a filter's message) lacks what the line after each step says."""
    if len(steps) < 2:
        return None
    before, last = steps[-2], steps[-1]
    if last.number - before.number != 1:
        return None
    finished = before.names <= last.names and len(before.places) <= len(last.places)
    return last.number + 1 if finished else last.number
