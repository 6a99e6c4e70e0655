"""The table of the catalogue: each rule, its samples, and the real cases in which it matches."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from denpex_tui.engine.infer.explain import role_of, rule_and_signal
from tests.engine.pipeline import book, job_of
from tests.engine.truth import all_truths
from tests.rules.catalogue import TELLING

REVIEWED = tomllib.loads((Path(__file__).parent / "fires.toml").read_text())


@dataclass(frozen=True, slots=True)
class Row:
    """One rule: how many samples must match and must not, and the cases in which it was seen and should be."""

    rule: str
    area: str
    good: int
    bad: int
    fired: frozenset[str]
    expected: frozenset[str]
    leads: int
    """In how many cases it leads the verdict or is a finding of its own, as reviewed."""

    @property
    def unexpected(self) -> frozenset[str]:
        return self.fired - self.expected

    @property
    def missing(self) -> frozenset[str]:
        return self.expected - self.fired


@cache
def fired() -> Mapping[str, frozenset[str]]:
    """Rule -> the cases in which one of its initiator or collateral signals matched."""
    found: dict[str, set[str]] = {rule.id: set() for rule in book().rules}
    for truth in all_truths():
        for event in job_of(truth.logs).events:
            if event.kind == "signal" and role_of(event, book()) in TELLING:
                found[rule_and_signal(event)[0]].add(truth.name)
    return {rule: frozenset(cases) for rule, cases in found.items()}


def rows() -> tuple[Row, ...]:
    """One row a rule, by area and id."""
    made = []
    for rule in book().rules:
        good = sum(bool(sample.matches) for sample in rule.samples)
        expected = frozenset(REVIEWED["fires"].get(rule.id, ()))
        leads = sum(rule.id in led for led in REVIEWED["leads"].values())
        made.append(Row(rule.id, rule.area, good, len(rule.samples) - good, fired()[rule.id], expected, leads))
    return tuple(sorted(made, key=lambda row: (row.area, row.rule)))
