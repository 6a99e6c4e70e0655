"""Times, delays and amounts as people and programs read them."""

from __future__ import annotations

from datetime import UTC, datetime

_MILLISECOND = 0.001
UNDATED_YEAR = 2000
"""The year that stands in where no line of the logs has one: such times have a clock and no date."""


def _moment(seconds: float | None) -> datetime | None:
    """The moment in UTC, or None when it is unknown or outside the calendar."""
    if seconds is None:
        return None
    try:
        return datetime.fromtimestamp(round(seconds, 3), UTC)
    except (OverflowError, OSError, ValueError):
        return None


def iso(seconds: float | None) -> str | None:
    """``2026-11-30T20:31:02.114``, to the millisecond; without a zone letter, since most logs do not name theirs."""
    moment = _moment(seconds)
    return (
        None
        if moment is None or moment.year <= UNDATED_YEAR
        else moment.replace(tzinfo=None).isoformat(timespec="milliseconds")
    )


def clock(seconds: float | None) -> str:
    """``20:31:02,114``, or an empty string when unknown."""
    moment = _moment(seconds)
    return "" if moment is None else moment.strftime("%H:%M:%S,") + f"{moment.microsecond // 1000:03d}"


def duration(seconds: float) -> str:
    """``56 ms``, ``3.1 s``, ``30 min``, ``2 h 5 min``; the sign is dropped."""
    seconds = abs(seconds)
    if seconds < 1:
        return f"{seconds / _MILLISECOND:.0f} ms"
    if seconds < 120:
        return f"{seconds:.1f} s"
    minutes = round(seconds / 60)
    if minutes < 120:
        return f"{minutes} min"
    return f"{minutes // 60} h {minutes % 60} min" if minutes % 60 else f"{minutes // 60} h"


def delay(seconds: float | None) -> str:
    """``+3.1 s`` after the first failure, ``-40 ms`` before it, or an empty string when no clock tells."""
    if seconds is None:
        return ""
    return ("-" if seconds < 0 else "+") + duration(seconds)


def amount(size: int) -> str:
    """``412 B``, ``13.4 kB``, ``2.1 GB``."""
    if size < 1000:
        return f"{size} B"
    value = float(size)
    for unit in ("kB", "MB", "GB"):
        value /= 1000
        if value < 1000:
            return f"{value:.1f} {unit}"
    return f"{value / 1000:.1f} TB"
