"""The one rank that did not report a lost peer."""

from __future__ import annotations

from pathlib import Path

from denpex_tui.engine.model import Certainty
from tests.infer.joblogs import GLOO_CLOSED, RANKS, agent, rank_files, ready, steps, torchrun_files, traceback
from tests.infer.leading import lead, said, why


def lost(rank: int) -> str:
    return steps(rank) + traceback(rank, GLOO_CLOSED)


def test_without_a_launcher_its_log_just_stops(tmp_path: Path) -> None:
    texts = {rank: lost(rank) for rank in RANKS} | {2: steps(2)}
    finding = lead(tmp_path, rank_files(texts))
    assert said(finding) == ("gone", (2,), Certainty.LIKELY)
    assert why(finding)[0] == "ranks 0, 1 and 3 report a peer that was gone; rank 2 does not"
    assert why(finding)[1].startswith("the log of rank 2 just stops: ")


def test_a_sigterm_that_the_launcher_did_not_send(tmp_path: Path) -> None:
    texts = {rank: lost(rank) for rank in RANKS} | {2: steps(2)}
    log = agent({0: 1, 1: 1, 2: -15, 3: 1}, root=0)
    assert said(lead(tmp_path, torchrun_files(texts, log))) == ("gone", (2,), Certainty.LIKELY)


def test_a_sigterm_from_the_launcher_accuses_nobody(tmp_path: Path) -> None:
    texts = {rank: lost(rank) for rank in RANKS} | {2: steps(2)}
    log = agent({0: 1, 1: 1, 2: -15, 3: 1}, root=0, terminated=[2])
    assert said(lead(tmp_path, torchrun_files(texts, log))) == ("victims", (), Certainty.UNKNOWN)


def test_an_interrupt_of_one_rank_alone_is_no_ctrl_c(tmp_path: Path) -> None:
    texts = {rank: lost(rank) for rank in RANKS} | {1: steps(1) + traceback(1, "KeyboardInterrupt")}
    assert said(lead(tmp_path, rank_files(texts))) == ("gone", (1,), Certainty.LIKELY)


def test_of_two_that_are_silent_nobody_knows(tmp_path: Path) -> None:
    texts = {rank: lost(rank) for rank in RANKS} | {1: steps(1), 2: steps(2)}
    assert said(lead(tmp_path, rank_files(texts))) == ("victims", (), Certainty.UNKNOWN)


def test_a_rank_without_a_log(tmp_path: Path) -> None:
    texts = {rank: ready(rank) + lost(rank) for rank in (0, 1, 3)}
    assert said(lead(tmp_path, rank_files(texts))) == ("gone", (2,), Certainty.LIKELY)


def test_a_local_cause_is_stronger(tmp_path: Path) -> None:
    texts = {rank: lost(rank) for rank in RANKS} | {1: steps(1), 3: steps(3) + traceback(3, "ValueError: bad")}
    assert said(lead(tmp_path, rank_files(texts))) == ("local cause", (3,), Certainty.CERTAIN)
