"""Comparisons with a control run and with other attempts."""

from __future__ import annotations

from pathlib import Path

import pytest

from denpex_tui.engine.diagnosis.compare import same_step
from denpex_tui.engine.model import ChecklistItem, ItemState, Snapshot
from tests.engine.cases import corpus
from tests.engine.pipeline import snapshot_of, write_logs
from tests.infer.joblogs import steps

BF16 = corpus("bf16-zero-norm-torchrun")
FP16 = (
    "2026-11-30 20:09:00,000 INFO [rank {rank}] train: rank {rank}/4: optimizer FP16_Optimizer, dtype fp16, ZeRO stage "
    "0, deepspeed 0.19.7, torch 2.13.0+cpu\n"
)


def item_of(snapshot: Snapshot, name: str) -> ChecklistItem:
    assert snapshot.incident is not None
    return next(item for item in snapshot.incident.checklist if item.id == name)


def control_item(control: Path | None) -> ChecklistItem:
    return item_of(snapshot_of(BF16, control=control), "fp16-control")


def test_without_a_control_the_item_says_how_to_get_one() -> None:
    item = control_item(None)
    assert item.state is ItemState.PENDING
    assert "--control" in item.claims[0].text


def test_a_control_with_fp16_that_passes_the_failing_step() -> None:
    item = control_item(corpus("fp16-control"))
    assert item.state is ItemState.FOUND
    assert "passes step 12" in item.claims[0].text


def test_a_control_that_fails_the_same_way_contradicts() -> None:
    item = control_item(corpus("bf16-zero-norm-ds0131"))
    assert item.state is ItemState.CONTRADICTED


def test_a_control_that_ended_before_the_failing_step(tmp_path: Path) -> None:
    files = {f"rank_{rank}.log": FP16.format(rank=rank) + steps(rank, 5) for rank in range(4)}
    item = control_item(write_logs(tmp_path, files))
    assert item.state is ItemState.PENDING
    assert "only reaches step 4, and step 12 is the one to pass" in item.claims[0].text


def test_a_control_that_does_not_show_fp16(tmp_path: Path) -> None:
    item = control_item(write_logs(tmp_path, {f"rank_{rank}.log": steps(rank, 20) for rank in range(4)}))
    assert item.state is ItemState.PENDING
    assert "does not show" in item.claims[0].text


def test_the_failing_step_of_one_run_tells_nothing() -> None:
    assert item_of(snapshot_of(BF16), "same-step").state is ItemState.PENDING


def test_two_runs_that_failed_at_the_same_step() -> None:
    item = item_of(snapshot_of(BF16, corpus("bf16-zero-norm-ds0131")), "same-step")
    assert item.state is ItemState.FOUND
    assert item.claims[0].text == "2 attempts failed at the same step 12"


def test_two_runs_that_failed_at_different_steps() -> None:
    item = item_of(snapshot_of(BF16, corpus("bf16-underflow-norm")), "same-step")
    assert item.state is ItemState.CONTRADICTED
    assert item.claims[0].text.endswith(("12, 10", "10, 12"))


def test_attempts_of_one_job_that_failed_at_the_same_step() -> None:
    snapshot = snapshot_of(corpus("pt-elastic-exhausted"))
    assert [incident.first.step for incident in snapshot.incidents] == [4, 4]


@pytest.mark.parametrize(
    ("known", "state"),
    [
        ([7], None),
        ([7, 7], ItemState.FOUND),
        ([7, 7, None], ItemState.FOUND),
        ([7, None], ItemState.PENDING),
        ([7, 8], ItemState.CONTRADICTED),
    ],
)
def test_steps_that_the_logs_do_not_tell(known: list[int | None], state: ItemState | None) -> None:
    comparison = same_step(known, ())
    assert (comparison.state if comparison is not None else None) == state
