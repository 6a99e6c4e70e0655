"""Each start of the job is its own attempt."""

from __future__ import annotations

from pathlib import Path

import pytest

from denpex_tui.engine.attempts import attempt_lines, total_attempts
from denpex_tui.engine.model import Event, Place, Source
from tests.engine.cases import corpus
from tests.engine.pipeline import job_of, snapshot_of

AGENT = Source(0, "agent.log", Path("agent.log"), "launcher")
RANK = Source(1, "none_x/attempt_1/0/stderr.log", Path("stderr.log"), "torchrun", local_rank=0, attempt=1)


def event(name: str, offset: int, count: int | None = None) -> Event:
    fields = {} if count is None else {"count": str(count)}
    return Event("launcher", name, Place(0, offset // 10 + 1, offset), "", fields=fields)


def test_the_directory_names_the_attempt() -> None:
    lines = attempt_lines(RANK, [event("agent-failed", 10)], 3)
    assert [lines.at(offset) for offset in (0, 100)] == [1, 1]


def test_each_report_of_a_failed_worker_group_ends_an_attempt() -> None:
    lines = attempt_lines(AGENT, [event("agent-failed", 100), event("agent-failed", 200)], 2)
    assert [lines.at(offset) for offset in (0, 100, 101, 200, 300)] == [0, 0, 1, 1, 1]


def test_the_table_at_the_end_is_of_the_last_attempt_that_failed() -> None:
    lines = attempt_lines(AGENT, [event("agent-failed", 100), event("agent-failed", 200)], 3)
    assert (lines.at(300), lines.at(300, "elastic-table")) == (2, 1)


def test_the_agent_s_own_count_wins() -> None:
    counted = [event("restart-count", 50, 0), event("restart-count", 150, 1), event("restart-count", 250, 2)]
    lines = attempt_lines(AGENT, [event("agent-failed", 100), *counted], 3)
    assert [lines.at(offset) for offset in (0, 100, 150, 249, 250, 900)] == [0, 0, 1, 1, 2, 2]


def test_how_many_there_were() -> None:
    assert total_attempts([]) == 1
    assert total_attempts([(RANK, [])]) == 2
    assert total_attempts([(AGENT, [event("agent-failed", 1), event("agent-failed", 2)])]) == 2
    assert total_attempts([(AGENT, [event("restart-count", 1, 2)])]) == 3


@pytest.mark.parametrize(
    ("name", "attempts"),
    [("pt-elastic-exhausted", (0, 1)), ("pt-elastic-restart", (0, 1, 2)), ("pt-valueerror-rank2", (0,))],
)
def test_the_attempts_of_a_real_job(name: str, attempts: tuple[int, ...]) -> None:
    assert job_of(corpus(name)).attempts == attempts


def test_the_agent_s_lines_fall_into_the_attempts_they_speak_of() -> None:
    job = job_of(corpus("pt-elastic-restart"))
    failed = {e.attempt: (e.rank, e.exit.code) for e in job.events if e.name == "agent-failed" and e.exit is not None}
    assert failed == {0: (1, 1), 1: (3, -9)}


def test_each_attempt_is_an_incident_of_its_own() -> None:
    snapshot = snapshot_of(corpus("pt-elastic-restart"))
    assert [(incident.attempt, incident.first.ranks) for incident in snapshot.incidents] == [(0, (1,)), (1, (3,))]
    assert snapshot.outcome == "recovered"
    assert "attempt 2 finished" in snapshot.outcome_reason


def test_the_headline_is_the_first_attempt_that_failed_of_itself() -> None:
    snapshot = snapshot_of(corpus("pt-elastic-stale-rendezvous"))
    assert snapshot.headline == 0
    assert snapshot.incidents[1].first.ranks == (), "it failed of the restart itself"
