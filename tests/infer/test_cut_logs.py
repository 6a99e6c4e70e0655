"""Wherever the logs end (a node died, a disk was full, the job still writes): nobody is named who was not first."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.engine.disturb import log_files
from tests.engine.pipeline import snapshot_of
from tests.engine.truth import Truth
from tests.infer.test_left_out import OF_JOBS, wrong

COMPRESSED = (".gz", ".zst", ".bz2", ".xz")
each_case = pytest.mark.parametrize("truth", OF_JOBS, ids=lambda truth: truth.name)

Cuts = Mapping[Path, int]
"""File -> how many of its lines are there."""


def near_the_end(files: list[Path], chance: random.Random) -> Cuts:
    """All logs lack some of their last lines, as while a job fails."""
    return {path: chance.randint(max(0, count - 40), count) for path, count in _counts(files).items()}


def one_log(files: list[Path], chance: random.Random) -> Cuts:
    """One log ends anywhere."""
    chosen = chance.choice(files)
    return {chosen: chance.randint(0, _counts([chosen])[chosen])}


def some_logs(files: list[Path], chance: random.Random) -> Cuts:
    """Half of the logs are whole, the others end anywhere."""
    counts = _counts([path for path in files if chance.random() < 0.5])
    return {path: chance.randint(count // 2 if chance.random() < 0.5 else 0, count) for path, count in counts.items()}


def _counts(files: list[Path]) -> dict[Path, int]:
    return {path: len(path.read_bytes().splitlines()) for path in files}


def cut_logs(truth: Truth, seeds: range, root: Path) -> Iterator[tuple[Cuts, Path]]:
    """The logs of a case, cut in ways that a seed decides."""
    files = log_files(truth.logs)
    whole = [path for path in files if path.suffix in COMPRESSED]
    for seed in seeds:
        chance = random.Random(f"{truth.name}/{seed}")
        how = chance.choice([near_the_end, one_log, some_logs])
        cuts = how([path for path in files if path not in whole], chance)
        for path in files:
            copy = root / str(seed) / path.relative_to(truth.logs)
            copy.parent.mkdir(parents=True, exist_ok=True)
            data = path.read_bytes()
            copy.write_bytes(b"".join(data.splitlines(keepends=True)[: cuts[path]]) if path in cuts else data)
        yield cuts, root / str(seed)


def check(truth: Truth, seeds: range, root: Path) -> None:
    said = {
        str({str(path.relative_to(truth.logs)): count for path, count in cuts.items()}): verdict
        for cuts, logs in cut_logs(truth, seeds, root)
        if (verdict := wrong(snapshot_of(logs), truth))
    }
    assert said == {}


@each_case
def test_logs_that_end_early(truth: Truth, tmp_path: Path) -> None:
    check(truth, range(6), tmp_path)


@pytest.mark.slow
@each_case
def test_logs_that_end_early_in_many_ways(truth: Truth, tmp_path: Path) -> None:
    check(truth, range(6, 60), tmp_path)
