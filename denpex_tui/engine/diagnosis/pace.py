"""How long steps take, from the times at which a rank logged them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from denpex_tui.engine.median import median
from denpex_tui.engine.model import Point


def slowed(points: Sequence[Point], steps: int, factor: float) -> bool:
    """Whether each of the last ``steps`` steps took ``factor`` times as long as usual, by the rank's own clock.

    Usual is the median of those before, of which there must be as many. Values without a step or a time are left out.
    """
    timed = [(point.step, point.time) for point in points if point.step is not None and point.time is not None]
    paces = [
        (later - earlier) / (last - first)
        for (first, earlier), (last, later) in pairwise(timed)
        if last > first and later >= earlier
    ]
    recent, before = paces[-steps:], paces[:-steps]
    if len(before) < steps:
        return False
    usual = median(before)
    return usual > 0 and min(recent) >= factor * usual
