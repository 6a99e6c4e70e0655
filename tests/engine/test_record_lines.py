"""JSON-lines logs give the same events as written lines."""

from __future__ import annotations

import json
import math
from pathlib import Path

from denpex_tui.engine.model import Event
from denpex_tui.engine.source_scan import SourceScan
from tests.engine.cases import corpus
from tests.engine.pipeline import scan_file

TRACEBACK = """\
Traceback (most recent call last):
  File "/workspace/train.py", line 222, in train
    inject(kind, x, step)
torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 3 has a total capacity of 79.10 GiB"""


def scan_records(path: Path, *records: dict[str, object]) -> SourceScan:
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return scan_file(path)


def only(scan: SourceScan, kind: str) -> Event:
    (event,) = [event for event in scan.events_now() if event.kind == kind]
    return event


def test_the_exception_of_a_real_record() -> None:
    scan = scan_file(corpus("pt-jsonl") / "rank_1.jsonl")
    event = only(scan, "traceback")
    assert event.traceback is not None
    assert event.traceback.headline == "RuntimeError: tokenizer returned 0 tokens for document 88213 at step 9"
    assert (event.tags.rank, event.time) == (1, 1796068611.344)
    assert event.place.line == scan.lines, "it opens at its record"
    assert event.traceback.lines == frozenset({event.place.line})
    scan.close()


def test_the_signals_inside_an_exception(tmp_path: Path) -> None:
    """In the file the traceback's line ends are escaped, so the message is matched on its own line."""
    record: dict[str, object] = {"level": "ERROR", "rank": 3, "msg": "step failed", "exc_info": TRACEBACK}
    scan = scan_records(tmp_path / "rank_3.jsonl", {"level": "INFO", "rank": 3, "msg": "step 3"}, record)
    (oom,) = {e.name.split("/")[0] for e in scan.events_now() if e.kind == "signal" and e.name.startswith("cuda-oom/")}
    assert oom == "cuda-oom"
    signals = [event for event in scan.events_now() if event.name.startswith("cuda-oom/")]
    assert all(event.in_traceback and event.place.line == 2 and event.tags.rank == 3 for event in signals)
    scan.close()


def test_a_quoted_source_line_in_a_record_is_no_signal(tmp_path: Path) -> None:
    text = TRACEBACK.replace("inject(kind, x, step)", 'raise RuntimeError("CUDA out of memory. Tried to allocate")')
    text = text.replace("torch.OutOfMemoryError: CUDA out of memory.", "ValueError: nothing.")
    scan = scan_records(tmp_path / "rank_3.jsonl", {"level": "ERROR", "rank": 3, "msg": "failed", "exc_info": text})
    assert not [event for event in scan.events_now() if event.name.startswith("cuda-oom/")]
    scan.close()


def test_metrics_of_a_record_s_own_keys(tmp_path: Path) -> None:
    scan = scan_records(
        tmp_path / "rank_1.jsonl",
        {"time": "2026-11-30T19:56:49.917+00:00", "rank": 1, "msg": "done", "step": 7, "loss": 2.5, "grad_norm": 0.27},
        {"time": "2026-11-30T19:56:50.097+00:00", "rank": 1, "msg": "step 8/30 loss=2.0772"},
    )
    own, spoken = scan.points
    assert (own.metrics.step, dict(own.metrics.values)) == (7, {"loss": 2.5, "grad_norm": 0.27})
    assert (spoken.metrics.step, dict(spoken.metrics.values)) == (8, {"loss": 2.0772})
    assert (own.tags.rank, own.time) == (1, 1796068609.917)
    scan.close()


def test_python_writes_nan_into_json(tmp_path: Path) -> None:
    scan = scan_records(tmp_path / "rank_1.jsonl", {"rank": 1, "msg": "x", "step": 7, "loss": math.nan})
    (point,) = scan.points
    assert math.isnan(dict(point.metrics.values)["loss"])
    scan.close()


def test_a_record_that_is_cut_off_is_a_line(tmp_path: Path) -> None:
    path = tmp_path / "rank_1.jsonl"
    path.write_text('{"time": "2026-11-30T19:56:49.917+00:00", "rank": 1, "msg": "step 7"}\n{"rank": 1, "msg": "ste')
    scan = scan_file(path)
    assert scan.lines == 1
    assert not [event for event in scan.events_now() if event.kind == "traceback"]
    scan.close()
