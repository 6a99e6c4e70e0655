"""JSON records as a person would have written them, clean whatever is in them."""

from __future__ import annotations

import orjson
import pytest

from denpex_tui.engine.record_text import MOST_LINES, record_lines
from tests.engine.test_clean import is_safe


def test_what_then_the_rest_then_the_exception() -> None:
    raw = orjson.dumps(
        {
            "time": "2026-11-30T20:25:00.5Z", "level": "error", "rank": 3, "host": "node-1", "msg": "it broke",
            "step": 8, "loss": 2.5, "tags": ["a"], "none": None, "exc_info": "Traceback\n  File x\nValueError: y",
        }
    )  # fmt: skip
    assert record_lines(raw) == [
        "2026-11-30 20:25:00.500 ERROR [rank 3] it broke",
        '  host=node-1 step=8 loss=2.5 tags=["a"]',
        "  Traceback",
        "    File x",
        "  ValueError: y",
    ]


def test_a_record_without_a_message_is_its_fields() -> None:
    """NaN is no JSON, and just what matters."""
    assert record_lines(b'{"loss": NaN, "step": 3, "grad_norm": 0.5}') == ["loss=NaN step=3 grad_norm=0.5"]


@pytest.mark.parametrize("raw", [b"", b"plain", b"{broken", b"[1, 2]", b'"text"'])
def test_what_is_no_record(raw: bytes) -> None:
    assert record_lines(raw) is None


def test_hostile_values_come_out_clean() -> None:
    raw = orjson.dumps(
        {"msg": "\x1b[2J[red]x\u202e", "k\x1b]52;c;aGk=\x07": "\r\n\x9b2J", "exc_info": "a\x1b[31m\nb\x00"}
    )
    lines = record_lines(raw)
    assert lines is not None and all(is_safe(line) for line in lines) and "[red]x" in lines[0]


def test_of_a_very_long_exception_both_ends_are_shown() -> None:
    lines = record_lines(orjson.dumps({"msg": "m", "exc_info": "\n".join(f"frame {at}" for at in range(1_000))}))
    assert lines is not None and len(lines) == MOST_LINES + 2
    assert (lines[1], lines[-1]) == ("  frame 0", "  frame 999") and "  … 800 lines" in lines
