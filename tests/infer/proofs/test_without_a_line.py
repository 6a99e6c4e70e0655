"""Causes without a rank, exits without a line, and consequences alone."""

from __future__ import annotations

from pathlib import Path

from denpex_tui.engine.model import Certainty
from tests.infer.joblogs import GLOO_CLOSED, RANKS, agent, rank_files, ready, steps, torchrun_files, traceback
from tests.infer.leading import lead, said, why

BAD = "ValueError: batch 7 has 3 non-finite input values"

UNTAGGED = 'Traceback (most recent call last):\n  File "/workspace/train.py", line 9, in main\n    f()\n' + BAD + "\n"


def test_a_cause_that_nobody_signed(tmp_path: Path) -> None:
    finding = lead(tmp_path, {"train.out": steps(0) + steps(1) + UNTAGGED})
    assert said(finding) == ("untagged", (), Certainty.UNKNOWN)


def test_the_launcher_can_say_whose_it_is(tmp_path: Path) -> None:
    log = steps(0) + steps(1) + UNTAGGED + agent({0: -15, 1: 1}, root=1, terminated=[0])
    assert said(lead(tmp_path, {"train.out": log})) == ("untagged", (1,), Certainty.LIKELY)


def test_an_exit_code_of_a_rank_that_printed_nothing(tmp_path: Path) -> None:
    texts = {rank: steps(rank) for rank in RANKS}
    one = lead(tmp_path / "a", torchrun_files(texts, agent({0: -15, 1: -15, 2: 3, 3: -15}, 2, [0, 1, 3])))
    assert said(one) == ("exit code", (2,), Certainty.LIKELY)
    all_ = lead(tmp_path / "b", torchrun_files(texts, agent(dict.fromkeys(RANKS, 1), 2)))
    assert said(all_) == ("exit code", (0, 1, 2, 3), Certainty.AMBIGUOUS)


def test_a_launcher_s_word_alone(tmp_path: Path) -> None:
    log = "".join(f"[1,{rank}]<stdout>:step {step}/30 loss=2.0\n" for step in range(4) for rank in range(3))
    finding = lead(tmp_path, {"mpi.log": f"{log}MPI_ABORT was invoked on rank 2 in communicator MPI_COMM_WORLD\n"})
    assert said(finding) == ("blamed", (2,), Certainty.LIKELY)
    assert finding.kind == "mpi-abort"


def test_a_launcher_s_word_about_a_victim_counts_nothing(tmp_path: Path) -> None:
    texts = {rank: steps(rank) + traceback(rank, GLOO_CLOSED) for rank in RANKS}
    finding = lead(tmp_path, torchrun_files(texts, agent(dict.fromkeys(RANKS, 1), root=0)))
    assert said(finding) == ("victims", (), Certainty.UNKNOWN)


def test_only_consequences(tmp_path: Path) -> None:
    texts = {rank: ready(rank) + steps(rank) + traceback(rank, GLOO_CLOSED) for rank in (0, 3)}
    finding = lead(tmp_path, rank_files(texts))
    assert said(finding) == ("victims", (), Certainty.UNKNOWN)
    assert why(finding)[-1] == "the logs of ranks 1 and 2 would decide it"


def test_an_exit_code_of_a_rank_whose_log_is_not_here(tmp_path: Path) -> None:
    """It may have printed that it only noticed another's end: all of them exit with 1."""
    texts = {rank: steps(rank) for rank in (0, 1, 3)}
    finding = lead(tmp_path, torchrun_files(texts, agent({0: -15, 1: -15, 2: 1, 3: -15}, 2, [0, 1, 3])))
    assert said(finding) == ("exit code", (2,), Certainty.AMBIGUOUS)
