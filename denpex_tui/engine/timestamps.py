"""Time stamps at the beginning of a text, in the spellings that launchers, frameworks and collectors use.

A stamp without a zone is taken as UTC, and one without a year or a date takes what it lacks from a time near it, so
that a result never depends on where or when the log is read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

_EPOCH_DAY = date(1970, 1, 1).toordinal()
_DEFAULT_DAY = date(2000, 1, 1).toordinal() - _EPOCH_DAY
"""Never today: the same log must give the same result on any day."""
_DAY = 86_400.0
_YEAR = 366 * _DAY
_LATEST = 4_000_000_000.0
_EPOCHS = (1_400_000_000.0, 2_100_000_000.0)
"""2014 to 2036: 1073741824 and 2147483648 at the start of a message are sizes."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """A moment as its writer's clock says."""

    seconds: float
    """Since the epoch; since boot when ``boot`` is set."""
    precision: float
    """Seconds between two moments that the spelling, or the clock behind it, can tell apart."""
    zone_known: bool = False
    year_known: bool = True
    date_known: bool = True
    boot: bool = False


_CLOCK = r"(?P<hour>[0-2]?\d):(?P<minute>[0-5]\d):(?P<second>[0-6]\d)"
_FRACTION = r"(?:[.,](?P<fraction>\d{1,9}))?"
_ZONE = r"(?P<zone>Z\b|[+-]\d\d:?\d\d(?!\d)| ?UTC\b| [+-]\d\d:?(?:00|15|30|45)(?=[\s\]]|$))?"
_END = r"(?![\d:])"
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")

_DATE_FIRST = re.compile(
    rf"(?P<year>(?:19|20)\d\d)[-/](?P<month>\d\d)[-/](?P<day>\d\d)[T _]{_CLOCK}{_FRACTION}{_ZONE}{_END}"
)
_US_DATE = re.compile(rf"(?P<month>\d\d)/(?P<day>\d\d)/(?P<year>20\d\d|\d\d)[ ,]{{1,2}}{_CLOCK}{_FRACTION}{_END}")
_NO_YEAR = re.compile(rf"(?P<month>\d\d)[-/](?P<day>\d\d) {_CLOCK}{_FRACTION}{_END}")
_TIME_ONLY = re.compile(rf"(?P<hour>[0-2]\d):(?P<minute>[0-5]\d):(?P<second>[0-6]\d){_FRACTION}(?![\d:<])")
_EPOCH = re.compile(r"(?P<seconds>[12]\d{9})(?:(?P<millis>\d{3})|\.(?P<fraction>\d{1,9}))?(?![\w.])")
_BOOT = re.compile(r"(?P<seconds>\d{1,9})\.(?P<fraction>\d{6})(?=\])")
# c10d writes the month as it is ("E321" is the 21st of March), Python's loggers in torch pad it ("W0321").
_GLOG = re.compile(
    rf"[VDIWEFC](?P<month>1[0-2]|0?[1-9])(?P<day>0[1-9]|[12]\d|3[01]) {_CLOCK}\.(?P<fraction>\d{{9}}|\d{{6}})(?!\d)"
)
_CTIME = re.compile(
    rf"(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? )?(?P<month>{'|'.join(_MONTHS)}) [ 0]?(?P<day>\d\d?) {_CLOCK}{_FRACTION}"
    r"(?:(?:(?P<zone> UTC| GMT)| [A-Z]{3,5})?(?: (?P<year>20\d\d)))?"
)
_CALENDAR = (_DATE_FIRST, _US_DATE, _NO_YEAR, _TIME_ONLY)
_NAMED = (_GLOG, _CTIME)


def parse_stamp(text: str, near: float | None = None) -> tuple[Stamp, int] | None:
    """The stamp that ``text`` begins with and the index behind it, or None; a bracket around it belongs to it.

    ``near`` is a time close to it, in seconds since the epoch: it gives the year or the date that the stamp lacks.
    """
    if near is not None and not 0 <= near < _LATEST:
        near = None
    if not text.startswith("["):
        return _parse(text, 0, near)
    start = 1
    while text.startswith(" ", start) and start < 12:
        start += 1
    found = _boot(text, start) or _parse(text, start, near)
    if found is None:
        return None
    stamp, end = found
    if text.startswith("]", end):
        return stamp, end + 1
    # "[E1130 12:00:00.123456789 ProcessGroupNCCL.cpp:616]" closes behind the file.
    return found if text[start].isalpha() and _GLOG.match(text, start) else None


def _parse(text: str, start: int, near: float | None) -> tuple[Stamp, int] | None:
    first = text[start : start + 1]
    if not first.isdigit():
        patterns: tuple[re.Pattern[str], ...] = _NAMED if first.isalpha() else ()
    else:
        patterns = _CALENDAR
    for pattern in patterns:
        if match := pattern.match(text, start):
            stamp = _dated(match) if pattern is _DATE_FIRST else _calendar(match, near)
            if stamp is not None:
                return stamp, match.end()
    return _epoch(text, start, near) if patterns is _CALENDAR else None


def _dated(match: re.Match[str]) -> Stamp | None:
    """The usual spelling, which lacks nothing, on a short way: a sampled line spends much of its time here."""
    year, month, day, hour, minute, second, fraction, zone = match.groups()
    days, clock = _written_day(year, month, day), _clock(hour, minute, second)
    if days is None or clock >= _DAY:
        return None
    seconds = days * _DAY + clock - _offset(zone)
    return Stamp(seconds + _part(fraction), _precision(fraction), zone is not None)


@lru_cache(256)
def _written_day(year: str, month: str, day: str) -> int | None:
    """The day, since the epoch; a log's lines are of few days."""
    return _day(int(year), *_month_and_day(month, day))


def _calendar(match: re.Match[str], near: float | None) -> Stamp | None:
    groups = match.groupdict()
    fraction, zone = groups.get("fraction") or "", groups.get("zone")
    seconds = _moment(groups, near)
    if seconds is None:
        return None
    seconds -= _offset(zone)
    dated, yearly = "day" in groups, groups.get("year") is not None
    if len(fraction) == 9 and match.re is _GLOG:
        # Measured: the nine digits are those of the monotonic clock, so they say nothing of the wall clock.
        return Stamp(seconds, 1.0, year_known=False)
    return Stamp(seconds + _part(fraction), _precision(fraction), zone is not None, yearly, dated)


def _moment(groups: dict[str, str | None], near: float | None) -> float | None:
    """Whole seconds since the epoch, or None when there is no such moment; the one closest to ``near`` if several."""
    clock = _clock(groups["hour"] or "0", groups["minute"] or "0", groups["second"] or "0")
    if clock >= _DAY:
        return None
    moments = [day * _DAY + clock for day in _days(groups, near)]
    if near is None or len(moments) < 2:
        return moments[0] if moments else None
    return min(moments, key=lambda moment: abs(moment - near))


def _clock(hour: str, minute: str, second: str) -> int:
    return int(hour) * 3600 + int(minute) * 60 + min(int(second), 59)


def _days(groups: dict[str, str | None], near: float | None) -> list[int]:
    """The days, since the epoch, that are meant or may be: those around ``near`` when the year or date is missing."""
    around = (0,) if near is None else (-1, 0, 1)
    today = _DEFAULT_DAY if near is None else int(near // _DAY)
    if groups.get("day") is None:
        return [today + shift for shift in around]
    month, day = _month_and_day(groups["month"] or "", groups["day"] or "0")
    if (year := groups.get("year")) is not None:
        years = [int(year) + (2000 if len(year) == 2 else 0)]
    else:
        this_year = date.fromordinal(today + _EPOCH_DAY).year
        years = [this_year + shift for shift in around]
    return [found for each in years if (found := _day(each, month, day)) is not None]


def _month_and_day(month: str, day: str) -> tuple[int, int]:
    number, on = _MONTHS.index(month) + 1 if month.isalpha() else int(month), int(day)
    return (on, number) if number > 12 and on <= 12 else (number, on)


def _day(year: int, month: int, day: int) -> int | None:
    try:
        return date(year, month, day).toordinal() - _EPOCH_DAY
    except ValueError:
        return None


def _offset(zone: str | None) -> float:
    """Seconds east of UTC."""
    if zone is None:
        return 0.0
    zone = zone.strip().replace(":", "")
    if zone[:1] not in ("+", "-"):
        return 0.0
    seconds = int(zone[1:3]) * 3600 + int(zone[3:5]) * 60
    return float(-seconds if zone[0] == "-" else seconds)


def _part(fraction: str | None) -> float:
    return int(fraction) / 10 ** len(fraction) if fraction else 0.0


def _precision(fraction: str | None) -> float:
    """Loggers pad milliseconds to six digits: "900000" tells milliseconds apart."""
    if not fraction:
        return 1.0
    padded = len(fraction) == 6 and fraction.endswith("000")
    return 10.0 ** -(3 if padded else len(fraction))


def _epoch(text: str, start: int, near: float | None) -> tuple[Stamp, int] | None:
    if (match := _EPOCH.match(text, start)) is None:
        return None
    fraction = match["millis"] or match["fraction"] or ""
    seconds = int(match["seconds"]) + _part(fraction)
    if not (_EPOCHS[0] <= seconds < _EPOCHS[1]) or (near is not None and abs(seconds - near) > _YEAR):
        return None
    return Stamp(seconds, 10.0 ** -len(fraction), zone_known=True), match.end()


def _boot(text: str, start: int) -> tuple[Stamp, int] | None:
    """The kernel's "[74889.644138]": seconds since boot, comparable within one host only."""
    if (match := _BOOT.match(text, start)) is None:
        return None
    seconds = int(match["seconds"]) + _part(match["fraction"])
    return Stamp(seconds, 1e-6, year_known=False, date_known=False, boot=True), match.end()
