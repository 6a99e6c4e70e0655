"""Curves: the values of one metric over the steps, one for all ranks that wrote the same, thinned to what is seen."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from denpex_tui.engine.model import Point, Snapshot
from denpex_tui.ui.timeline_lanes import series_of, shown_attempt

COMPARED = 16
"""So many ranks are compared; of more, those that matter to the incident and others spread over the job."""
USUAL = ("grad_norm", "loss", "lr")
NOT_METRICS = {"step"}


@dataclass(frozen=True, slots=True)
class Sample:
    """One value at one step (or, where steps are not logged, at one position)."""

    x: float
    value: float
    point: Point


@dataclass(frozen=True, slots=True)
class Curve:
    """The values that all of ``ranks`` wrote, in the order of steps."""

    ranks: tuple[int | None, ...]
    samples: tuple[Sample, ...]

    def nearest(self, x: float) -> int:
        """Index of the sample nearest to ``x``."""
        at = bisect_left([sample.x for sample in self.samples], x)
        around = [index for index in (at - 1, at) if 0 <= index < len(self.samples)]
        return min(around, key=lambda index: abs(self.samples[index].x - x), default=0)


@dataclass(frozen=True, slots=True)
class Metric:
    """A metric with the curves of all ranks that were compared; one curve when they agree."""

    name: str
    curves: tuple[Curve, ...]
    stepped: bool
    """Whether ``x`` are steps; else they count the lines."""

    def index_of(self, rank: int | None) -> int:
        """Index of the curve of ``rank``; 0 when it has none."""
        return next((index for index, curve in enumerate(self.curves) if rank in curve.ranks), 0)


@dataclass(frozen=True, slots=True)
class Numbers:
    """All metrics of the attempt that is shown."""

    metrics: tuple[Metric, ...]
    compared: int
    ranks: int


def numbers(snapshot: Snapshot, rank: int | None) -> Numbers:
    """The metrics of the headline's attempt; ``rank`` is among those compared."""
    attempt = shown_attempt(snapshot)
    chosen = _chosen(snapshot, rank)
    found: dict[str, list[tuple[int | None, tuple[Sample, ...], bool]]] = {}
    for one in (*chosen, None):
        for series in series_of(snapshot, one, attempt):
            if series.name not in NOT_METRICS and len(series.points) > 1:
                found.setdefault(series.name, []).append((one, *_samples(series.points)))
    names = sorted(found, key=lambda name: (USUAL.index(name) if name in USUAL else len(USUAL), name))
    metrics = [Metric(name, merged(item[:2] for item in found[name]), found[name][0][2]) for name in names]
    return Numbers(tuple(metrics), len(chosen), len(snapshot.ranks))


def _chosen(snapshot: Snapshot, rank: int | None) -> list[int]:
    """The selected rank, those of the incident, then others at equal distances."""
    everyone = [status.rank for status in snapshot.ranks]
    first = () if snapshot.incident is None else (*snapshot.incident.first.origin, *snapshot.incident.first.ranks)
    spread = everyone[:: max(1, len(everyone) // COMPARED)]
    wanted = dict.fromkeys([*([rank] if rank is not None else []), *first[: COMPARED // 2], *spread])
    return sorted(list(wanted)[:COMPARED])


def _samples(points: Sequence[Point]) -> tuple[tuple[Sample, ...], bool]:
    """In the order of steps, each value of a step once; lines without a step count only where no line has one."""
    stepped = any(point.step is not None for point in points)
    kept: dict[tuple[float, str], Sample] = {}
    for index, point in enumerate(points):
        if point.step is not None or not stepped:
            x = float(index if point.step is None else point.step)
            kept.setdefault((x, repr(point.value)), Sample(x, point.value, point))
    return tuple(sorted(kept.values(), key=lambda sample: sample.x)), stepped


def merged(given: Iterable[tuple[int | None, tuple[Sample, ...]]]) -> tuple[Curve, ...]:
    """One curve for all that agree wherever both have a value; the longest of them is kept."""
    groups: list[tuple[list[int | None], tuple[Sample, ...]]] = []
    for rank, samples in given:
        at = next((index for index, (_, known) in enumerate(groups) if _agree(known, samples)), None)
        if at is None:
            groups.append(([rank], samples))
        else:
            groups[at] = ([*groups[at][0], rank], max(groups[at][1], samples, key=len))
    return tuple(Curve(tuple(ranks), samples) for ranks, samples in groups)


def _agree(one: tuple[Sample, ...], other: tuple[Sample, ...]) -> bool:
    mine, theirs = ({(s.x, repr(s.value)) for s in samples} for samples in (one, other))
    common = {x for x, _ in mine} & {x for x, _ in theirs}
    return bool(common) and all(pair in theirs for pair in mine if pair[0] in common)


def thinned(samples: Sequence[Sample], columns: int) -> list[Sample]:
    """At most the first, lowest, highest and last finite value of each column, and all that are not finite or zero."""
    if len(samples) <= 2 * columns or columns < 1:
        return list(samples)
    first, span = samples[0].x, max(samples[-1].x - samples[0].x, 1e-9)
    buckets: dict[int, list[Sample]] = {}
    for sample in samples:
        buckets.setdefault(min(int((sample.x - first) / span * columns), columns - 1), []).append(sample)
    kept = [sample for bucket in buckets.values() for sample in _extremes(bucket)]
    return sorted(kept, key=lambda sample: sample.x)


def _extremes(bucket: list[Sample]) -> list[Sample]:
    finite = [sample for sample in bucket if math.isfinite(sample.value)]
    odd = {repr(one.value): one for one in bucket if not math.isfinite(one.value) or one.value == 0}
    ends = [finite[0], min(finite, key=_value), max(finite, key=_value), finite[-1]] if finite else []
    return list({id(sample): sample for sample in [*ends, *odd.values()]}.values())


def _value(sample: Sample) -> float:
    return sample.value


def number(value: float) -> str:
    """``0.5447``, ``1.18e-38``, ``NaN``, ``+Inf``, ``0 (zero)``."""
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "+Inf" if value > 0 else "-Inf"
    return "0 (zero)" if value == 0 else f"{value:.6g}"
