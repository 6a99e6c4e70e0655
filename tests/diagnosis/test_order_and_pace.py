"""Conditions over the order of ranks and over the time that steps take, on small logs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from denpex_tui.engine.diagnosis.conditions import Met, evaluate
from denpex_tui.engine.diagnosis.values import Metrics
from denpex_tui.engine.rules.model import Condition
from tests.engine.pipeline import case_of, write_logs

FIRST_NAN = Condition("nan-first", ("loss",), "nan", at="any", ranks="first", origin=True)
SLOWER = Condition("slower", ("loss",), "slower", value=3.0, steps=3, ranks="any")
Loss = Callable[[int, int], str]
"""Loss of a rank at a step."""


def met(condition: Condition, where: Path, loss: Loss, seconds: Callable[[int], float] = float) -> Met | None:
    """What ``condition`` makes of four ranks that log twelve steps."""
    logs = {
        f"rank_{rank}.log": "".join(
            f"2026-11-30 20:{int(seconds(step)) // 60:02d}:{seconds(step) % 60:06.3f} INFO train: step {step} | "
            f"loss {loss(rank, step)}\n"
            for step in range(1, 13)
        )
        for rank in range(4)
    }
    return evaluate(condition, Metrics(case_of(write_logs(where, logs)), None))


def test_the_rank_whose_loss_was_nan_before_all_others(tmp_path: Path) -> None:
    """A reduction spreads NaN at the next step: rank 2 had it at step 7, the others at step 8."""
    found = met(FIRST_NAN, tmp_path, lambda rank, step: "nan" if step >= 8 - (rank == 2) else f"2.{step}")
    assert found is not None and found.ranks == (2,)
    assert [point.step for point in found.points] == [7]


def test_ranks_that_are_bad_at_once_are_not_first(tmp_path: Path) -> None:
    """When all ranks log it at one step, none was first."""
    assert met(FIRST_NAN, tmp_path, lambda _, step: "nan" if step >= 8 else "2.5") is None


def test_two_ranks_may_be_first_together(tmp_path: Path) -> None:
    found = met(FIRST_NAN, tmp_path, lambda rank, step: "nan" if step >= (5 if rank in (1, 3) else 6) else "2.5")
    assert found is not None and found.ranks == (1, 3)


@pytest.mark.parametrize(
    ("kind", "seconds", "holds"),
    [
        ("an even pace", lambda step: 2.0 * step, False),
        ("three slow steps at the end", lambda step: 2.0 * step + 8 * max(0, step - 9), True),
        ("one slow step, as for a checkpoint", lambda step: 2.0 * step + 60 * (step >= 12), False),
        ("a slow warm-up", lambda step: 2.0 * step + 20 * min(step, 3), False),
        ("less than three times as slow", lambda step: 2.0 * step + 3 * max(0, step - 9), False),
    ],
)
def test_steps_that_take_longer(kind: str, seconds: Callable[[int], float], holds: bool, tmp_path: Path) -> None:
    """Each of the last three steps took three times as long as usual, or not."""
    found = met(SLOWER, tmp_path, lambda *_: "2.5", seconds)
    assert (found is not None) is holds


def test_without_times_no_pace_is_known(tmp_path: Path) -> None:
    logs = {f"rank_{rank}.log": "".join(f"step {step} | loss 2.5\n" for step in range(1, 13)) for rank in range(2)}
    assert evaluate(SLOWER, Metrics(case_of(write_logs(tmp_path, logs)), None)) is None
