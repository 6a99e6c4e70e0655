"""How a job stands: failed, recovered, healthy, cancelled, running, or nobody can say."""

from __future__ import annotations

from pathlib import Path

import pytest

from denpex_tui.engine.model import Outcome
from denpex_tui.engine.session import Session
from tests.engine.cases import corpus
from tests.engine.pipeline import book, snapshot_of, write_logs
from tests.infer.joblogs import GLOO_TIMEOUT, RANKS, agent, rank_files, steps, torchrun_files, traceback

FINISHED = "2026-11-30 20:30:00,000 INFO train: training finished after 30 steps\n"
CANCELLED = "slurmstepd: error: *** JOB 1 ON node-0 CANCELLED AT 2026-11-30T21:07:11{} ***\n"


def outcome_of(tmp_path: Path, files: dict[str, str]) -> tuple[Outcome, str]:
    snapshot = snapshot_of(write_logs(tmp_path, files))
    assert (snapshot.incident is not None) == (snapshot.outcome in (Outcome.FAILED, Outcome.RECOVERED))
    return snapshot.outcome, snapshot.outcome_reason


def test_ranks_that_finished(tmp_path: Path) -> None:
    texts = {rank: steps(rank) + FINISHED for rank in RANKS}
    assert outcome_of(tmp_path, rank_files(texts)) == (
        Outcome.HEALTHY,
        "no failure found: ranks 0-3 finished, last step 5",
    )


def test_ranks_that_made_all_their_steps(tmp_path: Path) -> None:
    outcome, reason = outcome_of(tmp_path, rank_files({rank: steps(rank, 30) for rank in RANKS}))
    assert outcome is Outcome.HEALTHY
    assert "all steps were made" in reason


def test_logs_that_just_stop_are_not_called_healthy(tmp_path: Path) -> None:
    outcome, reason = outcome_of(tmp_path, rank_files({rank: steps(rank) for rank in RANKS}))
    assert (outcome, reason) == (
        Outcome.UNKNOWN,
        "no failure found in 4 ranks, last step 5, and no line says that the training ended",
    )


def test_the_same_logs_while_they_are_followed_are_a_running_job(tmp_path: Path) -> None:
    logs = write_logs(tmp_path, rank_files({rank: steps(rank) for rank in RANKS}))
    session = Session([str(logs)], book=book(), live=True)
    session.poll()
    assert session.snapshot.outcome is Outcome.RUNNING
    session.close()


def test_a_job_that_somebody_ended_by_sigterm(tmp_path: Path) -> None:
    log = agent(dict.fromkeys(RANKS, -15), root=2, terminated=RANKS)
    outcome, reason = outcome_of(tmp_path, torchrun_files({rank: steps(rank) for rank in RANKS}, log))
    assert (outcome, reason) == (Outcome.UNKNOWN, "ranks 0-3 were ended by SIGTERM, last step 5, and no line says why")


@pytest.mark.parametrize(
    ("due", "reason"),
    [
        ("", "cancelled through the scheduler (scancel)"),
        (" DUE TO TIME LIMIT", "ended by the scheduler: time limit"),
        (" DUE TO PREEMPTION", "ended by the scheduler: preemption"),
    ],
)
def test_the_scheduler_ended_it(due: str, reason: str, tmp_path: Path) -> None:
    files = rank_files({rank: steps(rank) for rank in RANKS}) | {"slurm-1.out": CANCELLED.format(due)}
    assert outcome_of(tmp_path, files) == (Outcome.CANCELLED, f"{reason}, at 2026-11-30T21:07:11; no rank failed")


def test_a_hang_that_ran_into_the_time_limit_is_a_failure(tmp_path: Path) -> None:
    texts = {rank: steps(rank) + (traceback(rank, GLOO_TIMEOUT) if rank else "") for rank in RANKS}
    files = rank_files(texts) | {"slurm-1.out": CANCELLED.format(" DUE TO TIME LIMIT")}
    assert outcome_of(tmp_path, files)[0] is Outcome.FAILED


def test_a_failure_before_the_cancellation_is_a_failure(tmp_path: Path) -> None:
    texts = {rank: steps(rank) + (traceback(rank, "ValueError: bad") if rank == 2 else "") for rank in RANKS}
    files = rank_files(texts) | {"slurm-1.out": CANCELLED.format("")}
    assert outcome_of(tmp_path, files)[0] is Outcome.FAILED


def test_ctrl_c(tmp_path: Path) -> None:
    texts = {rank: steps(rank) + traceback(rank, "KeyboardInterrupt") for rank in RANKS}
    outcome, reason = outcome_of(tmp_path, rank_files(texts))
    assert (outcome, reason) == (Outcome.CANCELLED, "interrupted by the user (Ctrl-C); no rank failed")


def test_a_restart_that_came_to_a_good_end() -> None:
    snapshot = snapshot_of(corpus("pt-elastic-restart"))
    assert snapshot.outcome is Outcome.RECOVERED
    assert snapshot.outcome_reason == "attempt 0: rank 1; attempt 1: rank 3; attempt 2 finished at step 11"


def test_nothing_that_shows_progress(tmp_path: Path) -> None:
    assert outcome_of(tmp_path, {"train.log": "2026-11-30 20:00:00,000 INFO launcher: hello\n"})[0] is Outcome.UNKNOWN


def test_healthy_logs_with_alarming_words_are_healthy() -> None:
    snapshot = snapshot_of(corpus("pt-healthy"))
    assert snapshot.outcome is Outcome.HEALTHY
    assert {event.name for event in snapshot.not_failures} == {"ModuleNotFoundError"}
