"""Tracebacks of which the last line is not here: the log is cut, or somebody looks while it is being written."""

from __future__ import annotations

from pathlib import Path

import pytest

from denpex_tui.engine.model import Certainty
from tests.infer.joblogs import GLOO_CLOSED, GLOO_TIMEOUT, RANKS, agent, rank_files, steps, torchrun_files, traceback
from tests.infer.leading import lead, said, why

BAD = "ValueError: batch 7 has 3 non-finite input values"
CUT = "the line that names the exception: the log is cut there, or still being written"


def cut(rank: int, lines: int = 3) -> str:
    """The first lines of a traceback."""
    return "".join(traceback(rank, GLOO_CLOSED).splitlines(keepends=True)[:lines])


@pytest.mark.parametrize("lines", [1, 2, 3])
def test_one_that_is_cut_names_nobody(lines: int, tmp_path: Path) -> None:
    texts = {rank: steps(rank) for rank in RANKS} | {1: steps(1) + cut(1, lines)}
    finding = lead(tmp_path, rank_files(texts))
    assert said(finding) == ("unfinished", (1,), Certainty.AMBIGUOUS)
    assert why(finding) == [f"the traceback of rank 1 lacks {CUT}"]


def test_several_that_are_cut_are_not_the_same_error(tmp_path: Path) -> None:
    finding = lead(tmp_path, rank_files({rank: steps(rank) + cut(rank) for rank in RANKS}))
    assert said(finding) == ("unfinished", (0, 1, 2, 3), Certainty.AMBIGUOUS)


def test_a_cause_beside_one_that_is_cut_is_less_certain(tmp_path: Path) -> None:
    texts = {0: GLOO_CLOSED, 2: BAD, 3: GLOO_CLOSED}
    files = rank_files({rank: steps(rank) + traceback(rank, error) for rank, error in texts.items()})
    finding = lead(tmp_path, files | rank_files({1: steps(1) + cut(1)}))
    assert said(finding) == ("local cause", (2,), Certainty.LIKELY)
    assert [claim.text for claim in finding.but] == [f"the traceback of rank 1 lacks {CUT}"]


def test_where_nobody_noticed_another_all_may_raise_the_same(tmp_path: Path) -> None:
    """The others are written a moment later; whoever looks between must not read that the first to write was first."""
    texts = {rank: steps(rank) + cut(rank) for rank in RANKS} | {2: steps(2) + traceback(2, BAD)}
    assert said(lead(tmp_path, rank_files(texts))) == ("local cause", (0, 1, 2, 3), Certainty.AMBIGUOUS)


def test_a_silent_rank_beside_one_that_is_cut(tmp_path: Path) -> None:
    texts = {rank: steps(rank) + traceback(rank, GLOO_TIMEOUT) for rank in (0, 3)}
    finding = lead(tmp_path, rank_files(texts | {1: steps(1), 2: steps(2) + cut(2)}))
    assert said(finding) == ("silence", (1, 2), Certainty.AMBIGUOUS)


def test_the_one_that_all_others_lost_is_still_likely(tmp_path: Path) -> None:
    texts = {rank: steps(rank) + traceback(rank, GLOO_CLOSED) for rank in RANKS} | {1: steps(1) + cut(1)}
    finding = lead(tmp_path, rank_files(texts))
    assert said(finding) == ("gone", (1,), Certainty.LIKELY)
    assert finding.kind == "unexplained"
    assert why(finding)[-1] == f"the traceback of rank 1 lacks {CUT}"


def test_the_traceback_of_the_launcher_is_no_cause(tmp_path: Path) -> None:
    log = agent({0: -15, 1: 3, 2: -15, 3: -15}, root=1, terminated=[0, 2, 3])
    cut_agent = log + 'Traceback (most recent call last):\n  File "/opt/venv/bin/torchrun", line 6, in <module>\n'
    files = torchrun_files({rank: steps(rank) for rank in RANKS}, cut_agent)
    assert said(lead(tmp_path, files)) == ("exit code", (1,), Certainty.LIKELY)
