"""The rank that others name."""

from __future__ import annotations

from pathlib import Path

from denpex_tui.engine.model import Certainty
from tests.infer.joblogs import GLOO_TIMEOUT, RANKS, rank_files, ready, steps, traceback
from tests.infer.leading import lead, said, why

BAD = "ValueError: batch 7 has 3 non-finite input values"

BARRIER = (
    "[rank0]:[E1130 20:20:59.036157940 ProcessGroupGloo.cpp:2901] [Rank 0]: Rank 1 failed to pass monitoredBarrier in "
    "15000 ms\n"
)


def test_the_rank_that_a_monitored_barrier_names(tmp_path: Path) -> None:
    texts = {rank: steps(rank) for rank in RANKS}
    finding = lead(tmp_path, rank_files(texts | {0: texts[0] + BARRIER}))
    assert said(finding) == ("named", (1,), Certainty.CERTAIN)
    assert why(finding)[0].startswith("rank 0 names rank 1: ")
    assert finding.event is not None and finding.event.rank == 1, "its last line opens"


def test_a_local_cause_beats_what_others_say(tmp_path: Path) -> None:
    texts = {0: steps(0) + BARRIER, 1: steps(1), 2: steps(2), 3: steps(3) + traceback(3, BAD)}
    assert said(lead(tmp_path, rank_files(texts))) == ("local cause", (3,), Certainty.CERTAIN)


def test_a_rank_that_waited_itself_is_not_accused(tmp_path: Path) -> None:
    texts = {0: steps(0) + BARRIER, 1: steps(1) + traceback(1, GLOO_TIMEOUT), 2: steps(2), 3: steps(3)}
    assert said(lead(tmp_path, rank_files(texts))) != ("named", (1,), Certainty.CERTAIN)


def test_a_number_beyond_the_world_is_no_rank(tmp_path: Path) -> None:
    texts = {rank: ready(rank) + steps(rank) for rank in RANKS}
    files = rank_files(texts | {0: texts[0] + BARRIER.replace("Rank 1 failed", "Rank 77 failed")})
    assert 77 not in lead(tmp_path, files).ranks
