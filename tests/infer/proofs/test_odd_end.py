"""All others raise one exception that nothing explains, and one rank ended otherwise."""

from __future__ import annotations

from pathlib import Path

import pytest

from denpex_tui.engine.model import Certainty
from tests.infer.joblogs import OUT_OF_MEMORY, RANKS, agent, steps, torchrun_files, traceback
from tests.infer.leading import lead, said, why

WRAPPED = "TrainingError: training loop failed, see the log above"


def texts(silent: int, error: str = WRAPPED) -> dict[int, str]:
    return {rank: steps(rank) + (traceback(rank, error) if rank != silent else "") for rank in RANKS}


@pytest.mark.parametrize("code", [3, -9, -11])
def test_the_one_that_ended_otherwise(code: int, tmp_path: Path) -> None:
    log = agent({0: 1, 1: code, 2: 1, 3: 1}, root=0)
    finding = lead(tmp_path, torchrun_files(texts(1), log))
    assert said(finding) == ("odd end", (1,), Certainty.LIKELY)
    assert why(finding)[1] == f"ranks 0, 2 and 3 all raise the same exception: {WRAPPED}"


def test_of_two_ends_neither_is_the_odd_one(tmp_path: Path) -> None:
    """The exception of the one may be the cause, or the program's own word for the loss of the other."""
    log = agent({0: -15, 1: -9, 2: 1, 3: -15}, root=2, terminated=[0, 3])
    files = torchrun_files({rank: steps(rank) for rank in RANKS} | {2: texts(1)[2]}, log)
    assert said(lead(tmp_path, files)) == ("odd end", (1, 2), Certainty.AMBIGUOUS)


def test_the_same_exit_code_may_only_lack_its_traceback(tmp_path: Path) -> None:
    log = agent(dict.fromkeys(RANKS, 1), root=0)
    finding = lead(tmp_path, torchrun_files(texts(1), log))
    assert said(finding) == ("symmetric", (0, 2, 3), Certainty.SYMMETRIC)


def test_an_exception_that_a_rule_knows_as_a_cause_stands_for_itself(tmp_path: Path) -> None:
    log = agent({0: 1, 1: -9, 2: 1, 3: 1}, root=0)
    finding = lead(tmp_path, torchrun_files(texts(1, OUT_OF_MEMORY), log))
    assert (finding.proof, finding.certainty) == ("local cause", Certainty.AMBIGUOUS)


def test_different_exceptions_are_not_one(tmp_path: Path) -> None:
    log = agent({0: 1, 1: 3, 2: 1, 3: 1}, root=0)
    files = torchrun_files(texts(1) | {2: steps(2) + traceback(2, "KeyError: 'label'")}, log)
    assert lead(tmp_path, files).proof == "local cause"
