"""What attempts say of each other."""

from __future__ import annotations

from tests.engine.cases import corpus
from tests.engine.pipeline import snapshot_of


def sentences(name: str, attempt: int) -> list[str]:
    first = snapshot_of(corpus(name)).incidents[attempt].first
    return [claim.text for claim in (*first.reasons, *first.but)]


def test_the_same_failure_at_the_same_step() -> None:
    assert any(
        "failed the same way on the same rank at the same step 4" in t for t in sentences("pt-elastic-exhausted", 1)
    )


def test_an_attempt_that_only_failed_of_the_restart() -> None:
    assert any("could not connect after the restart" in t for t in sentences("pt-elastic-stale-rendezvous", 1))


def test_attempts_that_failed_in_different_ways_say_nothing_of_each_other() -> None:
    assert not any("the same way" in text for text in sentences("pt-elastic-restart", 1))
