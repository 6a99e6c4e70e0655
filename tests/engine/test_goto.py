"""Going to a line, a time or a step: in real logs and in one too large to be read for it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from denpex_tui.engine.logview import LogFile
from denpex_tui.engine.search.goto import Goto, GotoError, Kind, find_line, parse_goto
from denpex_tui.engine.search.timed_lines import line_at_time
from tests.engine.cases import corpus
from tests.engine.test_search import opened

START = datetime(2026, 11, 30, 20, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("120", Goto(Kind.LINE, 120)),
        ("line 7", Goto(Kind.LINE, 7)),
        ("step 10", Goto(Kind.STEP, 10)),
        ("s10", Goto(Kind.STEP, 10)),
        ("Step=3", Goto(Kind.STEP, 3)),
        ("20:31:02", Goto(Kind.TIME, text="20:31:02")),
        (" 20:31 ", Goto(Kind.TIME, text="20:31:00")),
        ("2026-11-30 20:31:02,114", Goto(Kind.TIME, text="2026-11-30 20:31:02,114")),
    ],
)
def test_what_is_typed(typed: str, meant: Goto) -> None:
    assert parse_goto(typed) == meant


@pytest.mark.parametrize("typed", ["", "here", "step", "-3", "25:99:00", "12 34"])
def test_what_is_no_place_is_said_with_examples(typed: str) -> None:
    with pytest.raises(GotoError, match=r"is no place: give a line \(120\), a time \(20:31:02\) or a step \(step 10\)"):
        parse_goto(typed)


def hours(path: Path) -> LogFile:
    """30,000 lines, a step a second, with lines that have no time between them; over midnight."""
    with path.open("w") as file:
        for step in range(15_000):
            moment = START + timedelta(seconds=step)
            file.write(f"{moment:%Y-%m-%d %H:%M:%S},000 INFO [rank 0] train: step {step} | loss 2.5\n  more of it\n")
    return opened(path)


def goto(log: LogFile, typed: str, line: int = 1, *steps: tuple[int, int]) -> int:
    return find_line(log, parse_goto(typed), line, steps)


def test_a_time_by_its_stamps(tmp_path: Path) -> None:
    """The first line that is not earlier; a time without a date is one near the cursor."""
    log = hours(tmp_path / "rank_0.log")
    assert goto(log, "20:00:00") == 1
    assert goto(log, "20:10:00") == 2 * 600 + 1
    assert goto(log, "2026-11-30 23:59:59") == 2 * 14_399 + 1
    assert goto(log, "00:05:00", 29_000) == 2 * 14_700 + 1
    assert goto(log, "2026-12-01 09:00:00") == 2 * 14_999 + 1
    assert goto(log, "2020-01-01 00:00:00") == 1


def test_a_step_between_the_ones_that_are_known(tmp_path: Path) -> None:
    """Of a long run only some steps are kept; the lines between two of them are searched."""
    log = hours(tmp_path / "rank_0.log")
    known = [(0, 1), (5_000, 10_001), (14_999, 29_999)]
    assert goto(log, "step 5000", 1, *known) == 10_001
    assert goto(log, "step 7777", 1, *known) == 2 * 7_777 + 1
    with pytest.raises(GotoError, match="no line of this log reports step 99,999: it goes from 0 to 14,999"):
        goto(log, "step 99999", 1, *known)
    with pytest.raises(GotoError, match="reports step 3: it reports none"):
        goto(log, "step 3")


def test_lines_that_are_not_there(tmp_path: Path) -> None:
    log = hours(tmp_path / "rank_0.log")
    assert goto(log, "30000") == 30_000
    with pytest.raises(GotoError, match="there is no line 30,001: the log has 30,000"):
        goto(log, "30001")
    with pytest.raises(GotoError, match="there is no line 0"):
        goto(log, "0")
    plain = tmp_path / "plain.log"
    plain.write_text("no time\nnone here\n")
    with pytest.raises(GotoError, match="the lines of this log have no time"):
        goto(opened(plain), "20:00:00")


def test_times_of_json_lines() -> None:
    """The record's own time counts."""
    path = next(path for path in corpus("pt-jsonl").rglob("*") if path.is_file() and path.read_bytes()[:1] == b"{")
    log = opened(path)
    lines = log.lines(1, log.count)
    assert line_at_time(log, 0.0) == next(line.number for line in lines if line.text.startswith("{"))
    assert line_at_time(log, 4e9) == [line.number for line in lines if line.text.startswith("{")][-1]
