"""The values that a metric condition looks at: per rank, at the step that the condition means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from denpex_tui.engine.infer.case import Case
from denpex_tui.engine.model import Point, Series

Rank = int | None
"""None for lines that no rank is named on: values of the job."""


@dataclass(frozen=True, slots=True)
class Metrics:
    """The series of one attempt and the step at which it failed."""

    series: tuple[Series, ...]
    ranks: tuple[int, ...]
    failing_step: int | None
    texts: Mapping[tuple[int, int], str]
    """(source, line) -> the line, for the metric lines."""

    @classmethod
    def of(cls, case: Case, failing_step: int | None) -> Metrics:
        series = tuple(s for s in case.job.series if s.attempt == case.attempt)
        texts = {(p.point.place.source, p.point.place.line): p.point.text for p in case.job.points}
        return cls(series, case.ranks, failing_step, texts)

    def points(self, names: Sequence[str]) -> dict[Rank, list[Point]]:
        """Rank -> the values of the first of ``names`` that the rank logs."""
        found: dict[Rank, list[Point]] = {}
        for name in names:
            for series in self.series:
                if series.name == name:
                    found.setdefault(series.rank, list(series.points))
        return found

    def at(self, names: Sequence[str], at: str) -> dict[Rank, list[Point]]:
        """Rank -> the values at ``failure``, ``before`` it, the ``last`` one, or ``any``/``all`` of them."""
        return {rank: kept for rank, mine in self.points(names).items() if (kept := self._select(mine, at))}

    def _select(self, points: list[Point], at: str) -> list[Point]:
        if at in ("any", "all"):
            return points
        if at == "last":
            return points[-1:]
        step = self.failing_step
        if at == "failure":
            # Where the log does not tell the failing step, the last value is the closest to it.
            return [p for p in points[-1:] if p.step is None or step is None or p.step >= step]
        return [p for p in points if p.step is None or step is None or p.step < step][-1:]

    def history(self, names: Sequence[str], at: str, steps: int) -> dict[Rank, list[Point]]:
        """Rank -> the last ``steps`` values or more up to ``at``, for tests over several steps."""
        before = at == "before" and self.failing_step is not None
        found: dict[Rank, list[Point]] = {}
        for rank, points in self.points(names).items():
            kept = [p for p in points if not before or p.step is None or p.step < (self.failing_step or 0)]
            if len(kept) >= steps:
                found[rank] = kept[-steps:] if at != "all" else kept
        return found
