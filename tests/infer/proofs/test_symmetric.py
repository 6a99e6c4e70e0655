"""All ranks fail together: nobody is first."""

from __future__ import annotations

from pathlib import Path

from denpex_tui.engine.model import Certainty
from tests.infer.joblogs import GLOO_CLOSED, OUT_OF_MEMORY, RANKS, agent, rank_files, steps, torchrun_files, traceback
from tests.infer.leading import lead, said, why

BAD = "ValueError: batch 7 has 3 non-finite input values"


def test_the_same_error_on_all_ranks_is_symmetric(tmp_path: Path) -> None:
    texts = {
        rank: steps(rank) + traceback(rank, f"ValueError: vocabulary of {32_000 + rank} entries") for rank in RANKS
    }
    finding = lead(tmp_path, rank_files(texts))
    assert said(finding) == ("symmetric", (0, 1, 2, 3), Certainty.SYMMETRIC)


def test_one_of_them_was_ended_before_it_could_print(tmp_path: Path) -> None:
    texts = {rank: steps(rank) + (traceback(rank, BAD) if rank != 3 else "") for rank in RANKS}
    log = agent({0: 1, 1: 1, 2: 1, 3: -15}, root=0, terminated=[3])
    finding = lead(tmp_path, torchrun_files(texts, log))
    assert said(finding) == ("symmetric", (0, 1, 2), Certainty.SYMMETRIC)
    assert "rank 3 printed no error before the launcher ended it" in why(finding)
    assert any("exit was seen first" in claim.text for claim in finding.but)


def test_the_same_error_while_others_waited_is_not_symmetric(tmp_path: Path) -> None:
    texts = {rank: steps(rank) + traceback(rank, BAD if rank in (1, 2) else GLOO_CLOSED) for rank in RANKS}
    assert said(lead(tmp_path, rank_files(texts))) == ("local cause", (1, 2), Certainty.AMBIGUOUS)


def test_different_errors_are_not_symmetric(tmp_path: Path) -> None:
    texts = {rank: steps(rank) + traceback(rank, BAD if rank else "KeyError: 'label'") for rank in RANKS}
    assert said(lead(tmp_path, rank_files(texts))) == ("local cause", (0, 1, 2, 3), Certainty.AMBIGUOUS)


def test_one_rank_alone_is_not_symmetric(tmp_path: Path) -> None:
    texts = {rank: steps(rank) + (traceback(rank, OUT_OF_MEMORY) if rank == 3 else "") for rank in RANKS}
    finding = lead(tmp_path, rank_files(texts))
    assert (finding.ranks, finding.kind) == ((3,), "cuda-oom")


def test_one_that_just_stops_may_be_what_the_others_noticed(tmp_path: Path) -> None:
    """Three raise an error of the program's own, no rule knows it, and nothing tells how rank 1 ended."""
    texts = {rank: steps(rank) + (traceback(rank, "TrainingError: see above") if rank != 1 else "") for rank in RANKS}
    finding = lead(tmp_path, rank_files(texts))
    assert said(finding) == ("symmetric", (0, 1, 2, 3), Certainty.AMBIGUOUS)
    assert why(finding)[-2:] == [
        "the log of rank 1 just stops",
        "rank 1 may have ended before, and the others may only have noticed",
    ]
