"""Whichever logs a user forgets to give: nobody is named with confidence who was not the first."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from denpex_tui.engine.model import Certainty, Snapshot
from tests.engine.disturb import log_files
from tests.engine.pipeline import snapshot_of
from tests.engine.truth import Truth, all_truths

CONFIDENT = (Certainty.CERTAIN, Certainty.LIKELY)
OF_JOBS = [truth for truth in all_truths() if "reports" not in truth.logs.parts]
each_case = pytest.mark.parametrize("truth", OF_JOBS, ids=lambda truth: truth.name)


def left_out(logs: Path) -> Iterator[tuple[str, list[Path]]]:
    """The logs without those of one rank, of one rank alone, with and without those of the launcher."""
    owner = {source.location: source.rank for source in snapshot_of(logs).sources}
    files = log_files(logs)
    for rank in sorted({rank for rank in owner.values() if rank is not None}):
        yield f"without rank {rank}", [path for path in files if owner.get(path) != rank]
        yield f"only rank {rank}", [path for path in files if owner.get(path) == rank]
        yield f"without rank {rank} and launcher", [path for path in files if owner.get(path) not in (rank, None)]
    yield "only the launcher", [path for path in files if owner.get(path) is None]
    yield "without the launcher", [path for path in files if owner.get(path) is not None]


def one_file_less(logs: Path) -> Iterator[tuple[str, list[Path]]]:
    files = log_files(logs)
    for left in files:
        yield f"without {left.name}", [path for path in files if path is not left]


def wrong(snapshot: Snapshot, truth: Truth) -> str:
    """The verdict where it is confident and wrong, else nothing."""
    incident = snapshot.incident
    if incident is None:
        return ""
    ranks, certainty = incident.first.ranks, incident.first.certainty
    failed = [set(first) for _, first in truth.attempts or ()] or [set(truth.first or ())]
    if certainty is Certainty.SYMMETRIC:
        return "" if any(set(ranks) <= first for first in failed) else f"symmetric: {ranks}"
    if certainty is Certainty.LIKELY and snapshot.world_size is None and snapshot.ranks[1:] == ():
        return ""  # one log that says nothing of others: it is all that there is to name
    if certainty in CONFIDENT and set(ranks) not in failed:
        return f"{certainty}: {ranks}"
    return ""


def check(truth: Truth, given: Iterator[tuple[str, list[Path]]], root: Path) -> None:
    found = {}
    for number, (name, files) in enumerate(given):
        for path in files:
            copy = root / str(number) / path.relative_to(truth.logs)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, copy)
        if files and (said := wrong(snapshot_of(root / str(number)), truth)):
            found[name] = said
    assert found == {}


@each_case
def test_logs_of_a_rank_or_of_the_launcher_are_missing(truth: Truth, tmp_path: Path) -> None:
    check(truth, left_out(truth.logs), tmp_path)


@pytest.mark.slow
@each_case
def test_one_file_is_missing(truth: Truth, tmp_path: Path) -> None:
    check(truth, one_file_less(truth.logs), tmp_path)
