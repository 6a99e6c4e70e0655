"""Clock offsets between hosts, from the steps that ranks log in lock-step."""

from __future__ import annotations

from pathlib import Path

import pytest

from denpex_tui.engine.infer.clocks import MIN_SAMPLES, NO_CLOCK_ERROR, SAME_HOST_ERROR, Clocks, estimate
from tests.engine.cases import corpus
from tests.engine.disturb import copy_of, log_files, shift_clock
from tests.engine.pipeline import job_of, write_logs
from tests.infer.joblogs import steps


def clocks_of(*paths: Path) -> Clocks:
    return estimate(job_of(*paths))


def test_a_node_whose_clock_is_37_seconds_behind() -> None:
    (offset,) = clocks_of(corpus("pt-two-nodes-skewed-behind")).offsets
    assert (offset.host, offset.offset, offset.samples) == ("node-1", -37.0, 9)
    assert offset.error < 0.05


@pytest.mark.parametrize("seconds", [-86_400, -37, 12, 3_600])
def test_any_shift_of_one_node_is_measured(seconds: int, tmp_path: Path) -> None:
    logs = copy_of(corpus("pt-two-nodes-skewed-behind"), tmp_path / "logs")
    shift_clock(log_files(logs / "node-1"), seconds)
    (offset,) = clocks_of(logs).offsets
    assert offset.offset == pytest.approx(-37.0 + seconds, abs=0.01)


def test_times_are_corrected_to_the_reference_host() -> None:
    clocks = clocks_of(corpus("pt-two-nodes-skewed-behind"))
    assert clocks.reference == "node-0"
    assert clocks.corrected(0, 1000.0) == 1000.0
    assert clocks.corrected(3, 1000.0) == 1037.0
    assert clocks.corrected(3, None) is None
    assert clocks.corrected(None, 1000.0) == 1000.0


def test_one_host_needs_no_offset() -> None:
    clocks = clocks_of(corpus("pt-valueerror-rank2"))
    assert clocks.offsets == ()
    assert clocks.error(0, 3) == SAME_HOST_ERROR


def test_hosts_without_enough_common_steps_are_not_compared(tmp_path: Path) -> None:
    files = {"node-0/rank_0.log": steps(0, 8), "node-1/rank_1.log": steps(1, MIN_SAMPLES - 1, shift=9)}
    clocks = clocks_of(write_logs(tmp_path, files))
    assert clocks.offsets == ()
    assert clocks.error(0, 1) == NO_CLOCK_ERROR


def test_unknown_hosts_may_be_different_ones(tmp_path: Path) -> None:
    clocks = clocks_of(write_logs(tmp_path, {f"rank_{rank}.log": steps(rank) for rank in range(2)}))
    assert clocks.error(0, 1) == 2 * NO_CLOCK_ERROR


def test_the_error_is_the_largest_deviation(tmp_path: Path) -> None:
    late = steps(1, 5, shift=20) + "2026-11-30 20:10:28,000 [rank1] INFO train: step 5/30 loss=2.0\n"
    files = {"node-0/rank_0.log": steps(0, 6), "node-1/rank_1.log": late}
    clocks = clocks_of(write_logs(tmp_path, files))
    (offset,) = clocks.offsets
    assert (offset.offset, offset.error) == (20.0, 3.0)
    assert clocks.error(0, 1) == 3.0
