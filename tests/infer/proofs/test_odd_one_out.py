"""The rank that ran another collective than all others."""

from __future__ import annotations

from pathlib import Path

from denpex_tui.engine.model import Certainty
from tests.infer.joblogs import rank_files, steps, traceback
from tests.infer.leading import lead, said


def mismatch(rank: int, own: int, other: int, theirs: int) -> str:
    shape = "CollectiveFingerPrint(SequenceNumber=35, OpType=ALLREDUCE, TensorShape=[{}])"
    return traceback(
        rank,
        f"RuntimeError: Detected mismatch between collectives on ranks. Rank {rank} is running collective: "
        f"{shape.format(own)}, but Rank {other} is running collective: {shape.format(theirs)}.",
    )


def test_the_rank_whose_collective_differs_from_all_others(tmp_path: Path) -> None:
    texts = {rank: steps(rank) + mismatch(rank, 64, 2, 7) for rank in (0, 1, 3)} | {2: steps(2) + mismatch(2, 7, 0, 64)}
    assert said(lead(tmp_path, rank_files(texts))) == ("odd one out", (2,), Certainty.CERTAIN)


def test_two_against_two_are_ambiguous(tmp_path: Path) -> None:
    texts = {rank: steps(rank) + mismatch(rank, 64, 2, 7) for rank in (0, 1)}
    texts |= {rank: steps(rank) + mismatch(rank, 7, 0, 64) for rank in (2, 3)}
    assert said(lead(tmp_path, rank_files(texts))) == ("odd one out", (0, 1, 2, 3), Certainty.AMBIGUOUS)


def test_two_ranks_that_differ_are_ambiguous(tmp_path: Path) -> None:
    texts = {0: mismatch(0, 64, 1, 7), 1: mismatch(1, 7, 0, 64)}
    assert said(lead(tmp_path, rank_files(texts))) == ("odd one out", (0, 1), Certainty.AMBIGUOUS)
