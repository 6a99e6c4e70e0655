"""What a log holds too much of is cut, counted, and the verdict still made."""

from __future__ import annotations

from pathlib import Path

import pytest

from denpex_tui.engine.model import Outcome, Snapshot
from denpex_tui.engine.rules.book import RuleBook
from denpex_tui.engine.session import Session
from denpex_tui.engine.storms import MANY
from denpex_tui.engine.tracebacks import MAX_LINES
from denpex_tui.report.markdown import render_markdown

HEAD, END = b"[rank0]: Traceback (most recent call last):\n", b"[rank0]: ValueError: bad value\n"
FRAME = b'[rank0]:   File "a.py", line 3, in f\n[rank0]:     g()\n'
FAILED = HEAD + FRAME + END


def read(tmp_path: Path, content: bytes, name: str = "rank_0.log") -> Snapshot:
    (tmp_path / name).write_bytes(content)
    session = Session([str(tmp_path)], book=RuleBook.bundled())
    session.poll()
    session.close()
    return session.snapshot


@pytest.mark.parametrize(
    "content",
    [
        b"x" * (8 << 20) + b"\n" + FAILED,
        FAILED + b"y" * (4 << 20),
        b"[rank0]: {" + b'"a":{' * 50_000 + b"\n" + FAILED,
        b"\r".join([b"  3%|#| 1/30"] * 100_000) + b"\n" + FAILED,
        FAILED * 3_000,
    ],
    ids=["long line", "long unfinished line", "deep JSON", "progress bar", "storm"],
)
def test_the_verdict_is_made_and_the_report_stays_short(tmp_path: Path, content: bytes) -> None:
    snapshot = read(tmp_path, content)
    assert snapshot.outcome is Outcome.FAILED
    assert snapshot.incidents[0].first.ranks == (0,)
    assert len(render_markdown(snapshot)) < 40_000
    assert len(snapshot.incidents[0].first.reasons) < 2 * MANY


def test_a_traceback_without_an_end_is_cut(tmp_path: Path) -> None:
    snapshot = read(tmp_path, HEAD + FRAME * 2 * MAX_LINES + END)
    event = snapshot.incidents[0].first.event
    assert event is not None
    assert event.traceback is None or len(event.traceback.lines) <= MAX_LINES + 2


@pytest.mark.parametrize("depth", [100, 5_000])
def test_records_nested_without_end(tmp_path: Path, depth: int) -> None:
    deep = b'{"rank":0,"level":"ERROR","time":1796070000,"msg":' + b"[" * depth + b"]" * depth + b"}\n"
    snapshot = read(tmp_path, deep * 20, "rank_0.jsonl")
    assert len(snapshot.sources) + len(snapshot.not_read) == 1
