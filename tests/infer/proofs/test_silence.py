"""The rank that did not wait with the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from denpex_tui.engine.model import Certainty
from tests.infer.joblogs import (
    GLOO_CLOSED,
    GLOO_TIMEOUT,
    RANKS,
    agent,
    rank_files,
    ready,
    steps,
    torchrun_files,
    traceback,
    watchdog,
)
from tests.infer.leading import lead, said, why


@pytest.mark.parametrize("waiting", [lambda rank: traceback(rank, GLOO_TIMEOUT), watchdog], ids=["gloo", "nccl"])
def test_the_rank_that_did_not_wait_with_the_others(waiting: object, tmp_path: Path) -> None:
    assert callable(waiting)
    texts = {rank: steps(rank) + (waiting(rank) if rank != 1 else "") for rank in RANKS}
    finding = lead(tmp_path, rank_files(texts))
    assert said(finding) == ("silence", (1,), Certainty.LIKELY)
    assert "step 5/30" in why(finding)[1], "its last line"


def test_its_exit_by_sigterm_does_not_clear_it(tmp_path: Path) -> None:
    texts = {rank: steps(rank) + (traceback(rank, GLOO_TIMEOUT) if rank != 1 else "") for rank in RANKS}
    log = agent({0: 1, 1: -15, 2: 1, 3: 1}, root=0, terminated=[1])
    finding = lead(tmp_path, torchrun_files(texts, log))
    assert said(finding) == ("silence", (1,), Certainty.LIKELY)
    assert [a.ranks for a in finding.alternatives] == [(0,)]
    assert any("rank 0, which only noticed" in claim.text for claim in finding.but)


def test_a_rank_without_any_log(tmp_path: Path) -> None:
    texts = {rank: ready(rank) + steps(rank) + traceback(rank, GLOO_TIMEOUT) for rank in (0, 2, 3)}
    finding = lead(tmp_path, rank_files(texts))
    assert said(finding) == ("silence", (1,), Certainty.LIKELY)
    assert why(finding)[1].startswith("rank 1 left no log at all, although the world size says that it exists; if ther")


def test_of_two_silent_ranks_the_one_further_behind(tmp_path: Path) -> None:
    texts = {rank: steps(rank) + traceback(rank, GLOO_TIMEOUT) for rank in (0, 3)}
    behind = lead(tmp_path / "a", rank_files(texts | {1: steps(1, 5), 2: steps(2, 6)}))
    assert said(behind) == ("silence", (1,), Certainty.LIKELY)
    equal = lead(tmp_path / "b", rank_files(texts | {1: steps(1, 6), 2: steps(2, 6)}))
    assert said(equal) == ("silence", (1, 2), Certainty.AMBIGUOUS)


def test_a_log_that_stops_steps_before_the_others_was_cut(tmp_path: Path) -> None:
    """In lock-step nobody can be two steps behind: where its log stops says nothing of where the rank did."""
    texts = {rank: steps(rank) + traceback(rank, GLOO_TIMEOUT) for rank in (0, 3)}
    finding = lead(tmp_path, rank_files(texts | {1: steps(1, 4), 2: steps(2, 6)}))
    assert said(finding) == ("silence", (1, 2), Certainty.AMBIGUOUS)


def test_most_are_silent_when_one_died(tmp_path: Path) -> None:
    """Closed connections are no timeouts: the silent ranks were just ended early."""
    texts = {0: steps(0) + traceback(0, GLOO_CLOSED)} | {rank: steps(rank) for rank in (1, 2, 3)}
    assert said(lead(tmp_path, rank_files(texts))) == ("victims", (), Certainty.UNKNOWN)
