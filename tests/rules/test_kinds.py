"""Every kind of failure that the catalogue has to know has its rule (kinds.toml)."""

from __future__ import annotations

import tomllib
from pathlib import Path

from denpex_tui.engine.rules.book import RuleBook
from denpex_tui.engine.rules.vocabulary import AREAS
from tests.rules.catalogue import NAMES

REVIEWED = tomllib.loads((Path(__file__).parent / "kinds.toml").read_text())
KINDS: dict[str, str] = {kind: rule for kinds in REVIEWED["kinds"].values() for kind, rule in kinds.items()}


def test_each_of_the_72_kinds_has_a_rule_of_its_own() -> None:
    assert len(KINDS) == 72
    assert len(set(KINDS.values())) == 72
    assert {kind: rule for kind, rule in KINDS.items() if rule not in NAMES} == {}


def test_a_kind_is_found_by_its_name() -> None:
    """By the id of its rule or by an alias, unless one rule serves two words of one kind."""
    book = RuleBook.bundled()
    renamed = {kind for kind in KINDS if book.get(kind) is None}
    assert renamed == {"time-limit-or-preemption", "node-loss-or-eviction"}
    assert all(book.get(kind) is book.get(rule) for kind, rule in KINDS.items() if kind not in renamed)


def test_every_other_rule_says_what_it_is_for() -> None:
    assert sorted([*KINDS.values(), *REVIEWED["beyond"]]) == sorted(NAMES)


def test_every_area_has_rules() -> None:
    assert {rule.area for rule in RuleBook.bundled().rules} == set(AREAS)
