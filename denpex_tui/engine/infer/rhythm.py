"""The job's own rhythm while it runs: who fell silent or behind, told before any timeout comes.

Thresholds come from the steps themselves: what is long for a job with 0.2 s steps is nothing for one with 90 s.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from denpex_tui.engine.infer.case import Case
from denpex_tui.engine.infer.last_line import last_line_event
from denpex_tui.engine.infer.words import ranks_text, seconds, verb
from denpex_tui.engine.median import median
from denpex_tui.engine.model import Claim, Event

PATIENCE = 8.0
"""So many usual steps without a line are a silence."""
LEAST_SECONDS = 10.0
"""Shorter silences are the buffers of pipes and file systems."""


@dataclass(frozen=True, slots=True)
class Rhythm:
    """How often the ranks step, and how far each has come."""

    interval: float | None
    """Seconds between two steps, the median over ranks; None when unknown."""
    steps: Mapping[int, int]


def rhythm(case: Case) -> Rhythm:
    """The rhythm of an attempt, from the last steps of each rank."""
    steps = {rank: progress.last for rank, progress in case.progress.items() if progress.last is not None}
    times: dict[int, dict[int, float]] = {}
    for item in case.job.lines:
        if item.rank is not None and item.attempt == case.attempt:
            times[item.rank] = {**item.lines.times, **times.get(item.rank, {})}
    intervals = [interval for mine in times.values() if (interval := _interval(mine)) is not None]
    return Rhythm(median(intervals) if intervals else None, steps)


def _interval(times: Mapping[int, float]) -> float | None:
    last = sorted(times.items())[-20:]
    gaps = [
        (later[1] - earlier[1]) / (later[0] - earlier[0])
        for earlier, later in pairwise(last)
        if later[0] > earlier[0] and later[1] >= earlier[1]
    ]
    return median(gaps) if gaps else None


def alerts(case: Case, known: Rhythm, ages: Mapping[int, float]) -> tuple[Claim, ...]:
    """What is worth calling out now; ``ages`` are the seconds since each rank last wrote anything."""
    running = [rank for rank in case.ranks if rank not in case.finished and rank not in case.failures and rank in ages]
    if len(running) < 2 or not known.steps:
        return ()
    patience = max(LEAST_SECONDS, PATIENCE * (known.interval or 0.0))
    silent = [rank for rank in running if ages[rank] > patience]
    if len(silent) == len(running):
        shortest = min(ages[rank] for rank in running)
        text = f"no rank has written anything for {seconds(shortest)}{_usual(known)}"
        return (Claim(text, _last_lines(case, silent[:1])),)
    return tuple(_silent(case, known, ages, silent)) + tuple(_behind(case, known, running, silent))


def _silent(case: Case, known: Rhythm, ages: Mapping[int, float], silent: list[int]) -> list[Claim]:
    if not silent:
        return []
    others = [step for rank, step in known.steps.items() if rank not in silent]
    reached = f" while {len(others)} others are at step {_span(others)}" if others else ""
    shortest = min(ages[rank] for rank in silent)
    text = f"{ranks_text(silent)} silent for {seconds(shortest)}{reached}{_usual(known)}"
    return [Claim(text, _last_lines(case, silent))]


def _behind(case: Case, known: Rhythm, running: list[int], silent: list[int]) -> list[Claim]:
    """Ranks that write but whose steps fell behind: ranks in lock-step differ by one step at most."""
    most = max(known.steps.values())
    behind = [rank for rank in running if rank not in silent and known.steps.get(rank, most) < most - 2]
    if not behind or 2 * len(behind) > len(running):
        return []
    slowest = min(known.steps[rank] for rank in behind)
    text = f"{ranks_text(behind)} {verb(behind, 'is', 'are')} at step {slowest}, the others at step {most}"
    return [Claim(text, _last_lines(case, behind))]


def _last_lines(case: Case, ranks: list[int]) -> tuple[Event, ...]:
    return tuple(event for rank in ranks[:8] if (event := last_line_event(case, rank)) is not None)


def _usual(known: Rhythm) -> str:
    return "" if known.interval is None else f" (a step usually takes {seconds(known.interval)})"


def _span(steps: list[int]) -> str:
    low, high = min(steps), max(steps)
    return f"{low:,}" if low == high else f"{low:,} to {high:,}"
