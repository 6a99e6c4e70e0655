"""What must never change who failed first."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from denpex_tui.engine.model import Certainty, Snapshot
from tests.engine.disturb import (
    SPLITS,
    Split,
    buffered,
    copy_of,
    duplicate_line,
    log_files,
    rank_directories,
    shift_clock,
    split_streams,
)
from tests.engine.pipeline import snapshot_of
from tests.engine.truth import Truth, all_truths, truth_of

CAUSAL = [truth for truth in all_truths() if truth.one_is_first]
"""One rank failed first, and the logs prove it by more than clocks."""
OTHERS = [truth for truth in all_truths() if not truth.one_is_first]
"""Healthy, cancelled, symmetric and undecidable."""
SHIFTS = (-86_400 * 2, -3_600, -37, -1, 1, 45, 7_200, 86_400 * 3)
NAMES = ("rank 7 crashed", "node-9", "attempt_4")

each_causal_case = pytest.mark.parametrize("truth", CAUSAL, ids=lambda truth: truth.name)
each_other_case = pytest.mark.parametrize("truth", OTHERS, ids=lambda truth: truth.name)


def first_ranks(snapshot: Snapshot) -> tuple[int, ...] | None:
    """The first ranks of the headline, or None."""
    return snapshot.incident.first.ranks if snapshot.incident is not None else None


@each_causal_case
def test_the_order_of_files_does_not_matter(truth: Truth) -> None:
    files = log_files(truth.logs)
    for seed in range(3):
        random.Random(seed).shuffle(files)
        assert first_ranks(snapshot_of(*files)) == truth.first


@each_causal_case
def test_the_name_of_the_directory_does_not_matter(truth: Truth, tmp_path: Path) -> None:
    for name in NAMES:
        assert first_ranks(snapshot_of(copy_of(truth.logs, tmp_path / name))) == truth.first, name


@each_causal_case
def test_a_line_that_was_written_twice_does_not_matter(truth: Truth, tmp_path: Path) -> None:
    for seed in range(6):
        logs = copy_of(truth.logs, tmp_path / str(seed))
        duplicate_line(logs, random.Random(seed))
        assert first_ranks(snapshot_of(logs)) == truth.first, seed


@each_other_case
def test_a_line_that_was_written_twice_accuses_nobody(truth: Truth, tmp_path: Path) -> None:
    before = snapshot_of(truth.logs)
    for seed in range(4):
        logs = copy_of(truth.logs, tmp_path / str(seed))
        duplicate_line(logs, random.Random(seed))
        after = snapshot_of(logs)
        assert (after.outcome, first_ranks(after)) == (before.outcome, first_ranks(before)), seed


@pytest.mark.parametrize("node", ["node-0", "node-1"])
@pytest.mark.parametrize("name", ["pt-two-nodes-skewed-behind", "pt-two-nodes-split-rendezvous"])
def test_the_clock_of_a_node_does_not_matter(name: str, node: str, tmp_path: Path) -> None:
    truth = truth_of(name)
    for seconds in SHIFTS:
        logs = copy_of(truth.logs, tmp_path / str(seconds))
        shift_clock(log_files(logs / node), seconds)
        assert first_ranks(snapshot_of(logs)) == truth.first, seconds


@each_causal_case
def test_the_clock_of_a_rank_does_not_matter(truth: Truth, tmp_path: Path) -> None:
    """As if each rank ran on a host of its own."""
    for number in range(len(rank_directories(truth.logs))):
        logs = copy_of(truth.logs, tmp_path / str(number))
        shift_clock(log_files(rank_directories(logs)[number]), SHIFTS[number % len(SHIFTS)])
        assert first_ranks(snapshot_of(logs)) == truth.first, number


@each_causal_case
@pytest.mark.parametrize("split", SPLITS, ids=lambda split: split.__name__.strip("_"))
def test_the_split_into_stdout_and_stderr_does_not_matter(truth: Truth, split: Split, tmp_path: Path) -> None:
    logs = copy_of(truth.logs, tmp_path / "logs")
    split_streams(logs, split)
    assert first_ranks(snapshot_of(logs)) == truth.first


@each_other_case
def test_buffered_output_behind_the_tracebacks_is_no_progress(truth: Truth, tmp_path: Path) -> None:
    before = snapshot_of(truth.logs)
    logs = copy_of(truth.logs, tmp_path / "logs")
    split_streams(logs, buffered)
    after = snapshot_of(logs)
    assert after.outcome == before.outcome
    if before.incident is not None and before.incident.first.certainty is Certainty.SYMMETRIC:
        assert after.incident is not None
        assert after.incident.first.certainty in (Certainty.SYMMETRIC, Certainty.AMBIGUOUS)
