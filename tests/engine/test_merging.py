"""Merging logs by corrected time: every line once, in the order of its log, and only a window of large ones."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from denpex_tui.engine.search.merging import TimedLog, merge_around, moment_of
from tests.engine.test_search import opened

START = datetime(2026, 11, 30, 20, 0, tzinfo=UTC)


def at(seconds: float) -> float:
    return START.timestamp() + seconds


def written(path: Path, *lines: tuple[float | None, str], offset: float = 0.0, source: int = 0) -> TimedLog:
    """A log whose clock is ``offset`` ahead; None is a line without a time."""
    with path.open("w") as file:
        for seconds, text in lines:
            stamp = "" if seconds is None else f"{START + timedelta(seconds=seconds + offset):%Y-%m-%d %H:%M:%S,%f}"
            file.write(f"{stamp[:-3]} {text}\n" if stamp else f"{text}\n")
    return TimedLog(source, opened(path), offset)


def test_lines_by_corrected_time(tmp_path: Path) -> None:
    """node-1's clock is 37 s ahead; lines without a time stay behind their predecessor."""
    one = written(tmp_path / "0.log", (0, "a"), (None, "  a1"), (None, "  a2"), (4, "c"), source=3)
    two = written(tmp_path / "1.log", (None, "banner"), (2, "b"), (None, "  b1"), (5, "d"), offset=37.0, source=7)
    merged = merge_around([one, two], at(3))
    assert merged.places == ((3, 1), (3, 2), (3, 3), (7, 1), (7, 2), (7, 3), (3, 4), (7, 4))
    assert (merged.before, merged.after, merged.untimed) == (0, 0, ())
    assert (merged.start, merged.end) == (at(0), at(5))
    assert moment_of(two, 3) == at(2) and moment_of(two, 1) == at(2)


def test_a_clock_that_goes_back_does_not_reorder_a_log(tmp_path: Path) -> None:
    one = written(tmp_path / "0.log", (0, "a"), (5, "b"), (3, "back"), (6, "c"))
    two = written(tmp_path / "1.log", (4, "x"), source=1)
    assert merge_around([one, two], at(3)).places == ((0, 1), (1, 1), (0, 2), (0, 3), (0, 4))


def test_a_log_without_times_is_named(tmp_path: Path) -> None:
    one = written(tmp_path / "0.log", (0, "a"))
    two = written(tmp_path / "1.log", (None, "no time"), source=1)
    merged = merge_around([one, two], at(0))
    assert merged.places == ((0, 1),) and merged.untimed == (1,)


def test_a_standard_error_without_times_stands_at_the_end_of_its_rank(tmp_path: Path) -> None:
    """There its traceback is: behind the rank's last line, before what other ranks wrote later."""
    err = replace(written(tmp_path / "1.err", (None, "Traceback"), (None, "ValueError"), source=0), rank=1)
    out = replace(written(tmp_path / "1.out", (0, "a"), (3, "b"), source=1), rank=1)
    other = replace(written(tmp_path / "0.out", (2, "x"), (9, "y"), source=2), rank=0)
    merged = merge_around([err, out, other], at(3))
    assert merged.places == ((1, 1), (2, 1), (1, 2), (0, 1), (0, 2), (2, 2)) and merged.untimed == ()


def test_of_large_logs_only_a_window_that_is_whole_in_all(tmp_path: Path) -> None:
    """A dense log bounds the window: outside it the sparse one's lines would stand alone. All others are counted."""
    dense = written(tmp_path / "0.log", *((number / 10, f"n{number}") for number in range(20_000)))
    sparse = written(tmp_path / "1.log", *((number * 5, f"m{number}") for number in range(400)), source=1)
    merged = merge_around([dense, sparse], at(1_000), room=2_000)
    assert len(merged.places) <= 2_000
    assert merged.start >= at(949) and merged.end <= at(1_051) and merged.start <= at(1_000) <= merged.end
    shown = [line for source, line in merged.places if source == 0]
    assert shown == list(range(shown[0], shown[-1] + 1)) and len(shown) > 900
    assert {line for source, line in merged.places if source == 1} == set(range(191, 212)) & set(
        range(int(merged.start - at(0)) // 5 + 1, int(merged.end - at(0)) // 5 + 2)
    )
    assert merged.before + merged.after + len(merged.places) == 20_400
