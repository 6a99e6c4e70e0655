"""torchelastic's ``error.json``: the exception of one process, with its time in whole seconds.

Written only by programs under ``@record``; the agent writes a copy of the root cause's to its own error file.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import orjson

from denpex_tui.engine import tracebacks
from denpex_tui.engine.clean import clean_text
from denpex_tui.engine.lines import Line, parse_line
from denpex_tui.engine.model import Event, Place, Traceback

MAX_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class ErrorFile:
    """What the file says; ``callstack`` is the traceback's text."""

    event: Event
    callstack: str


def read(raw: bytes, place: Place) -> ErrorFile | None:
    """The exception that the file holds, or None for a file that is no error file or not whole yet."""
    try:
        outer = orjson.loads(raw)
    except orjson.JSONDecodeError:
        return None
    content = outer.get("message") if isinstance(outer, dict) else None
    if isinstance(content, str):
        content = {"message": content}
    if not isinstance(content, dict):
        return None
    extra = content.get("extraInfo")
    extra = extra if isinstance(extra, dict) else {}
    message = clean_text(str(content.get("message", "")))
    callstack = str(extra.get("py_callstack", ""))
    traceback = _traceback(callstack, message, place)
    event = Event(
        "traceback",
        traceback.exception,
        place,
        message,
        time=_time(extra.get("timestamp")),
        traceback=traceback,
        in_traceback=True,
    )
    return ErrorFile(event, callstack or f"{tracebacks.HEAD}:\n{content.get('message', '')}")


def _traceback(callstack: str, message: str, place: Place) -> Traceback:
    lines = callstack_lines(callstack, place)
    head = next((number for number, line in enumerate(lines) if tracebacks.HEAD in line.text), None)
    joined = tracebacks.join(lines[head], lines[head + 1 :]) if head is not None else None
    if joined is not None and joined.exception:
        return joined
    name, _, rest = message.partition(": ")
    return Traceback(name, rest, place=place, lines=frozenset({place.line}))


def callstack_lines(text: str, place: Place) -> list[Line]:
    """The lines of a traceback that stands inside one JSON string; all have the place of the string."""
    return [parse_line(raw.encode(errors="replace"), place) for raw in text.split("\n")[: tracebacks.MAX_LINES]]


def _time(value: Any) -> float | None:
    try:
        return float(value)
    except (TypeError, ValueError):
        return None
