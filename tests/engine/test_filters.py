"""Filters of lines: what is shown, what is folded, and that nothing is lost between the two."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from denpex_tui.engine.labels import NO_LABELS, Labels
from denpex_tui.engine.logview import LineIndex, LogFile
from denpex_tui.engine.search.levels import Level
from denpex_tui.engine.search.line_blocks import GRID, LineBlock
from denpex_tui.engine.search.line_levels import level_of, lines_of_level
from denpex_tui.engine.search.query import Query
from denpex_tui.engine.search.rank_lines import RankLines
from denpex_tui.engine.search.runs import KEPT, Folding, Runs
from denpex_tui.engine.search.sieve import Sieve
from denpex_tui.engine.search.source_search import matching_lines
from tests.engine.cases import corpus
from tests.engine.test_search import LINE, large, opened

shown_lines = st.sets(st.integers(1, 60))


@given(shown_lines, st.integers(0, 70), st.integers(0, 5))
def test_rows_and_folds_make_up_the_whole_log(lines: set[int], count: int, context: int) -> None:
    """Every line stands in exactly one row, shown or counted by a fold, and is found there."""
    lines = {line for line in lines if line <= count}
    runs = Runs()
    runs.extend(sorted(lines))
    folding = Folding(runs, count, context)
    rows = [folding.row(index) for index in range(1, folding.count + 1)]
    told: list[int] = []
    for index, row in enumerate(rows, 1):
        assert row is not None and (row.hidden != 1 or count == 1)
        covered = range(row.line, row.line + max(1, row.hidden))
        told += covered
        assert {folding.index_of(line) for line in covered} == {index}
    assert told == list(range(1, count + 1))
    shown = {row.line for row in rows if row is not None and not row.hidden}
    assert {near for line in lines for near in range(line - context, line + context + 1) if 1 <= near <= count} <= shown
    assert folding.lines == len(shown)
    assert folding.row(0) is None and folding.row(folding.count + 1) is None


@given(shown_lines, st.integers(1, 60))
def test_runs_are_cut_behind_a_line(lines: set[int], at: int) -> None:
    runs = Runs()
    runs.extend(sorted(lines))
    runs.cut(at)
    kept = [line for first, last in runs for line in range(first, last + 1)]
    assert kept == sorted(line for line in lines if line < at) and runs.lines == len(kept)


def test_of_very_many_runs_the_latest_are_kept_and_the_others_counted() -> None:
    runs = Runs()
    runs.extend(range(1, 4 * KEPT, 2))
    assert runs.lines + runs.given_up == 2 * KEPT and 0 < runs.lines <= KEPT
    assert list(runs)[-1] == (4 * KEPT - 1, 4 * KEPT - 1)


def test_errors_by_level_and_by_shape() -> None:
    """Levels in the prefix decide; without one, tracebacks, exceptions and programs' own messages do."""
    errors = [
        b"2026-11-30 20:25:21,000 ERROR [rank 2] train: gone", b"[rank2]: Traceback (most recent call last):",
        b"[rank2]: ValueError: sample 30", b"torch.distributed.DistBackendError: NCCL error",
        b"srun: error: node-1: task 2: Exited with exit code 1",
        b"[E1130 20:25:21.000000000 ProcessGroupNCCL.cpp:616] x",
        b'{"level": "error", "msg": "x"}', b'{"msg": "x", "exc_info": "Traceback (most recent call last):\\n  y"}',
    ]  # fmt: skip
    warnings = [
        b"[W1130 20:25:21.000000000 socket.cpp:697] [c10d] retry", b"/a/b.py:3: UserWarning: deprecated",
        b"node-0:12:34 [0] misc/socket.cc:483 NCCL WARN socketProgress", b'{"level": "WARN", "msg": "x"}',
    ]  # fmt: skip
    others = [
        b"2026-11-30 20:25:21,000 INFO [rank 0] train: error 0.25 loss 3", b"no error here", b"    raise ValueError(x)",
        b'{"level": "info", "msg": "Error: none"}',
    ]  # fmt: skip
    assert {level_of(line, NO_LABELS) for line in errors} == {Level.ERROR}
    assert {level_of(line, NO_LABELS) for line in warnings} == {Level.WARNING}
    assert {level_of(line, NO_LABELS) for line in others} == {None}
    assert level_of(b"2: ERROR:root:x", Labels(labelled=True)) is Level.ERROR
    data = b"".join(line + b"\n" for line in (*errors, *warnings, *others))
    assert len(lines_of_level(LineBlock(1, data), Level.ERROR, NO_LABELS)) == len(errors)
    assert len(lines_of_level(LineBlock(1, data), Level.WARNING, NO_LABELS)) == len(errors) + len(warnings)


def test_a_traceback_is_shown_as_a_whole() -> None:
    """Its frames belong to its first line, under a rank's tag too."""
    path = next((corpus("rank-local-error")).rglob("2/stderr.log"))
    log = opened(path)
    sieve = Sieve(log, [lambda block: lines_of_level(block, Level.ERROR, NO_LABELS)])
    assert not sieve.advance(60.0)
    assert list(sieve.runs) == [(3, 13)]


def test_a_sieve_sees_every_block_once_and_all_tests_must_pass(tmp_path: Path) -> None:
    log = large(tmp_path / "rank_0.log")
    ends, long = Query(r"step \d*7 \|"), Query(r"step 1\d{3} ")
    sieve = Sieve(log, [lambda block: matching_lines(block, ends), lambda block: matching_lines(block, long)])
    while sieve.advance(0.0):
        pass
    assert [first for first, last in sieve.runs if first == last] == list(range(1_007, 2_000, 10))
    assert sieve.percent == 100 and not sieve.grown()
    among = Sieve(log, [lambda block: matching_lines(block, ends)], among={17, 18, 27})
    assert not among.advance(60.0) and list(among.runs) == [(17, 17), (27, 27)]
    only = Sieve(log, [], among={17, 18, 27})
    assert not only.advance(60.0) and list(only.runs) == [(17, 18), (27, 27)]


def test_the_lines_of_a_rank_in_a_log_of_several(tmp_path: Path) -> None:
    """Tags decide; what has none belongs to the line before it, over the borders of blocks too."""
    path = tmp_path / "console.log"
    entry = b"2026-11-30 20:25:00,000 INFO [rank %d] train: step %d\n[rank%d]: Traceback of %d\n  frame\n"
    path.write_bytes(b"before\n" + b"".join(entry % (n % 4, n, n % 4, n) for n in range(9_000)))
    log = opened(path)
    assert log.size > 3 * GRID
    sieve = Sieve(log, [RankLines([1, 3], NO_LABELS)])
    while sieve.advance(0.0):
        pass
    assert list(sieve.runs)[:2] == [(5, 7), (11, 13)]
    assert sieve.runs.lines == 9_000 // 2 * 3
    labelled = tmp_path / "srun.log"
    labelled.write_bytes(b"0: one\n1: two\n 10: three\n1: [rank0]: four\n")
    sieve = Sieve(opened(labelled), [RankLines([1], Labels(labelled=True))])
    assert not sieve.advance(60.0) and list(sieve.runs) == [(2, 2)]


def test_a_sieve_goes_on_where_the_log_grew(tmp_path: Path) -> None:
    """An unfinished last line counts as it stands, and again when it has ended."""
    path = tmp_path / "rank_0.log"
    data = "".join(LINE % (number % 60, number) for number in range(1, 9_001)).encode()
    log = LogFile(path, LineIndex())
    query = Query(r"step \d+00 \|")
    sieve = Sieve(log, [lambda block: matching_lines(block, query)])
    for cut in (0, 100_000, GRID - 10, GRID + 30, 2 * GRID - 1, len(data)):
        path.write_bytes(data[:cut])
        whole = data.rfind(b"\n", 0, cut) + 1
        log.index.add(data[:whole], 0)
        log.index.rest = cut - whole
        while sieve.advance(60.0):
            pass
        found = [first for first, _ in sieve.runs]
        assert found == [number for number in range(100, 9_001, 100) if b"step %d |" % number in data[:cut]]
