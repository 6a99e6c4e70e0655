"""How far each rank came, and in which step it failed."""

from __future__ import annotations

from pathlib import Path

import pytest

from denpex_tui.engine.infer.progress import Progress, progress_by_rank
from tests.engine.cases import corpus
from tests.engine.pipeline import job_of, write_logs
from tests.infer.joblogs import steps

STEP = "step {} | loss 2.5 | grad_norm 0.5\n"
PROBE = "step {} | loss 0 | grad_absmax 0.000e+00\n"


def progress_of(tmp_path: Path, text: str) -> Progress:
    job = job_of(write_logs(tmp_path, {"rank_0.log": text, "rank_1.log": steps(1, 1)}))
    return progress_by_rank(job.lines)[0]


def test_the_step_behind_the_last_logged_one(tmp_path: Path) -> None:
    progress = progress_of(tmp_path, steps(0, 7))
    assert (progress.last, progress.failing, progress.total) == (6, 7, 30)


def test_a_probe_before_the_step_names_the_failing_step_itself(tmp_path: Path) -> None:
    text = "".join(PROBE.format(step) + STEP.format(step) for step in range(8)) + PROBE.format(8)
    progress = progress_of(tmp_path, text)
    assert (progress.last, progress.failing) == (8, 8)


def test_steps_logged_in_tens_do_not_tell_the_failing_step(tmp_path: Path) -> None:
    progress = progress_of(tmp_path, "".join(STEP.format(step) for step in range(0, 60, 10)))
    assert (progress.last, progress.failing) == (50, None)


def test_one_step_does_not_tell_how_steps_are_logged(tmp_path: Path) -> None:
    assert progress_of(tmp_path, STEP.format(4)).failing is None


def test_a_rank_without_steps_has_no_progress(tmp_path: Path) -> None:
    job = job_of(write_logs(tmp_path, {"rank_0.log": "2026-11-30 20:00:00,000 INFO train: up\n", "rank_1.log": "x\n"}))
    assert progress_by_rank(job.lines) == {}


@pytest.mark.parametrize(
    ("name", "failing"),
    [
        ("pt-valueerror-rank2", 7),
        ("bf16-zero-norm-torchrun", 12),
        ("bf16-underflow-norm", 10),
        ("bf16-nan-norm", 8),
        ("pt-progress-ansi", 14),
    ],
)
def test_the_failing_step_of_a_real_job(name: str, failing: int) -> None:
    job = job_of(corpus(name))
    assert {p.failing for p in progress_by_rank(job.lines).values()} == {failing}
