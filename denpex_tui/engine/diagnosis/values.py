"""The values that a metric condition looks at: per rank, at the step that the condition means."""

from __future__ import annotations

from collections.abc import Sequence

from denpex_tui.engine.infer.case import Case
from denpex_tui.engine.model import Point
from denpex_tui.engine.rank_lines import counted
from denpex_tui.engine.series import names_of, values_of

Rank = int | None
"""None for lines that no rank is named on: values of the job."""


class Metrics:
    """The metric values of one attempt, looked up by name, and the step at which it failed."""

    def __init__(self, case: Case, failing_step: int | None) -> None:
        self.ranks = case.ranks
        self.failing_step = failing_step
        self._lines = [item for item in case.job.lines if item.attempt == case.attempt]
        self._counted = counted(self._lines)
        self._names = names_of(self._counted)
        self._named: dict[str, dict[Rank, list[Point]]] = {}

    def points(self, names: Sequence[str]) -> dict[Rank, list[Point]]:
        """Rank -> the values of the first of ``names`` that the rank logs."""
        found: dict[Rank, list[Point]] = {}
        for name in names:
            if name not in self._names:
                continue
            if name not in self._named:
                self._named[name] = values_of(self._counted, name)
            for rank, points in self._named[name].items():
                found.setdefault(rank, points)
        return found

    def text(self, point: Point) -> str:
        """The line that a value stands on."""
        own = (item.lines.at(point.place.offset) for item in self._lines if item.source == point.place.source)
        return next((found.text for found in own if found is not None), "")

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
