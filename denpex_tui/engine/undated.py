"""Stamps that lack the year or the date, completed from the dated ones of the same job.

A source that never writes a year (glog, a bare clock) is read alone with a year that cannot be true; beside a dated
source its moments fall into the dated ones' year or day. Without any dated stamp they keep their order among
themselves.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from statistics import median_low

from denpex_tui.engine.timestamps import DEFAULT_YEAR

_DAY = 86_400.0
_FROM = datetime(DEFAULT_YEAR, 1, 1, tzinfo=UTC).timestamp()
_TO = datetime(DEFAULT_YEAR + 1, 1, 1, tzinfo=UTC).timestamp()


def is_dated(time: float) -> bool:
    """Whether the year of ``time`` was written in the log."""
    return not _FROM <= time < _TO


@dataclass(frozen=True, slots=True)
class Calendar:
    """Completes times with the year or day of ``near``, a dated time of the job; leaves them when there is none."""

    near: float | None = None

    @classmethod
    def of(cls, times: Iterable[float | None]) -> Calendar:
        """The calendar around the middle of the dated ones among ``times``."""
        dated = [time for time in times if time is not None and is_dated(time)]
        return cls(median_low(dated) if dated else None)

    def complete(self, time: float | None) -> float | None:
        """``time`` itself when it is dated, else the closest moment to ``near`` that it can mean."""
        near = self.near
        if time is None or near is None or is_dated(time):
            return time
        moments = _days(time, near) if time < _FROM + _DAY else _years(time, near)
        return min(moments, key=lambda moment: abs(moment - near), default=time)


def _days(time: float, near: float) -> list[float]:
    """The clock of ``time`` on the days around ``near``."""
    midnight = near // _DAY * _DAY
    return [midnight + shift * _DAY + (time - _FROM) for shift in (-1, 0, 1)]


def _years(time: float, near: float) -> list[float]:
    """The date of ``time`` in the years around that of ``near``."""
    year = datetime.fromtimestamp(near, UTC).year
    moment = datetime.fromtimestamp(time, UTC)
    found = []
    for candidate in (year - 1, year, year + 1):
        try:
            found.append(moment.replace(year=candidate).timestamp() + time % 1 - moment.microsecond / 1e6)
        except ValueError:
            continue
    return found
