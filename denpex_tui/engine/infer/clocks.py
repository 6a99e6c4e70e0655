"""Clock offsets between hosts, from the steps that ranks log in lock-step.

Ranks that synchronise every step log the same step at nearly the same real time, so the difference of their stamps is
the difference of their clocks. An order closer than the remaining error is no order.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from denpex_tui.engine.median import median
from denpex_tui.engine.model import ClockOffset

if TYPE_CHECKING:  # the screen, which is painted before the engine is loaded, needs the constant
    from denpex_tui.engine.job import Job

MIN_SAMPLES = 3
NO_CLOCK_ERROR = 1.0
"""Seconds that clocks of different hosts are assumed to differ by when nothing tells."""
SAME_HOST_ERROR = 0.05


@dataclass(frozen=True, slots=True)
class Clocks:
    """Corrects a rank's time to the reference host's clock."""

    hosts: Mapping[int, str] = field(default_factory=dict)
    offsets: tuple[ClockOffset, ...] = ()
    reference: str = ""

    def of(self, rank: int | None) -> ClockOffset | None:
        host = self.hosts.get(rank) if rank is not None else None
        return next((offset for offset in self.offsets if offset.host == host), None)

    def corrected(self, rank: int | None, time: float | None) -> float | None:
        """``time`` of ``rank`` by the reference host's clock."""
        offset = self.of(rank)
        return time if time is None or offset is None else time - offset.offset

    def error(self, one: int, other: int) -> float:
        """Seconds within which the order of two ranks' times means nothing."""
        mine, theirs = self.hosts.get(one), self.hosts.get(other)
        if mine == theirs and mine is not None:
            return SAME_HOST_ERROR
        errors = [self._host_error(host) for host in (mine, theirs)]
        return sum(errors)

    def _host_error(self, host: str | None) -> float:
        if host == self.reference:
            return 0.0
        known = next((offset for offset in self.offsets if offset.host == host), None)
        return NO_CLOCK_ERROR if known is None else known.error


def estimate(job: Job) -> Clocks:
    """The offset of every host against the host of the lowest rank that logs timed steps."""
    times = _step_times(job) if len(set(job.hosts.values())) > 1 else {}
    if not times:
        return Clocks(job.hosts)
    reference = job.hosts.get(min(times), "")
    by_host = _by_host(times, job.hosts)
    offsets = [
        found
        for host in sorted(by_host)
        if host != reference and (found := _offset(host, by_host[reference], by_host[host])) is not None
    ]
    return Clocks(job.hosts, tuple(offsets), reference)


def _step_times(job: Job) -> dict[int, dict[tuple[int, int], float]]:
    """Rank -> (attempt, step) -> time of its first line of that step."""
    times: dict[int, dict[tuple[int, int], float]] = defaultdict(dict)
    for item in job.lines:
        if item.rank is not None:
            for step, time in item.lines.times.items():
                times[item.rank].setdefault((item.attempt, step), time)
    return dict(times)


def _by_host(
    times: Mapping[int, dict[tuple[int, int], float]], hosts: Mapping[int, str]
) -> dict[str, dict[tuple[int, int], float]]:
    spread: dict[str, dict[tuple[int, int], list[float]]] = defaultdict(lambda: defaultdict(list))
    for rank, mine in times.items():
        for key, time in mine.items():
            spread[hosts.get(rank, "")][key].append(time)
    return {host: {key: median(values) for key, values in steps.items()} for host, steps in spread.items()}


def _offset(
    host: str, reference: Mapping[tuple[int, int], float], mine: Mapping[tuple[int, int], float]
) -> ClockOffset | None:
    differences = [mine[key] - reference[key] for key in sorted(mine.keys() & reference.keys())]
    if len(differences) < MIN_SAMPLES:
        return None
    offset = median(differences)
    error = max(abs(difference - offset) for difference in differences)
    return ClockOffset(host, round(offset, 3), round(max(error, 0.001), 3), len(differences))
