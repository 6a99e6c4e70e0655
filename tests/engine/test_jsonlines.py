"""Records of JSON-lines logs, as several loggers write them."""

from __future__ import annotations

import json
import math
from datetime import UTC, datetime

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from denpex_tui.engine.jsonlines import MAX_BYTES, Record, is_log, parse_record, ranks
from tests.engine.cases import corpus, raw_lines

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC).timestamp()


def record(content: object) -> Record:
    found = parse_record(orjson.dumps(content))
    assert found is not None
    return found


def test_a_real_rank_log() -> None:
    """pt-jsonl: rank 1 raises; every record names its time, level, rank and message."""
    records = [parse_record(raw) for raw in raw_lines(corpus("pt-jsonl") / "rank_1.jsonl")]
    assert all(found is not None and found.rank == 1 and found.time is not None for found in records)
    first = records[0]
    assert first is not None
    assert first.text == "process group ready: rank 1 of 4, local rank 1, host node-0, attempt 0"
    assert first.time == pytest.approx(datetime(2026, 11, 30, 19, 56, 49, tzinfo=UTC).timestamp(), abs=1.0)
    step = next(found for found in records if found is not None and found.text.startswith("step 1/30"))
    assert dict(step.values)["step"] == 1 and "loss" in dict(step.values)


@pytest.mark.parametrize(
    "time",
    [
        "2026-05-01T12:00:00Z",
        "2026-05-01T20:00:00+08:00",
        "2026-05-01 12:00:00,000",
        1777636800,
        1777636800000,
        1777636800.0,
    ],
)
def test_times(time: object) -> None:
    assert record({"time": time, "msg": "x"}).time == NOON
    assert record({"@timestamp": time, "msg": "x"}).time == NOON


def test_a_time_without_its_date_is_none() -> None:
    assert record({"time": "12:00:00", "msg": "x"}).time is None
    assert record({"time": True, "msg": "x"}).time is None
    assert record({"time": 12.5, "msg": "x"}).time is None


@pytest.mark.parametrize(
    ("level", "name"), [("error", "ERROR"), ("WARN", "WARNING"), (40, "ERROR"), ({"name": "INFO"}, "INFO"), ([], None)]
)
def test_levels(level: object, name: str | None) -> None:
    assert record({"levelname": level, "message": "x"}).level == name


def test_local_rank_and_rank_are_two_fields() -> None:
    found = record({"local_rank": 3, "msg": "x"})
    assert (found.rank, found.local_rank) == (None, 3)
    found = record({"RANK": "11", "LOCAL_RANK": "3", "hostname": "gpu7", "pid": 811, "msg": "x"})
    assert (found.rank, found.local_rank, found.host, found.pid) == (11, 3, "gpu7", 811)
    assert record({"rank": -1, "msg": "x"}).rank is None
    assert record({"rank": True, "msg": "x"}).rank is None


def test_docker_json_file() -> None:
    found = record({"log": "[rank3]: ValueError: x\n", "stream": "stderr", "time": "2026-05-01T12:00:00.1Z"})
    assert (found.text, found.stream) == ("[rank3]: ValueError: x", "stderr")


def test_torch_elastic_error_file() -> None:
    """pt-error-json: message and call stack lie two levels down, the time is a string of seconds."""
    path = next(corpus("pt-error-json").glob("*/attempt_0/3/error.json"))
    found = parse_record(path.read_bytes())
    assert found is not None
    assert found.text == "ValueError: batch 6 has 3 non-finite input values (shard train-00003-of-00004)"
    assert found.exception is not None and found.exception.startswith("Traceback (most recent call last):\n  File ")
    assert found.time == datetime(2026, 11, 30, 19, 56, 3, tzinfo=UTC).timestamp()


@pytest.mark.parametrize("key", ["exc_info", "exception", "traceback", "stack", "stack_trace"])
def test_exceptions_keep_their_lines(key: str) -> None:
    found = record({"msg": "failed", key: 'Traceback (most recent call last):\n  File "x.py"\nValueError: \x1b[2Jx\n'})
    assert found.text == "failed"
    assert found.exception == 'Traceback (most recent call last):\n  File "x.py"\nValueError: x'


def test_a_traceback_as_the_message() -> None:
    found = record({"msg": "failed\nTraceback (most recent call last):\nValueError: x"})
    assert found.text == "failed␤Traceback (most recent call last):␤ValueError: x"
    assert found.exception == "failed\nTraceback (most recent call last):\nValueError: x"
    assert record({"error": {"stack": "Traceback\nE: x"}, "msg": "x"}).exception == "Traceback\nE: x"


def test_a_message_that_is_no_string_is_written_out() -> None:
    assert record({"message": {"a": [1, 2]}}).text == '{"a":[1,2]}'
    assert record({"msg": None}).text == ""


def test_not_a_number_is_a_value() -> None:
    """Python's json writes NaN, which is not JSON; it is the very value that matters."""
    found = parse_record(b'{"step": 7, "loss": NaN, "grad_norm": Infinity}')
    assert found is not None
    values = dict(found.values)
    assert values["step"] == 7 and math.isnan(values["loss"]) and math.isinf(values["grad_norm"])


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{",
        b"[1]",
        b"plain text",
        b'{"a": 1} trailing',
        b"{'loss': 1.0}",
        b'{"a":' * 3_000 + b"1" + b"}" * 3_000,
        b'{"a": ' + b"9" * 5_000 + b"}",
        b'{"a": "' + b"x" * MAX_BYTES + b'"}',
        b'{"a": "\xff\xfe',
    ],
)
def test_what_is_no_record(raw: bytes) -> None:
    assert parse_record(raw) is None


@given(st.binary(max_size=200).map(lambda raw: b"{" + raw + b"}") | st.binary(max_size=100))
def test_garbage_never_raises(raw: bytes) -> None:
    parse_record(raw)
    is_log(raw)
    ranks(raw)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["message", "error", "x"]), inner),
    max_leaves=8,
)
keys = st.sampled_from(
    ["time", "level", "msg", "message", "rank", "local_rank", "host", "pid", "exc_info", "error", "stream"]
)


@given(st.dictionaries(keys, json_values))
def test_any_record_is_read_to_clean_text(content: dict[str, object]) -> None:
    found = parse_record(json.dumps(content).encode())
    assert found is not None
    assert "\n" not in found.text and "\x1b" not in found.text


def test_a_log_is_told_from_data_and_documents() -> None:
    assert is_log((corpus("pt-jsonl") / "rank_0.jsonl").read_bytes()[:16_384])
    assert is_log(b'{"loss": 1e-08, "global_step/max_steps": "2/4389"}\n{"loss": 0.5, "global_step/max_steps": "3/')
    assert not is_log(b'{"prompt": "a", "response": "b"}\n{"prompt": "c", "response": "d"}\n')
    assert not is_log(b'{\n  "train_batch_size": 8,\n  "step": 1\n}\n')
    assert not is_log(b"{'loss': 3.5249, 'epoch': 1.0}\n{'loss': 2.5, 'epoch': 2.0}\n")
    assert not is_log(b"")


def test_ranks_of_a_merged_file() -> None:
    assert ranks(b'{"rank": 3, "msg": "x"}\n{"rank": 0, "msg": "x"}\nbroken\n') == {0, 3}
