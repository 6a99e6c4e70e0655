"""The sampled metric lines of one source, by writer, with what inference asks of them kept once it was asked.

A running job of 4,096 ranks is looked at anew whenever one of them writes; what the other 4,095 logged is the same.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property

from denpex_tui.engine.metrics import MetricPoint
from denpex_tui.engine.model import Point, Tags

Writer = tuple[int | None, int | None, str | None, int | None]
"""Rank, local rank, host and process id of a line's tags: what tells its rank."""


class MetricLines:
    """Metric lines of one writer in order of writing; never changed."""

    def __init__(self, points: Sequence[MetricPoint]) -> None:
        self.points = points

    @cached_property
    def stepped(self) -> Sequence[MetricPoint]:
        """The lines that name a step."""
        return [point for point in self.points if point.metrics.step is not None]

    @cached_property
    def steps(self) -> Sequence[Point]:
        """The steps as values of a metric."""
        return [_point(point, float(point.metrics.step or 0)) for point in self.stepped]

    @cached_property
    def values(self) -> Mapping[str, list[Point]]:
        """Name of a metric -> its values."""
        found: dict[str, list[Point]] = defaultdict(list)
        for point in self.points:
            for name, value in point.metrics.values:
                found[name].append(_point(point, value))
        return dict(found)

    @cached_property
    def times(self) -> Mapping[int, float]:
        """Step -> the time of its first line."""
        found: dict[int, float] = {}
        for point in self.stepped:
            if point.metrics.step is not None and point.time is not None:
                found.setdefault(point.metrics.step, point.time)
        return found

    @cached_property
    def last_time(self) -> float | None:
        return max((point.time for point in self.points if point.time is not None), default=None)

    @cached_property
    def last_step(self) -> int | None:
        """The highest step."""
        return max((point.metrics.step or 0 for point in self.stepped), default=None)

    def at(self, offset: int) -> MetricPoint | None:
        """The line that begins at ``offset``."""
        index = bisect_left(self.points, offset, key=_offset)
        found = self.points[index] if index < len(self.points) else None
        return found if found is not None and found.place.offset == offset else None


class MetricTable:
    """All metric lines of one source, in order of place; never changed."""

    def __init__(self, points: Sequence[MetricPoint]) -> None:
        self.points = points
        self._parts: dict[tuple[frozenset[Writer], bool, int, int | None], MetricLines] = {}

    @cached_property
    def writers(self) -> Mapping[Writer, Tags]:
        """Every writer that logs metrics, with the tags of its first line."""
        found: dict[Writer, Tags] = {}
        for point in self.points:
            found.setdefault(_writer(point.tags), point.tags)
        return found

    def of(self, writers: frozenset[Writer], secondary: bool, begin: int = 0, end: int | None = None) -> MetricLines:
        """The lines of some writers that begin at offsets from ``begin`` on and before ``end``."""
        key = (writers, secondary, begin, end)
        if key not in self._parts:
            self._parts[key] = MetricLines(self._part(*key))
        return self._parts[key]

    def _part(self, writers: frozenset[Writer], secondary: bool, begin: int, end: int | None) -> list[MetricPoint]:
        start = bisect_left(self.points, begin, key=_offset)
        stop = len(self.points) if end is None else bisect_left(self.points, end, key=_offset)
        own = [point for point in self.points[start:stop] if point.metrics.secondary is secondary]
        everyone = len(writers) == len(self.writers)
        return own if everyone else [point for point in own if _writer(point.tags) in writers]


class TableMemo:
    """The table of a source that grows: the same one for as long as the same lines are sampled."""

    def __init__(self) -> None:
        self._table = MetricTable(())

    def of(self, points: Sequence[MetricPoint]) -> MetricTable:
        if self._table.points != (known := tuple(points)):  # mostly the same objects, which compare at once
            self._table = MetricTable(known)
        return self._table


def _point(point: MetricPoint, value: float) -> Point:
    return Point(point.metrics.step, value, point.place, point.time)


def _offset(point: MetricPoint) -> int:
    return point.place.offset


def _writer(tags: Tags) -> Writer:
    return tags.rank, tags.local_rank, tags.host, tags.pid
