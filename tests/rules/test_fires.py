"""Which rules match in the real cases and which of them lead, against what a person has reviewed (fires.toml)."""

from __future__ import annotations

import pytest

from tests.engine.pipeline import snapshot_of
from tests.engine.truth import Truth, all_truths
from tests.rules.__main__ import main
from tests.rules.catalogue import NAMES
from tests.rules.fires import REVIEWED, fired, rows

TRUTHS = all_truths()


def test_rules_fire_where_they_should_and_nowhere_else() -> None:
    wrong = {row.rule: (sorted(row.unexpected), sorted(row.missing)) for row in rows()}
    assert {rule: cases for rule, cases in wrong.items() if any(cases)} == {}
    assert set(REVIEWED["fires"]) <= set(NAMES)


def test_the_table_names_every_rule_with_its_samples(capsys: pytest.CaptureFixture[str]) -> None:
    """``make rules`` prints it."""
    main()
    out = capsys.readouterr().out
    assert [name for name in NAMES if name[:12] not in out] == []
    assert f"{len(NAMES)} rules, " in out and ", 0 not as reviewed" in out


@pytest.mark.parametrize("truth", TRUTHS, ids=lambda truth: truth.name)
def test_the_rule_that_explains_the_initiator_leads(truth: Truth) -> None:
    """Of all rules that match in a case, those that the verdict and the silent findings speak of."""
    snapshot = snapshot_of(truth.logs)
    led = [incident.diagnosis.rule if incident.diagnosis is not None else "" for incident in snapshot.incidents]
    assert [*led, *(concern.rule for concern in snapshot.concerns)] == REVIEWED["leads"][truth.name]


def test_no_case_went_unreviewed() -> None:
    names = {truth.name for truth in TRUTHS}
    assert set(REVIEWED["leads"]) == names
    assert {case for cases in REVIEWED["fires"].values() for case in cases} <= names


def test_nobody_is_blamed_in_healthy_and_cancelled_runs() -> None:
    """The only thing that matches in them is the interrupt by which the user ended the job."""
    quiet = {truth.name for truth in TRUTHS if truth.outcomes & {"healthy", "cancelled", "unknown"}}
    assert len(quiet) >= 9
    blamed = {rule: cases & quiet for rule, cases in fired().items() if cases & quiet}
    assert blamed == {"user-interrupt": {"pt-keyboardinterrupt"}}
