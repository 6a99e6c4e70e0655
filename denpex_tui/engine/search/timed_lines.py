"""The times of lines, and the line of a time, found without reading the log: its stamps ascend, nearly."""

from __future__ import annotations

from collections.abc import Iterator

from denpex_tui.engine.jsonlines import parse_record
from denpex_tui.engine.logview import LogFile, LogLine
from denpex_tui.engine.prefixes import peel

PROBED = 256
"""Within so many lines a stamp is looked for: tracebacks and banners have none."""
_JSON_BYTES = 64 * 1024


def stamp_of(log: LogFile, line: LogLine, near: float | None = None) -> float | None:
    """The time of a line, in seconds since the epoch as its writer's clock says."""
    if line.text.startswith("{"):
        raw = log.read(line.offset, _JSON_BYTES).partition(b"\n")[0]
        if (record := parse_record(raw)) is not None:
            return record.time
    labels = log.labels
    peeled = peel(line.text, labels.labelled, near, label_is_rank=labels.label_is_rank, hosts=labels.hosts)
    return None if peeled.stamp is None else peeled.stamp.seconds


def timed_lines(log: LogFile, first: int, count: int, near: float | None = None) -> Iterator[tuple[int, float]]:
    """Number and time of the lines from ``first`` on that have a time."""
    for line in log.lines(first, count):
        if (stamp := stamp_of(log, line, near)) is not None:
            yield line.number, stamp


def first_stamp(log: LogFile, line: int = 1, near: float | None = None) -> tuple[int, float] | None:
    """The first line from ``line`` on with a time, among the next few."""
    return next(timed_lines(log, line, PROBED, near), None)


def line_at_time(log: LogFile, seconds: float) -> int | None:
    """The first line that is not earlier than ``seconds``, or the last that has a time; None without times."""
    low, high = 1, log.count + 1
    last: int | None = None
    while high - low > PROBED:
        middle = (low + high) // 2
        found = first_stamp(log, middle, seconds)
        if found is None or found[0] >= high or found[1] >= seconds:
            high = middle
        else:
            low, last = found[0], found[0]
    for number, stamp in timed_lines(log, low, high - low + PROBED, seconds):
        if stamp >= seconds:
            return number
        last = number
    return last
