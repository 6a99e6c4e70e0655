"""A rank that failed by itself, whatever the others say."""

from __future__ import annotations

from pathlib import Path

from denpex_tui.engine.model import Certainty
from tests.infer.joblogs import GLOO_CLOSED, RANKS, logged, rank_files, ready, steps, traceback
from tests.infer.leading import lead, said, why

BAD = "ValueError: batch 7 has 3 non-finite input values"


def test_a_local_cause_beats_lost_connections(tmp_path: Path) -> None:
    texts = {rank: steps(rank) + traceback(rank, BAD if rank == 2 else GLOO_CLOSED) for rank in RANKS}
    finding = lead(tmp_path, rank_files(texts))
    assert said(finding) == ("local cause", (2,), Certainty.CERTAIN)
    assert why(finding) == [
        f"rank 2 failed by itself in train.py:151 (check_batch): {BAD}",
        "ranks 0, 1 and 3 only report that a peer was gone or late",
    ]


def test_whatever_the_clocks_say(tmp_path: Path) -> None:
    """The victims log an hour before the rank that they lost."""
    texts = {rank: steps(rank) + logged(rank, 6, GLOO_CLOSED) for rank in RANKS if rank != 2}
    texts[2] = steps(2, minute=50) + logged(2, 6, BAD, minute=50)
    assert said(lead(tmp_path, rank_files(texts))) == ("local cause", (2,), Certainty.CERTAIN)


def test_a_rank_without_a_log_limits_the_certainty(tmp_path: Path) -> None:
    texts = {rank: ready(rank) + traceback(rank, BAD if rank == 2 else GLOO_CLOSED) for rank in (0, 2, 3)}
    finding = lead(tmp_path, rank_files(texts))
    assert said(finding) == ("local cause", (2,), Certainty.LIKELY)
    assert why(finding)[-1] == "rank 1 left no log here, so a failure there cannot be ruled out"


def test_two_local_causes_without_clocks_are_ambiguous(tmp_path: Path) -> None:
    errors = {1: BAD, 2: "KeyError: 'label'", 0: GLOO_CLOSED, 3: GLOO_CLOSED}
    texts = {rank: steps(rank) + traceback(rank, errors[rank]) for rank in RANKS}
    assert said(lead(tmp_path, rank_files(texts))) == ("local cause", (1, 2), Certainty.AMBIGUOUS)


def test_of_two_local_causes_the_earlier_when_one_clock_tells(tmp_path: Path) -> None:
    errors = {1: logged(1, 20, "KeyError: 'label'"), 2: logged(2, 9, BAD)}
    files = {f"node-0/rank_{rank}.log": steps(rank) + errors[rank] for rank in (1, 2)}
    finding = lead(tmp_path, files)
    assert said(finding) == ("local cause", (2,), Certainty.LIKELY)
    assert [alternative.ranks for alternative in finding.alternatives] == [(1,)]


def test_of_two_hosts_the_clocks_are_compared_by_their_steps(tmp_path: Path) -> None:
    """node-1's clock is 37 s ahead: by its own stamps rank 1 failed later, and it was the first."""
    files = {
        "node-0/rank_0.log": steps(0) + logged(0, 9, "KeyError: 'label'"),
        "node-1/rank_1.log": steps(1, shift=37) + logged(1, 6 + 37, BAD),
    }
    assert said(lead(tmp_path, files)) == ("local cause", (1,), Certainty.LIKELY)


def test_an_order_within_the_error_of_the_clocks_is_no_order(tmp_path: Path) -> None:
    """Nothing ties the two clocks: neither steps nor a host in common."""
    files = rank_files({0: logged(0, 9, "KeyError: 'label'"), 1: logged(1, 10, BAD)})
    assert said(lead(tmp_path, files)) == ("local cause", (0, 1), Certainty.AMBIGUOUS)


def test_one_log_of_several_ranks_says_nothing_of_an_order(tmp_path: Path) -> None:
    """All four may have raised it; of a log that knows of no other rank it is at least said that it was alone."""
    text = steps(2) + traceback(2, "ValueError: no such column")
    finding = lead(tmp_path / "a", rank_files({2: ready(2) + text}))
    assert said(finding) == ("local cause", (2,), Certainty.AMBIGUOUS)
    assert why(finding)[-1] == "ranks 0, 1 and 3 left no log here, so a failure there cannot be ruled out"
    alone = lead(tmp_path / "b", rank_files({0: steps(0) + traceback(0, "ValueError: no such column")}))
    assert said(alone) == ("local cause", (0,), Certainty.LIKELY)
    assert why(alone)[-1] == "only the log of rank 0 was given: whether others failed before cannot be told"
