"""Which rules match in the real cases and which of them lead, against what a person has reviewed (fires.toml)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from denpex_tui.engine.infer.explain import role_of, rule_and_signal
from denpex_tui.engine.rules.model import Rule
from tests.engine.pipeline import book, job_of, snapshot_of
from tests.engine.truth import Truth, all_truths
from tests.rules.catalogue import TELLING

TRUTHS = all_truths()
REVIEWED = tomllib.loads((Path(__file__).parent / "fires.toml").read_text())


@cache
def _fired() -> Mapping[str, frozenset[str]]:
    """Rule -> the cases in which one of its initiator or collateral signals matched."""
    found: dict[str, set[str]] = {rule.id: set() for rule in book().rules}
    for truth in TRUTHS:
        for event in job_of(truth.logs).events:
            if event.kind == "signal" and role_of(event, book()) in TELLING:
                found[rule_and_signal(event)[0]].add(truth.name)
    return {rule: frozenset(cases) for rule, cases in found.items()}


def test_rules_fire_where_they_should_and_nowhere_else() -> None:
    """Prints one row for each rule: its samples, the cases it matches in, and what is wrong about it."""
    rows = [_row(rule, _fired()[rule.id], frozenset(REVIEWED["fires"].get(rule.id, ()))) for rule in book().rules]
    widths = [max(len(row[column]) for row in rows) for column in range(2)]
    print("\nrule, samples that match + that must not, real cases")
    for row in rows:
        print(f"{row[0]:{widths[0]}}  {row[1]:>{widths[1]}}  {row[2]}")
    assert {row[0]: row[2] for row in rows if "UNEXPECTED" in row[2] or "MISSING" in row[2]} == {}
    assert set(REVIEWED["fires"]) <= {rule.id for rule in book().rules}


def _row(rule: Rule, fired: frozenset[str], expected: frozenset[str]) -> tuple[str, str, str]:
    good = sum(bool(sample.matches) for sample in rule.samples)
    parts = [f"{name}: {', '.join(sorted(cases))}" for name, cases in _parts(fired, expected) if cases]
    return rule.id, f"{good}+{len(rule.samples) - good}", "; ".join(parts) or "none"


def _parts(fired: frozenset[str], expected: frozenset[str]) -> tuple[tuple[str, frozenset[str]], ...]:
    return (
        (f"{len(fired & expected)}", fired & expected),
        ("UNEXPECTED", fired - expected),
        ("MISSING", expected - fired),
    )


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
    blamed = {rule: cases & quiet for rule, cases in _fired().items() if cases & quiet}
    assert blamed == {"user-interrupt": {"pt-keyboardinterrupt"}}
