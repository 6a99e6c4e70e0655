"""A job that was started again and writes into the same files."""

from __future__ import annotations

from pathlib import Path

from tests.engine.cases import corpus
from tests.engine.pipeline import job_of, snapshot_of, write_logs

FAILED = """\
[rank{rank}]: Traceback (most recent call last):
[rank{rank}]:   File "/workspace/train.py", line 151, in check_batch
[rank{rank}]:     raise ValueError("bad batch")
[rank{rank}]: ValueError: bad batch {step}
"""


def steps(rank: int, numbers: range, minute: int) -> str:
    return "".join(
        f"2026-11-30 20:{minute:02}:{step:02},000 [rank{rank}] INFO train: step {step}/30 loss=2.0\n"
        for step in numbers
    )


def run(rank: int, numbers: range, minute: int, failing: bool = False) -> str:
    return steps(rank, numbers, minute) + (FAILED.format(rank=rank, step=numbers.stop) if failing else "")


def test_a_second_start_in_the_files_of_the_ranks(tmp_path: Path) -> None:
    files = {
        f"rank_{rank}.log": run(rank, range(8), 1, failing=rank == 2) + run(rank, range(4, 9), 5, failing=rank == 1)
        for rank in range(3)
    }
    files |= {"rank_0.log": run(0, range(8), 1) + FAILED.format(rank=0, step="-") + run(0, range(4, 9), 5)}
    snapshot = snapshot_of(write_logs(tmp_path, files))
    assert job_of(tmp_path).attempts == (0, 1)
    assert [incident.attempt for incident in snapshot.incidents] == [0, 1]
    assert snapshot.incidents[1].first.ranks == (1,)


def test_a_second_start_in_one_combined_file(tmp_path: Path) -> None:
    first = "".join(run(rank, range(8), 1, failing=True) for rank in range(4))
    second = "".join(run(rank, range(8), 5, failing=rank == 3) for rank in range(4))
    snapshot = snapshot_of(write_logs(tmp_path, {"train.out": first + second}))
    assert [(i.attempt, i.first.ranks) for i in snapshot.incidents] == [(0, (0, 1, 2, 3)), (1, (3,))]


def test_steps_of_other_ranks_behind_a_traceback_are_no_new_start() -> None:
    """In a console file the others log the step that the failed rank had logged before."""
    for name in ("pt-valueerror-rank2", "mpi-tagged", "slurm-labelled", "pt-combined-interleaved"):
        assert job_of(corpus(name)).attempts == (0,), name


def test_a_caught_error_of_one_rank_is_no_new_start(tmp_path: Path) -> None:
    files = {f"rank_{rank}.log": steps(rank, range(8), 1) for rank in range(4)}
    files["rank_2.log"] = run(2, range(4), 1, failing=True) + steps(2, range(3, 8), 2)
    assert job_of(write_logs(tmp_path, files)).attempts == (0,)


def test_a_caught_error_at_the_start_and_a_new_epoch_are_no_new_start(tmp_path: Path) -> None:
    """An optional module that is missing prints a traceback on every rank of a healthy job."""
    missing = FAILED.replace("ValueError: bad batch {step}", "ModuleNotFoundError: No module named 'apex'")
    files = {
        f"rank_{rank}.log": steps(rank, range(1), 0)
        + missing.format(rank=rank)
        + steps(rank, range(1, 8), 1)
        + steps(rank, range(8), 2)
        for rank in range(4)
    }
    assert job_of(write_logs(tmp_path, files)).attempts == (0,)


def test_a_new_epoch_is_no_new_start(tmp_path: Path) -> None:
    files = {f"rank_{rank}.log": steps(rank, range(8), 1) + steps(rank, range(8), 2) for rank in range(2)}
    assert job_of(write_logs(tmp_path, files)).attempts == (0,)
