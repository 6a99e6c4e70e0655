"""Where the logs show the signals of the rules, whether or not the rule leads."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from denpex_tui.engine.infer.case import Case
from denpex_tui.engine.model import Event

MAX_PLACES = 8
"""Of each signal in each attempt."""


def seen_signals(cases: Sequence[Case]) -> tuple[Event, ...]:
    """The first places of each signal in each attempt, in the order of reading."""
    kept: list[Event] = []
    for case in cases:
        count: dict[str, int] = defaultdict(int)
        for event in case.events:
            if event.kind == "signal" and count[event.name] < MAX_PLACES:
                count[event.name] += 1
                kept.append(event)
    return tuple(kept)
