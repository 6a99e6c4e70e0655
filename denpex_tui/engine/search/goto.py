"""Where to go in a log: a line, a time or a step, as the user types it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from denpex_tui.engine import metrics
from denpex_tui.engine.clean import clean_text
from denpex_tui.engine.log_end import LogEnd
from denpex_tui.engine.logview import LogFile
from denpex_tui.engine.search.line_blocks import block_of, read_block
from denpex_tui.engine.search.query import Query
from denpex_tui.engine.search.source_search import matching_lines
from denpex_tui.engine.search.timed_lines import first_stamp, line_at_time
from denpex_tui.engine.timestamps import parse_stamp

StepAt = tuple[int, int]
"""A step and the line that reports it."""

_LINE = re.compile(r"(?:line )?(\d{1,15})")
_STEP = re.compile(r"(?:s|step|iter|iteration)[ =:]{0,3}(\d{1,12})", re.IGNORECASE)
_MINUTE = re.compile(r"\d{1,2}:\d\d|.*[ T]\d\d:\d\d")


class GotoError(Exception):
    """There is no such place; the message is one sentence."""


class Kind(StrEnum):
    LINE = "line"
    TIME = "time"
    STEP = "step"


@dataclass(frozen=True, slots=True)
class Goto:
    """One place to go to."""

    kind: Kind
    number: int = 0
    """The line or the step."""
    text: str = ""
    """The time as it was typed."""


def parse_goto(text: str) -> Goto:
    """What was typed. Raises `GotoError`."""
    text = text.strip()
    if match := _LINE.fullmatch(text):
        return Goto(Kind.LINE, int(match[1]))
    if match := _STEP.fullmatch(text):
        return Goto(Kind.STEP, int(match[1]))
    text = f"{text}:00" if _MINUTE.fullmatch(text) else text
    if parse_stamp(text) is not None:
        return Goto(Kind.TIME, text=text)
    raise GotoError(f"{clean_text(text, 40)!r} is no place: give a line (120), a time (20:31:02) or a step (step 10)")


def find_line(log: LogFile, goto: Goto, line: int, steps: Iterable[StepAt], end: LogEnd | None = None) -> int:
    """The line to go to from ``line``; ``steps`` are those known of the log, in its order. Raises `GotoError`.

    ``end`` is given while the log is being read: a line of it has the number below zero that events know it by.
    """
    try:
        if goto.kind is Kind.LINE:
            return _of_number(log, goto.number)
        if goto.kind is Kind.TIME:
            return _of_time(log, goto, line, end)
        return _of_step(log, goto.number, list(steps), end)
    except GotoError as error:
        raise error if end is None else GotoError(f"{error} so far; it is still being read") from None


def _of_number(log: LogFile, number: int) -> int:
    if not 1 <= number <= log.count:
        raise GotoError(f"there is no line {number:,}: the log has {log.count:,}")
    return number


def _of_time(log: LogFile, goto: Goto, line: int, end: LogEnd | None) -> int:
    near = first_stamp(log, line) or first_stamp(log) or (None if end is None else first_stamp(end))
    stamp = parse_stamp(goto.text, None if near is None else near[1])
    if stamp is None or near is None:
        raise GotoError("the lines of this log have no time")
    if end is not None and (begins := first_stamp(end)) is not None:
        return _while_read(log, end, begins[1], stamp[0].seconds)
    return line_at_time(log, stamp[0].seconds) or near[0]


def _while_read(log: LogFile, end: LogEnd, begins: float, seconds: float) -> int:
    """In the end of the log, which begins at a time, or in what has been read of it."""
    if seconds >= begins:
        return end.unknown(line_at_time(end, seconds) or 1)
    found = line_at_time(log, seconds)
    last = None if found is None else first_stamp(log, found)
    if found is None or last is None or last[1] < seconds:
        raise GotoError("no line of this log has this time")
    return found


def _of_step(log: LogFile, step: int, steps: list[StepAt], end: LogEnd | None = None) -> int:
    in_end = [] if end is None else [(known, end.of_unknown(line)) for known, line in steps if line < 0]
    if end is not None and in_end and step >= in_end[0][0]:
        return end.unknown(_of_step(end, step, in_end))
    for known, line in steps:
        if known == step:
            return line
    for (before, start), (after, stop) in pairwise([(-1, 1), *(each for each in steps if each[1] > 0)]):
        if before < step < after and (found := _between(log, step, start, stop)) is not None:
            return found
    known_steps = [known for known, _ in steps]
    there = f": it goes from {min(known_steps):,} to {max(known_steps):,}" if known_steps else ": it reports none"
    raise GotoError(f"no line of this log reports step {step:,}{there}")


def _between(log: LogFile, step: int, start: int, end: int) -> int | None:
    """The first line that reports a step, from ``start`` to ``end``: of many steps only some are kept."""
    query = Query(rf"(?i)\b(?:steps?|iter(?:ation)?|it|global_step)[\]'\" ]{{0,3}}[=: ]{{1,12}}0*{step}\b")
    for index in range(block_of(log, start), block_of(log, end) + 1):
        for number in matching_lines(read_block(log, index), query):
            (line,) = log.lines(number, 1)
            found = metrics.extract(line.text)
            if start <= number <= end and found is not None and found.step == step:
                return number
    return None
