"""The vocabulary of metric conditions: every test, moment and word for ranks."""

from __future__ import annotations

from pathlib import Path

import pytest

from denpex_tui.engine.diagnosis.conditions import Met, evaluate
from denpex_tui.engine.diagnosis.values import Metrics
from denpex_tui.engine.rules.model import Condition
from tests.engine.pipeline import case_of, write_logs

Values = dict[int, list[str]]
"""Rank -> the loss that it logs at steps 0, 1, 2 …"""


def metrics_of(root: Path, losses: Values, failing: int | None = None) -> Metrics:
    files = {
        f"rank_{rank}.log": "".join(f"step {step} | loss {value} | lr 0.1\n" for step, value in enumerate(values))
        for rank, values in losses.items()
    }
    return Metrics(case_of(write_logs(root, files)), failing)


def met(root: Path, losses: Values, test: str, failing: int | None = None, **kwargs: object) -> tuple[int, ...] | None:
    """The ranks that meet a condition on the loss, or None when it does not hold."""
    found = _met(root, losses, test, failing, **kwargs)
    return None if found is None else found.ranks


def _met(root: Path, losses: Values, test: str, failing: int | None, **kwargs: object) -> Met | None:
    condition = Condition("c", ("loss",), test, **kwargs)  # type: ignore[arg-type]
    return evaluate(condition, metrics_of(root, losses, failing))


@pytest.mark.parametrize(
    ("test", "holds", "fails"),
    [
        ("nan", "nan", "inf"),
        ("inf", "-inf", "nan"),
        ("nonfinite", "nan", "2.5"),
        ("finite", "2.5", "inf"),
        ("zero", "0.0", "1e-30"),
        ("nonzero", "1e-30", "0"),
        ("nonzero", "nan", "0.0"),
    ],
)
def test_tests_of_one_value(test: str, holds: str, fails: str, tmp_path: Path) -> None:
    assert met(tmp_path / "a", {0: ["2.5", holds]}, test) == (0,)
    assert met(tmp_path / "b", {0: ["2.5", fails]}, test) is None


@pytest.mark.parametrize(
    ("test", "holds", "fails"), [("equals", "-1.0", "-1.5"), ("below", "-2", "-1"), ("above", "0", "-1")]
)
def test_tests_against_a_limit(test: str, holds: str, fails: str, tmp_path: Path) -> None:
    assert met(tmp_path / "a", {0: [holds]}, test, value=-1.0) == (0,)
    assert met(tmp_path / "b", {0: [fails]}, test, value=-1.0) is None


def test_nan_is_neither_below_nor_above(tmp_path: Path) -> None:
    for test in ("below", "above", "equals"):
        assert met(tmp_path / test, {0: ["nan"]}, test, value=0.0) is None


@pytest.mark.parametrize(
    ("test", "holds", "fails"),
    [
        ("falling", ["3", "2", "1"], ["3", "1", "1"]),
        ("rising", ["1", "2", "3"], ["1", "3", "2"]),
        ("constant", ["2", "2", "2"], ["2", "2", "1"]),
        ("moving", ["2", "2", "1"], ["2", "2", "2"]),
        ("moving", ["3", "2", "4"], ["3", "2", "nan"]),
    ],
)
def test_tests_over_several_steps(test: str, holds: list[str], fails: list[str], tmp_path: Path) -> None:
    assert met(tmp_path / "a", {0: holds}, test, at="last") == (0,)
    assert met(tmp_path / "b", {0: fails}, test, at="last") is None


def test_too_few_values_are_no_trend(tmp_path: Path) -> None:
    assert met(tmp_path / "a", {0: ["3", "2"]}, "falling", at="last", steps=3) is None
    assert met(tmp_path / "b", {0: ["9", "3", "2", "1"]}, "falling", at="last", steps=3) == (0,), "the last ones count"


def test_absent(tmp_path: Path) -> None:
    assert met(tmp_path / "a", {0: ["2.5"]}, "absent", at="any") is None
    condition = Condition("c", ("grad_norm",), "absent", at="any")
    assert evaluate(condition, metrics_of(tmp_path / "b", {0: ["2.5"]})) == Met((), ())


# --- at -------------------------------------------------------------------------------------------------------------

LOSSES: Values = {0: ["1", "nan", "3", "0", "5"]}


@pytest.mark.parametrize(
    ("at", "test", "holds"),
    [
        ("failure", "above", True),  # 5, logged in the failing step
        ("before", "zero", True),  # 0, in the step before
        ("before", "nan", False),
        ("last", "above", True),
        ("any", "nan", True),
        ("all", "finite", False),
        ("all", "nonzero", False),
    ],
)
def test_which_value_is_meant(at: str, test: str, holds: bool, tmp_path: Path) -> None:
    found = met(tmp_path, LOSSES, test, failing=4, at=at, value=4.0)
    assert (found is not None) is holds


def test_a_value_before_the_failing_step_is_not_of_the_failure(tmp_path: Path) -> None:
    assert met(tmp_path / "a", LOSSES, "above", failing=5, at="failure", value=4.0) is None
    assert met(tmp_path / "b", LOSSES, "above", failing=5, at="before", value=4.0) == (0,)


def test_without_a_failing_step_the_last_value_is_the_closest(tmp_path: Path) -> None:
    assert met(tmp_path, LOSSES, "above", failing=None, at="failure", value=4.0) == (0,)


# --- ranks ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("nan_on", "holding"),
    [
        ((), set[str]()),
        ((1,), {"any", "some", "one"}),
        ((1, 2), {"any", "some"}),
        ((0, 1, 2), {"any", "all"}),
    ],
)
def test_on_which_ranks(nan_on: tuple[int, ...], holding: set[str], tmp_path: Path) -> None:
    losses = {rank: ["1", "nan" if rank in nan_on else "2"] for rank in range(3)}
    for word in ("any", "some", "one", "all"):
        found = met(tmp_path / word, losses, "nan", ranks=word)
        assert found == (nan_on if word in holding else None), word


def test_all_needs_a_value_of_every_rank(tmp_path: Path) -> None:
    write_logs(tmp_path, {"rank_2.log": "2026-11-30 20:00:00,000 INFO train: up, no step yet\n"})
    assert met(tmp_path, {0: ["nan"], 1: ["nan"]}, "nan", ranks="any") == (0, 1)
    assert met(tmp_path, {0: ["nan"], 1: ["nan"]}, "nan", ranks="all") is None


def test_the_first_metric_that_a_rank_logs(tmp_path: Path) -> None:
    condition = Condition("c", ("grad_norm", "loss"), "nan")
    assert evaluate(condition, metrics_of(tmp_path, {0: ["nan"], 1: ["1"]})) is not None


def test_the_evidence_is_the_line_of_the_value(tmp_path: Path) -> None:
    metrics = metrics_of(tmp_path, {0: ["1", "2"], 1: ["1", "nan"]})
    found = evaluate(Condition("c", ("loss",), "nan", ranks="one"), metrics)
    assert found is not None
    assert [metrics.text(point) for point in found.points] == ["step 1 | loss nan | lr 0.1"]
