"""Death by a signal, and by whom it was sent."""

from __future__ import annotations

from pathlib import Path

from denpex_tui.engine.infer.verdict import find_first
from denpex_tui.engine.model import Certainty
from tests.engine.pipeline import case_of, write_logs
from tests.infer.joblogs import RANKS, agent, steps, torchrun_files, watchdog
from tests.infer.leading import lead, said, why


def test_a_rank_that_the_kernel_killed(tmp_path: Path) -> None:
    log = agent({0: -15, 1: -15, 2: -9, 3: -15}, root=2, terminated=[0, 1, 3])
    finding = lead(tmp_path, torchrun_files({rank: steps(rank) for rank in RANKS}, log))
    assert said(finding) == ("killed", (2,), Certainty.CERTAIN)
    assert (
        why(finding)[0]
        == "rank 2 was killed by SIGKILL (exit code -9), nothing printed; its log just stops after step 5"
    )


def test_several_that_a_signal_ended_are_ambiguous(tmp_path: Path) -> None:
    log = agent(dict.fromkeys(RANKS, -9), root=0)
    finding = lead(tmp_path, torchrun_files({rank: steps(rank) for rank in RANKS}, log))
    assert said(finding) == ("killed", (0, 1, 2, 3), Certainty.AMBIGUOUS)


def test_an_abort_without_its_message_may_be_a_consequence(tmp_path: Path) -> None:
    log = agent({0: -15, 1: -15, 2: -6, 3: -15}, root=2, terminated=[0, 1, 3])
    finding = lead(tmp_path, torchrun_files({rank: steps(rank) for rank in RANKS}, log))
    assert said(finding) == ("killed", (2,), Certainty.AMBIGUOUS)
    without = lead(tmp_path / "b", torchrun_files({rank: steps(rank) for rank in (0, 1, 3)}, log))
    assert said(without) == ("killed", (2,), Certainty.AMBIGUOUS)


def test_an_abort_after_a_watchdog_s_line_accuses_nobody(tmp_path: Path) -> None:
    log = agent({0: -6, 1: -15, 2: -15, 3: -15}, root=0, terminated=[1, 2, 3])
    texts = {rank: steps(rank) + (watchdog(rank) if rank == 0 else "") for rank in RANKS}
    assert said(lead(tmp_path, torchrun_files(texts, log))) == ("victims", (), Certainty.UNKNOWN)


def test_processes_that_the_agent_killed_are_no_culprits(tmp_path: Path) -> None:
    """After 30 s without an end by SIGTERM torchrun sends SIGKILL."""
    log = agent({0: -9, 1: -9, 2: 1, 3: -9}, root=2, terminated=[0, 1, 3])
    finding = lead(tmp_path, torchrun_files({rank: steps(rank) for rank in RANKS}, log))
    assert said(finding) == ("exit code", (2,), Certainty.LIKELY)


def test_tasks_that_srun_killed_after_a_failure_are_no_culprits(tmp_path: Path) -> None:
    log = "".join(f"{rank}: step {step}/30 loss=2.0\n" for step in range(4) for rank in range(2)) + (
        "srun: error: node-0: task 1: Exited with exit code 1\n"
        "srun: launch/slurm: _step_signal: Terminating StepId=1.0\n"
        "srun: error: node-0: task 0: Killed\n"
    )
    assert said(lead(tmp_path, {"srun.log": log})) == ("exit code", (1,), Certainty.LIKELY)


def test_sigterm_never_accuses(tmp_path: Path) -> None:
    log = agent(dict.fromkeys(RANKS, -15), root=2, terminated=RANKS)
    files = torchrun_files({rank: steps(rank) for rank in RANKS}, log)
    assert find_first(case_of(write_logs(tmp_path, files))) is None
