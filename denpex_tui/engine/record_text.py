"""A record of a JSON-lines log as a person would have written it: what, then the other fields, then the exception."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from denpex_tui.engine import jsonlines
from denpex_tui.engine.clean import LINE_LIMIT, clean_text
from denpex_tui.engine.jsonlines import Record

INDENT = "  "
MOST_LINES = 200
"""Of a longer exception the beginning and the end are shown."""


def record_lines(raw: bytes) -> list[str] | None:
    """The record in clean lines; None when the line is none."""
    record = jsonlines.parse_record(raw)
    fields = jsonlines.fields(raw)
    if record is None or fields is None:
        return None
    rest = " ".join(f"{clean_text(key, 64)}={_value(value)}" for key, value in _others(fields))
    lines = [_headline(record) or rest, *([INDENT + rest] if rest and _headline(record) else [])]
    return [line[:LINE_LIMIT] for line in [*lines, *_exception(record)]]


def _headline(record: Record) -> str:
    parts = [
        _time(record.time),
        record.level or "",
        "" if record.rank is None else f"[rank {record.rank}]",
        record.text,
    ]
    return " ".join(part for part in parts if part)


def _time(seconds: float | None) -> str:
    if seconds is None:
        return ""
    return datetime.fromtimestamp(seconds, UTC).isoformat(" ", "milliseconds").removesuffix("+00:00")


def _others(fields: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """What the headline and the exception do not say."""
    return ((key, value) for key, value in fields.items() if key not in jsonlines.TOLD and value is not None)


def _value(value: Any) -> str:
    if isinstance(value, str):
        return clean_text(value)
    # Python's own writer: a loss that is NaN must be read as NaN.
    return clean_text(json.dumps(value, ensure_ascii=False))


def _exception(record: Record) -> list[str]:
    lines = [INDENT + line for line in (record.exception or "").splitlines()]
    if len(lines) <= MOST_LINES:
        return lines
    half = MOST_LINES // 2
    return [*lines[:half], f"{INDENT}… {len(lines) - 2 * half:,} lines", *lines[-half:]]
