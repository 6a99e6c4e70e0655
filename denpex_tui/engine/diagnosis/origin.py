"""Where a symmetric failure began: the ranks whose own evidence differs from all others'."""

from __future__ import annotations

import math

from denpex_tui.engine.diagnosis.facts import Facts
from denpex_tui.engine.diagnosis.values import Metrics
from denpex_tui.engine.infer.words import ranks_text
from denpex_tui.engine.model import Claim, Event


def origin_of(facts: Facts | None, metrics: Metrics) -> tuple[tuple[int, ...], tuple[Claim, ...]]:
    """The origin ranks with the claims; empty when no rank's local evidence differs."""
    if facts is not None:
        for condition in facts.rule.conditions:
            seen = facts.seen.get(condition.id)
            if condition.origin and seen is not None and seen.ranks:
                return seen.ranks, (Claim(f"look at {ranks_text(seen.ranks)}: {seen.claim.text}", seen.claim.events),)
    return _non_finite_loss(metrics)


def _non_finite_loss(metrics: Metrics) -> tuple[tuple[int, ...], tuple[Claim, ...]]:
    """Without a rule: a last loss that is not finite on some ranks only."""
    values = {rank: points[-1] for rank, points in metrics.at(("loss",), "last").items() if rank is not None}
    bad = tuple(sorted(rank for rank, point in values.items() if not math.isfinite(point.value)))
    if not bad or len(bad) == len(values):
        return (), ()
    events = tuple(
        Event(
            "condition",
            "loss-not-finite",
            values[rank].place,
            metrics.text(values[rank]),
            rank,
            time=values[rank].time,
        )
        for rank in bad
    )
    return bad, (Claim(f"look at {ranks_text(bad)}: only there the loss was not finite", events),)
