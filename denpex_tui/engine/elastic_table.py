"""The failure table that torchrun prints when a job ends: one row a process.

Its "Root Cause (first observed failure)" is the process whose exit was polled first, on a tie the lowest local rank:
wrong in 8 of 25 real jobs. It is kept as a hint and as the map from local to global ranks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from denpex_tui.engine.lines import Line
from denpex_tui.engine.model import Exit, Place

HEAD = r"^(?:Failures|Root Cause \(first observed failure\)):"
ROOT = "Root Cause"
MAX_LINES = 8 * 1024 * 8

_ROW = re.compile(r"^\[(\d+)\]:\s*$")
_FIELD = re.compile(r"^\s+(time|host|rank|exitcode|error_file|traceback)\s*:\s?(.*)$")
_RANK = re.compile(r"(\d+) \(local_rank: (\d+)\)")
_EXIT_CODE = re.compile(r"(-?\d+) \(pid: (\d+)\)")


@dataclass(frozen=True, slots=True)
class TableRow:
    """One process's row, with the place of the line that gives its exit code."""

    exit: Exit
    place: Place
    text: str
    time: str | None


def rows(head: Line, following: Iterable[Line]) -> tuple[tuple[TableRow, ...], bool]:
    """The rows below one heading and whether the end of the block was seen."""
    found: list[TableRow] = []
    fields: dict[str, tuple[str, Line]] = {}
    blamed = ROOT in head.text
    for number, line in enumerate(following):
        text = line.text
        if text.startswith(("---", "===")) or number > MAX_LINES:
            return (*found, *_finish(fields, blamed)), True
        if _ROW.match(text):
            found.extend(_finish(fields, blamed))
            fields = {}
        elif match := _FIELD.match(text):
            fields[match[1]] = (match[2].strip(), line)
    return (*found, *_finish(fields, blamed)), False


def _finish(fields: dict[str, tuple[str, Line]], blamed: bool) -> tuple[TableRow, ...]:
    if "rank" not in fields or "exitcode" not in fields:
        return ()
    ranks = _RANK.search(fields["rank"][0])
    text, line = fields["exitcode"]
    code = _EXIT_CODE.search(text)
    host = fields.get("host", ("", line))[0] or None
    time = fields["time"][0] if "time" in fields else None
    exit_ = Exit(
        int(ranks[1]) if ranks else None,
        int(ranks[2]) if ranks else None,
        int(code[2]) if code else None,
        int(code[1]) if code else None,
        host=None if host == "localhost" else host,
        blamed=blamed,
        by="torchrun table",
    )
    return (TableRow(exit_, line.place, line.full, time),)
