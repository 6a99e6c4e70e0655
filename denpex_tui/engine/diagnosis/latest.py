"""The last norms and losses before a failure with their steps, per rank where they differ."""

from __future__ import annotations

from denpex_tui.engine.diagnosis.values import Metrics, Rank
from denpex_tui.engine.model import Event, Fact, Point

NAMES = ("loss", "grad_norm", "lr")
COUNT = 3
MAX_RANKS = 8


def latest_values(metrics: Metrics) -> tuple[Fact, ...]:
    """One fact for each metric and group of ranks with the same last values."""
    facts: list[Fact] = []
    for name in NAMES:
        groups: dict[str, list[Rank]] = {}
        lasts: dict[str, Point] = {}
        for rank, points in metrics.points((name,)).items():
            text = " → ".join(_value(point) for point in points[-COUNT:])
            groups.setdefault(text, []).append(rank)
            lasts.setdefault(text, points[-1])
        facts.extend(_facts(name, groups, lasts, metrics))
    return tuple(facts)


def _facts(name: str, groups: dict[str, list[Rank]], lasts: dict[str, Point], metrics: Metrics) -> list[Fact]:
    facts = []
    for text, ranks in list(groups.items())[:MAX_RANKS]:
        point = lasts[text]
        named = [rank for rank in ranks if rank is not None]
        who = "" if len(groups) == 1 or not named else f", rank {', '.join(map(str, named[:8]))}"
        line = metrics.text(point)
        event = Event("condition", f"latest/{name}", point.place, line, named[0] if named else None, time=point.time)
        facts.append(Fact(f"last {name}{who}", text, event))
    if len(groups) > MAX_RANKS:
        facts.append(Fact(f"last {name}", f"and {len(groups) - MAX_RANKS} more ranks with other values"))
    return facts


def _value(point: Point) -> str:
    value = f"{point.value:.4g}"
    return value if point.step is None else f"{value} (step {point.step})"
