"""The rank that enqueued fewer collectives."""

from __future__ import annotations

from pathlib import Path

from denpex_tui.engine.model import Certainty
from tests.infer.joblogs import RANKS, rank_files, steps, watchdog
from tests.infer.leading import lead, said, why


def test_the_rank_that_enqueued_fewer_collectives(tmp_path: Path) -> None:
    texts = {rank: steps(rank) + watchdog(rank, 239 if rank == 2 else 241) for rank in RANKS}
    finding = lead(tmp_path, rank_files(texts))
    assert said(finding) == ("counters", (2,), Certainty.LIKELY)
    assert why(finding) == ["rank 2 had enqueued 239 works when ranks 0, 1 and 3 waited at 241"]


def test_several_that_are_behind_are_ambiguous(tmp_path: Path) -> None:
    texts = {rank: steps(rank) + watchdog(rank, 239 if rank > 1 else 241) for rank in RANKS}
    assert said(lead(tmp_path, rank_files(texts))) == ("counters", (2, 3), Certainty.AMBIGUOUS)


def test_equal_counters_accuse_nobody(tmp_path: Path) -> None:
    texts = {rank: steps(rank) + watchdog(rank, 241) for rank in RANKS}
    assert said(lead(tmp_path, rank_files(texts))) == ("victims", (), Certainty.UNKNOWN)


def test_one_that_is_ahead_of_all_others_is_no_culprit(tmp_path: Path) -> None:
    texts = {rank: steps(rank) + watchdog(rank, 243 if rank == 2 else 241) for rank in range(8)}
    assert said(lead(tmp_path, rank_files(texts))) == ("victims", (), Certainty.UNKNOWN)
