"""Whoever collected the logs: the same job gets the same verdict, and where something lacks nobody is named wrongly."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from denpex_tui.engine.model import Certainty
from tests.engine.carried import CARRIERS, WHOLE, written
from tests.engine.pipeline import snapshot_of, write_logs
from tests.engine.truth import Truth
from tests.infer.joblogs import GLOO_CLOSED, rank_files, steps, traceback
from tests.infer.leading import lead, said
from tests.infer.test_left_out import CONFIDENT, OF_JOBS, wrong

each_carrier = pytest.mark.parametrize("carrier", CARRIERS)
BAD = "ValueError: batch 7 has 3 non-finite input values"


def carried(truth: Truth, carrier: str, target: Path) -> Path | None:
    job = written(truth.logs)
    if job is None:
        return None
    CARRIERS[carrier](job, target, random.Random(f"{truth.name}/{carrier}"))
    return target


def check(truth: Truth, carrier: str, target: Path) -> None:
    logs = carried(truth, carrier, target)
    if logs is None:
        pytest.skip("no file for each rank")
    snapshot = snapshot_of(logs)
    assert wrong(snapshot, truth) == ""
    if truth.one_is_first and carrier in WHOLE:
        assert snapshot.incident is not None
        assert (snapshot.incident.first.ranks, snapshot.incident.first.certainty in CONFIDENT) == (truth.first, True)


SOME = [truth for truth in OF_JOBS if truth.name in ("pt-valueerror-rank2", "pt-sigkill-rank3", "zero-norm-slow-exit")]


@each_carrier
@pytest.mark.parametrize("truth", SOME, ids=lambda truth: truth.name)
def test_another_collector(truth: Truth, carrier: str, tmp_path: Path) -> None:
    check(truth, carrier, tmp_path)


@pytest.mark.slow
@each_carrier
@pytest.mark.parametrize("truth", [truth for truth in OF_JOBS if truth not in SOME], ids=lambda truth: truth.name)
def test_another_collector_of_any_job(truth: Truth, carrier: str, tmp_path: Path) -> None:
    check(truth, carrier, tmp_path)


def test_what_was_buffered_is_written_behind_the_last_traceback(tmp_path: Path) -> None:
    """``python train.py > rank.log 2>&1``: printed steps come after the exception that ended the process."""
    texts = {rank: steps(rank, 4) + traceback(rank, BAD if rank == 2 else GLOO_CLOSED) for rank in range(4)}
    printed = {rank: "".join(f"step {step} loss 2.1\n" for step in range(6)) for rank in texts}
    finding = lead(tmp_path, rank_files({rank: texts[rank] + printed[rank] for rank in texts}))
    assert said(finding) == ("local cause", (2,), Certainty.CERTAIN)


POD = "[pod/job-worker-{}/trainer] "


def pods(count: int, world: int) -> str:
    """One console of pods that each tell their rank only in the step lines; the third raises."""
    lines = []
    for pod in range(count):
        ready = f"2026-11-30 20:09:47,800 [rank{pod}] INFO train: process group ready: rank {pod} of {world}\n"
        error = BAD if pod == 2 else GLOO_CLOSED
        text = ready + steps(pod) + traceback(pod, error).replace(f"[rank{pod}]: ", "")
        lines.append([POD.format(pod) + line for line in text.splitlines(keepends=True)])
    return "".join(line for turn in zip(*lines, strict=True) for line in turn)


def test_the_pod_of_one_rank_tells_whose_its_untagged_lines_are(tmp_path: Path) -> None:
    """Their tracebacks are written line by line in turns."""
    finding = lead(tmp_path, {"all.log": pods(4, 4)})
    assert said(finding) == ("local cause", (2,), Certainty.LIKELY)


def test_a_pod_may_run_more_ranks_than_tag_their_lines(tmp_path: Path) -> None:
    """Eight ranks in four pods, of which one each writes steps: an untagged line may be the other's."""
    snapshot = snapshot_of(write_logs(tmp_path, {"all.log": pods(4, 8)}))
    assert snapshot.incident is not None
    assert snapshot.incident.first.certainty not in CONFIDENT
