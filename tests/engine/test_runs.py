"""Several directories: parts of one run, or several runs of the same job."""

from __future__ import annotations

from denpex_tui.engine.model import ItemState
from tests.engine.cases import corpus
from tests.engine.pipeline import job_of, snapshot_of


def test_the_directories_of_two_nodes_are_one_run() -> None:
    logs = corpus("pt-two-nodes-skewed-behind")
    snapshot = snapshot_of(logs / "node-0", logs / "node-1")
    assert [incident.attempt for incident in snapshot.incidents] == [0]
    assert snapshot.incidents[0].first.ranks == (0,)
    assert [status.rank for status in snapshot.ranks] == [0, 1, 2, 3]


def test_directories_with_the_same_ranks_are_runs_in_the_order_of_time() -> None:
    earlier, later = corpus("pt-error-json"), corpus("pt-valueerror-rank2")
    for paths in ((earlier, later), (later, earlier)):
        snapshot = snapshot_of(*paths)
        assert [(i.attempt, i.first.ranks) for i in snapshot.incidents] == [(0, (3,)), (1, (2,))]


def test_attempts_of_a_later_run_follow_those_of_the_run_before() -> None:
    job = job_of(corpus("pt-elastic-restart"), corpus("pt-two-nodes-skewed-behind"))
    assert job.attempts == (0, 1, 2, 3)


def test_two_runs_with_different_failing_steps() -> None:
    snapshot = snapshot_of(corpus("bf16-zero-norm-torchrun"), corpus("bf16-underflow-norm"))
    assert sorted(incident.first.step or 0 for incident in snapshot.incidents) == [10, 12]
    states = {
        i.state
        for incident in snapshot.incidents
        for i in incident.checklist
        if "step" in i.id and i.mode == "comparison"
    }
    assert states == {ItemState.CONTRADICTED}
