"""One line of a JSON-lines log: its message, time, level and writer."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import orjson

from denpex_tui.engine.clean import clean_text
from denpex_tui.engine.timestamps import parse_stamp

MAX_BYTES = 1 << 20
MAX_TEXT = 64 * 1024
"""A message or exception is cut to so many characters."""
_TIME = ("time", "timestamp", "ts", "@timestamp", "asctime", "datetime")
_LEVEL = ("level", "levelname", "severity", "log.level")
_TEXT = ("msg", "message", "text", "log", "event")
_RANK = ("rank", "global_rank", "RANK")
_LOCAL = ("local_rank", "LOCAL_RANK")
_HOST = ("host", "hostname", "node", "nodeName", "host.name", "podName")
_PID = ("pid", "process", "process.pid")
_EXCEPTION = ("exc_info", "exception", "traceback", "stack", "stack_trace", "exc_text", "error.stack", "py_callstack")
_NESTED = ("error", "message", "extraInfo", "extra", "process", "host")
_METRICS = ("loss", "step", "global_step", "global_step/max_steps", "grad_norm", "learning_rate")
_LEVELS = {"WARN": "WARNING", "FATAL": "CRITICAL", "PANIC": "CRITICAL", "ERR": "ERROR", "TRACE": "DEBUG"}
_OF_THE_RECORD = frozenset((*_TIME, *_LEVEL, *_RANK, *_LOCAL, *_PID))
"""Keys whose numbers are no metrics."""
TOLD = frozenset((*_OF_THE_RECORD, *_TEXT, *_EXCEPTION))
"""Keys that a record says in words of its own."""
_NUMERIC = {10: "DEBUG", 20: "INFO", 30: "WARNING", 40: "ERROR", 50: "CRITICAL", 60: "CRITICAL"}
_TRACEBACK = "Traceback (most recent call last)"
_LINE_BREAK = re.compile(r"\r?\n")


@dataclass(frozen=True, slots=True)
class Record:
    """One record of a JSON-lines log."""

    text: str
    """The message, clean; a line break in it is ``␤``. Empty when the record has none."""
    time: float | None = None
    """Seconds since the epoch."""
    level: str | None = None
    rank: int | None = None
    host: str | None = None
    pid: int | None = None
    exception: str | None = None
    """The traceback or exception, its lines clean and separated by newlines."""
    local_rank: int | None = None
    stream: str | None = None
    values: tuple[tuple[str, float], ...] = ()
    """The numbers at the top level (step, loss …) but those of time and writer, in the order of writing."""


def parse_record(raw: bytes) -> Record | None:
    """The record that a line holds; None when the line is no JSON object or longer than `MAX_BYTES`."""
    content = _load(raw)
    if content is None:
        return None
    fields = _flatten(content)
    message = _string(_first(fields, _TEXT))
    return Record(
        text=clean_text(message, MAX_TEXT),
        time=_time(_first(fields, _TIME)),
        level=_level(_first(fields, _LEVEL)),
        rank=_number(_first(fields, _RANK)),
        host=_name(_first(fields, _HOST)),
        pid=_number(_first(fields, _PID)),
        exception=_exception(_first(fields, _EXCEPTION), message),
        local_rank=_number(_first(fields, _LOCAL)),
        stream=_stream(content.get("stream")),
        values=tuple(_numbers(content)),
    )


def fields(raw: bytes) -> dict[str, Any] | None:
    """What a line holds as it was written; None when it is no JSON object."""
    return _load(raw)


def is_log(head: bytes) -> bool:
    """Whether the beginning of a file is JSON lines of a log, rather than one document or a data set."""
    if not head.lstrip().startswith(b"{") and b"\n{" not in head:
        return False
    known = {*_TIME, *_LEVEL, *_RANK, *_LOCAL, *_EXCEPTION, *_METRICS, "stream"}
    lines = [line for line in head.split(b"\n")[:32] if line.strip()]
    whole = lines[:-1] if len(lines) > 1 and not head.endswith(b"\n") else lines
    records = [content for line in whole if (content := _load(line)) is not None]
    return bool(records) and len(records) * 4 >= len(whole) * 3 and any(known & _keys(record) for record in records)


def ranks(head: bytes) -> frozenset[int]:
    """The global ranks that the records at the beginning of a file name."""
    found = (parse_record(line) for line in head.split(b"\n")[:64])
    return frozenset(record.rank for record in found if record is not None and record.rank is not None)


def _load(raw: bytes) -> dict[str, Any] | None:
    if len(raw) > MAX_BYTES or not raw.lstrip().startswith(b"{"):
        return None
    try:
        content = orjson.loads(raw)
    except orjson.JSONDecodeError:
        content = _load_python(raw)
    return content if isinstance(content, dict) else None


def _load_python(raw: bytes) -> Any:
    """Python's own ``json`` writes ``NaN`` and ``Infinity``, which are not JSON: just the losses that matter."""
    if not raw.rstrip().endswith(b"}"):
        return None
    try:
        return json.loads(raw.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return None


def _keys(record: Mapping[str, Any]) -> set[str]:
    nested = record.get("message")
    return set(record) | (set(nested) if isinstance(nested, dict) else set())


def _flatten(content: dict[str, Any]) -> dict[str, Any]:
    """The record with its well-known nested objects one level down, as ``error.stack`` and as ``stack``."""
    fields = {key: value for key, value in content.items() if not (key in _NESTED and isinstance(value, dict))}
    pending = [("", content)]
    for prefix, holder in pending:
        for name in _NESTED:
            inner = holder.get(name)
            if isinstance(inner, dict) and len(pending) < 8:
                pending.append((name, inner))
        if prefix:
            for key, value in holder.items():
                fields.setdefault(f"{prefix}.{key}", value)
                if prefix != "host" and not (key in _NESTED and isinstance(value, dict)):
                    fields.setdefault(key, value)
    if "message" not in fields and isinstance(content.get("message"), dict):
        fields["message"] = content["message"]
    return fields


def _first(fields: Mapping[str, Any], names: tuple[str, ...]) -> Any:
    return next((fields[name] for name in names if fields.get(name) is not None), None)


def _string(value: Any) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    try:
        return orjson.dumps(value).decode()
    except (orjson.JSONEncodeError, UnicodeError):
        return repr(value)


def _exception(value: Any, message: str) -> str | None:
    """The exception field, else the message itself when it is a traceback."""
    if isinstance(value, list):
        value = "\n".join(_string(part).rstrip("\n") for part in value)
    text = _string(value) if value not in (None, "", False, True) else ""
    if not text and _TRACEBACK in message:
        text = message
    lines = _LINE_BREAK.split(text[:MAX_TEXT].rstrip("\r\n"))
    return "\n".join(clean_text(line) for line in lines) if text else None


def _time(value: Any) -> float | None:
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        return _epoch(float(value))
    stamp = parse_stamp(value.strip()) if isinstance(value, str) else None
    # A stamp without its date would be a moment in another year.
    return stamp[0].seconds if stamp is not None and stamp[0].year_known else None


def _epoch(value: float) -> float | None:
    """Seconds, from seconds, milliseconds, microseconds or nanoseconds since the epoch."""
    for scale in (1.0, 1e3, 1e6, 1e9):
        if 1e9 <= value / scale < 4e9:
            return value / scale
    return None


def _level(value: Any) -> str | None:
    if isinstance(value, int) and not isinstance(value, bool):
        return _NUMERIC.get(value)
    if isinstance(value, dict):
        value = value.get("name")
    if not isinstance(value, str) or not value.isalpha():
        return None
    return _LEVELS.get(value.upper(), value.upper()[:16])


def _number(value: Any) -> int | None:
    if isinstance(value, str) and value.strip().isdecimal() and len(value) < 12:
        value = int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 10**10 else None


def _name(value: Any) -> str | None:
    return clean_text(value, 128) if isinstance(value, str) and value else None


def _stream(value: Any) -> str | None:
    return value if value in ("stdout", "stderr") else None


def _numbers(content: Mapping[str, Any]) -> Iterator[tuple[str, float]]:
    for key, value in content.items():
        if key in _OF_THE_RECORD:
            continue
        if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e300:
            yield clean_text(key, 64), float(value)
        elif isinstance(value, float):
            yield clean_text(key, 64), value
