"""The failure table that torchrun prints when a job ends."""

from __future__ import annotations

from denpex_tui.engine import elastic_table
from denpex_tui.engine.elastic_table import TableRow
from tests.engine.cases import corpus
from tests.engine.written import lines_of

ENDED = """\
Failures:
[1]:
  time      : 2026-11-30_20:10:50
  host      : node-0
  rank      : 3 (local_rank: 1)
  exitcode  : -15 (pid: 23068)
  error_file: <N/A>
  traceback : Signal 15 (SIGTERM) received by PID 23068
------------------------------------------------------------"""


def rows_of(text: str) -> tuple[tuple[TableRow, ...], bool]:
    head, *rest = lines_of(text)
    return elastic_table.rows(head, rest)


def test_a_row_maps_the_local_to_the_global_rank() -> None:
    (row,), complete = rows_of(ENDED)
    assert complete
    exit_ = row.exit
    assert (exit_.rank, exit_.local_rank, exit_.pid, exit_.code, exit_.host) == (3, 1, 23068, -15, "node-0")
    assert (exit_.blamed, exit_.by) == (False, "torchrun table")
    assert (row.place.line, row.text, row.time) == (6, "  exitcode  : -15 (pid: 23068)", "2026-11-30_20:10:50")


def test_only_the_root_cause_is_blamed() -> None:
    text = ENDED.replace("Failures:", "Root Cause (first observed failure):").replace("[1]:", "[0]:")
    (row,), _ = rows_of(text)
    assert row.exit.blamed


def test_the_rows_of_a_real_table() -> None:
    log = (corpus("pt-valueerror-rank2") / "agent.log").read_text()
    start = log.index("Failures:")
    rows, complete = rows_of(log[start:])
    root, whole = rows_of(log[log.index("Root Cause") :])
    assert complete and whole
    assert [(row.exit.rank, row.exit.code, row.exit.blamed) for row in rows] == [
        (0, -15, False),
        (1, -15, False),
        (3, -15, False),
    ]
    assert [(row.exit.rank, row.exit.code, row.exit.blamed) for row in root] == [(2, 1, True)]


def test_a_table_that_is_still_being_written_is_not_complete() -> None:
    for cut in range(1, len(ENDED.split("\n")) - 1):
        rows, complete = rows_of("\n".join(ENDED.split("\n")[:cut]))
        assert not complete
        assert all(row.exit.code == -15 for row in rows)


def test_no_other_failures() -> None:
    rows, complete = rows_of(
        "Failures:\n  <NO_OTHER_FAILURES>\n------------------------------------------------------------"
    )
    assert (rows, complete) == ((), True)


def test_a_host_that_says_nothing_is_none() -> None:
    (row,), _ = rows_of(ENDED.replace("node-0", "localhost"))
    assert row.exit.host is None
