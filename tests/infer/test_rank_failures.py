"""Which line ended a rank, and which only looks like its end."""

from __future__ import annotations

from pathlib import Path

import pytest

from denpex_tui.engine.infer.case import Case
from denpex_tui.engine.infer.failure import Nature
from tests.engine.cases import corpus
from tests.engine.pipeline import case_of, cases_of, write_logs
from tests.infer.joblogs import (
    GLOO_CLOSED,
    GLOO_TIMEOUT,
    RANKS,
    agent,
    rank_files,
    steps,
    torchrun_files,
    traceback,
    watchdog,
)

BAD = "ValueError: bad batch"
FINISHED = "2026-11-30 20:30:00,000 INFO train: training finished after 30 steps\n"


def natures(case: Case) -> dict[int, Nature]:
    return {rank: failure.nature for rank, failure in case.failures.items()}


@pytest.mark.parametrize(
    ("text", "nature"),
    [
        (traceback(0, BAD), Nature.LOCAL),
        (traceback(0, GLOO_CLOSED), Nature.COMMUNICATION),
        (traceback(0, GLOO_TIMEOUT), Nature.COMMUNICATION),
        (watchdog(0), Nature.COMMUNICATION),
        (traceback(0, "KeyboardInterrupt"), Nature.CANCELLED),
    ],
)
def test_the_nature_of_an_end(text: str, nature: Nature, tmp_path: Path) -> None:
    case = case_of(write_logs(tmp_path, rank_files({0: steps(0) + text, 1: steps(1)})))
    assert natures(case) == {0: nature}


def test_a_local_cause_is_the_end_although_a_lost_connection_came_first(tmp_path: Path) -> None:
    text = steps(0) + watchdog(0) + traceback(0, BAD)
    case = case_of(write_logs(tmp_path, rank_files({0: text, 1: steps(1)})))
    assert case.failures[0].kind == "python-exception"


# --- errors that ended nothing --------------------------------------------------------------------------------------


def test_an_error_behind_which_the_rank_made_steps_was_caught(tmp_path: Path) -> None:
    text = steps(0, 3) + traceback(0, BAD) + steps(0, 6, start=3)
    case = case_of(write_logs(tmp_path, rank_files({0: text, 1: steps(1)})))
    assert case.failures == {}
    assert [event.name for event in case.harmless] == ["ValueError"]


def test_steps_in_the_other_stream_count_by_their_time(tmp_path: Path) -> None:
    error = "2026-11-30 20:10:02,500 [rank0] ERROR train: retrying\n" + traceback(0, BAD)
    files = {"none_x/attempt_0/0/stderr.log": error, "none_x/attempt_0/0/stdout.log": steps(0, 9)}
    assert case_of(write_logs(tmp_path, files)).failures == {}


def test_a_step_within_the_same_second_may_have_come_before(tmp_path: Path) -> None:
    """error.json has whole seconds."""
    job = corpus("pt-error-json")
    (case,) = cases_of(job)
    assert not [event for event in case.harmless if event.rank == 3]
    assert case.failures[3].nature is Nature.LOCAL


def test_what_a_rank_that_finished_printed_is_harmless(tmp_path: Path) -> None:
    text = steps(0) + FINISHED + traceback(0, "RuntimeError: CUDA driver shutting down")
    case = case_of(write_logs(tmp_path, rank_files({0: text, 1: steps(1) + FINISHED})))
    assert not case.failures
    assert case.finished == {0, 1}


def test_exit_code_0_is_a_good_end(tmp_path: Path) -> None:
    texts = {rank: steps(rank) + (traceback(rank, BAD) if rank == 0 else "") for rank in RANKS}
    case = case_of(write_logs(tmp_path, torchrun_files(texts, agent({0: 0, 1: -15, 2: 3, 3: -15}, 2, [1, 3]))))
    assert 0 not in case.failures and 0 in case.finished


def test_steps_that_stdout_still_buffered_are_no_progress(tmp_path: Path) -> None:
    """Redirected into one file, Python writes its buffered output when it exits, behind the traceback."""
    texts = {rank: traceback(rank, BAD if rank == 2 else GLOO_CLOSED) + steps(rank) for rank in RANKS}
    case = case_of(write_logs(tmp_path, torchrun_files(texts, agent(dict.fromkeys(RANKS, 1), 0))))
    assert natures(case)[2] is Nature.LOCAL
    assert {natures(case)[rank] for rank in (0, 1, 3)} == {Nature.COMMUNICATION}


def test_wrappers_point_to_a_rank_and_are_no_failure() -> None:
    (case,) = cases_of(corpus("pt-valueerror-rank2"))
    assert not [f for f in (*case.failures.values(), *case.unattributed) if "ChildFailedError" in f.message]


def test_what_nobody_signed_is_kept_apart(tmp_path: Path) -> None:
    block = 'Traceback (most recent call last):\n  File "train.py", line 9, in main\n    f()\nValueError: bad\n'
    case = case_of(write_logs(tmp_path, {"train.out": steps(0) + steps(1) + block}))
    assert case.failures == {}
    assert [failure.message for failure in case.unattributed] == ["ValueError: bad"]
