"""torchelastic's error file of one process."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from denpex_tui.engine import error_json
from denpex_tui.engine.model import Place
from tests.engine.cases import corpus
from tests.engine.pipeline import scan_file

PLACE = Place(0, 1, 0)
REAL = corpus("pt-error-json") / "none__q6h5etb/attempt_0/3/error.json"


def test_a_real_error_file() -> None:
    found = error_json.read(REAL.read_bytes(), PLACE)
    assert found is not None
    event = found.event
    assert event.traceback is not None
    assert event.traceback.headline == "ValueError: batch 6 has 3 non-finite input values (shard train-00003-of-00004)"
    assert event.time == 1796068563.0, "whole seconds"
    frame = event.traceback.user_frame()
    assert frame is not None and frame.function == "check_batch"
    assert found.callstack.startswith("Traceback")


def test_a_message_without_a_stack() -> None:
    raw = json.dumps({"message": {"message": "ValueError: bad batch", "extraInfo": {"timestamp": "1796068563"}}})
    found = error_json.read(raw.encode(), PLACE)
    assert found is not None and found.event.traceback is not None
    assert (found.event.traceback.exception, found.event.traceback.message) == ("ValueError", "bad batch")


def test_the_old_form_with_a_plain_message() -> None:
    found = error_json.read(b'{"message": "RuntimeError: killed"}', PLACE)
    assert found is not None and found.event.traceback is not None
    assert (found.event.traceback.exception, found.event.time) == ("RuntimeError", None)


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{",
        b"[]",
        b"3",
        b'{"error": "x"}',
        b'{"message": 3}',
        b'{"message": {"message": "x", "extraInf',
    ],
)
def test_other_files_and_half_written_ones(raw: bytes) -> None:
    assert error_json.read(raw, PLACE) is None


@pytest.mark.parametrize("extra", [3, None, [], {"timestamp": {}}, {"py_callstack": 5}])
def test_hostile_fields(extra: object) -> None:
    found = error_json.read(json.dumps({"message": {"message": "E: \u001b[2J", "extraInfo": extra}}).encode(), PLACE)
    assert found is not None
    assert "\x1b" not in found.event.text


def test_it_is_read_again_when_it_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "attempt_0" / "3" / "error.json"
    path.parent.mkdir(parents=True)
    raw = REAL.read_bytes()
    path.write_bytes(raw[:100])
    scan = scan_file(path)
    assert scan.events_now() == []
    path.write_bytes(raw)
    assert scan.advance()
    assert [event.name for event in scan.events_now() if event.kind == "traceback"] == ["ValueError"]
    scan.close()
