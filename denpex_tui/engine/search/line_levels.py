"""Lines that report an error or a warning: by their level, else by what exceptions and programs look like."""

from __future__ import annotations

import re
from functools import cache

from denpex_tui.engine.clean import clean_line
from denpex_tui.engine.jsonlines import parse_record
from denpex_tui.engine.labels import Labels
from denpex_tui.engine.prefixes import peel
from denpex_tui.engine.search.levels import Level
from denpex_tui.engine.search.line_blocks import LineBlock, as_seen
from denpex_tui.engine.search.query import Query

_ERRORS = r"[Ee]rror|ERROR|[Cc]ritical|CRITICAL|[Ff]atal|FATAL|[Ee]xception|EXCEPTION|Traceback|Interrupt\b|Exit\b"
_GLOG = r"\[?{}\d{{3,4}} |\[{} "
_CANDIDATES = {
    Level.ERROR: f"{_ERRORS}|{_GLOG.format('[EFC]', '[EFC]')}",
    Level.WARNING: f"{_ERRORS}|[Ww]arn|WARN|{_GLOG.format('[WEFC]', '[WEFC]')}",
}
_LEVELS = {"ERROR": Level.ERROR, "CRITICAL": Level.ERROR, "WARNING": Level.WARNING}
_LIKE_ERROR = re.compile(
    r"Traceback \(most recent call last\)|[\w.]{0,120}(?:Error|Exception|Interrupt|Exit)(?:: |$)"
    r"|(?:[\w.-]{1,64}: ){0,2}(?:error|ERROR|Error|fatal|FATAL|Fatal error): "
)
_LIKE_WARNING = re.compile(r"(?:\S{1,300} )?\w{0,60}Warning: |(?:[\w.-]{1,64}: ){0,2}(?:warning|WARNING|Warning): ")
_NCCL_WARNING = re.compile(r"\bNCCL WARN\b")
_INDENTED = re.compile(rb"(?:\d{1,6}: )?(?:\[[^\]\n]{1,32}\]:? ?)*[ \t]")
"""What a line that belongs to the one above it begins with: tags, and blanks."""
_FOLLOWING = 400
"""At most so many lines belong to the one above them."""


@cache
def _candidates(least: Level) -> Query:
    return Query(_CANDIDATES[least])


def lines_of_level(block: LineBlock, least: Level, labels: Labels) -> list[int]:
    """The lines of a block that report ``least`` or worse, with the indented lines that belong to them."""
    data = as_seen(block.data)
    number, counted = block.first, 0
    found: list[int] = []
    for end in _candidates(least).line_ends(data):
        number += data.count(b"\n", counted, end - 1)
        counted = end - 1
        if (found and found[-1] >= number) or not _reports(_line_ending(data, end), least, labels):
            continue
        found.extend(range(number, number + 1 + _following(data, end, labels)))
    return found


def _line_ending(data: bytes, end: int) -> bytes:
    return data[data.rfind(b"\n", 0, end - 1) + 1 : end - 1]


def _following(data: bytes, start: int, labels: Labels) -> int:
    """How many lines from ``start`` on belong to the line before: indented, without a time or a level of their own."""
    count = 0
    while count < _FOLLOWING and _INDENTED.match(data, start) and (end := data.find(b"\n", start)) >= 0:
        peeled = peel(clean_line(data[start:end]).text, labels.labelled, label_is_rank=labels.label_is_rank)
        if not peeled.text.startswith(" ") or peeled.level or peeled.stamp:
            break
        count, start = count + 1, end + 1
    return count


def _reports(line: bytes, least: Level, labels: Labels) -> bool:
    level = level_of(line, labels)
    return level is Level.ERROR or level is least


def level_of(line: bytes, labels: Labels) -> Level | None:
    """Whether a line reports an error or a warning."""
    if line.startswith(b"{") and (record := parse_record(line)) is not None:
        return _LEVELS.get(record.level or "", Level.ERROR if record.exception else None)
    text = clean_line(line).text
    peeled = peel(text, labels.labelled, label_is_rank=labels.label_is_rank, hosts=labels.hosts)
    if peeled.level:
        return _LEVELS.get(peeled.level)
    if _LIKE_ERROR.match(peeled.text):
        return Level.ERROR
    return Level.WARNING if _LIKE_WARNING.match(peeled.text) or _NCCL_WARNING.search(text) else None
