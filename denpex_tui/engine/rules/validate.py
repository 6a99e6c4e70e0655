"""Checks of one rule that its shape cannot tell: names, patterns, placeholders, samples, place in the catalogue."""

from __future__ import annotations

import re
from collections.abc import Iterable

from denpex_tui.engine.rules.errors import Problems
from denpex_tui.engine.rules.model import Condition, Rule
from denpex_tui.engine.rules.patterns import check_pattern
from denpex_tui.engine.rules.samples import check_samples
from denpex_tui.engine.rules.toml_lines import Key
from denpex_tui.engine.rules.validate_complete import check_complete
from denpex_tui.engine.rules.validate_names import check_names
from denpex_tui.engine.rules.validate_texts import check_texts
from denpex_tui.engine.rules.vocabulary import AREAS, AT, NEED_VALUE, PHASES, RANKS, TESTS

_ID = re.compile(r"[a-z0-9][a-z0-9-]*")


def check_rule(rule: Rule, problems: Problems, scanner: bool = True) -> None:
    """Add every problem of ``rule`` to ``problems``; its samples are run when there is none."""
    _check_identity(rule, problems)
    _check_ids(rule, problems)
    for index, signal in enumerate(rule.signals):
        check_pattern(signal, ("signals", index, "pattern"), problems, scanner)
    for index, condition in enumerate(rule.conditions):
        _check_condition(condition, index, problems)
    check_names(rule, problems)
    check_complete(rule, problems)
    if not problems.found:
        check_texts(rule, problems)
        _check_samples(rule, problems)


def _check_samples(rule: Rule, problems: Problems) -> None:
    """The samples match what they say."""
    for index, what, why in check_samples(rule):
        problems.add(("samples", index), what, why, "correct the sample or the pattern")


def _check_identity(rule: Rule, problems: Problems) -> None:
    if rule.path is None:
        return
    if rule.id != rule.path.stem:
        problems.add(("id",), f"id {rule.id!r} is not the file's name", help=f"rename one: {rule.path.stem!r}")
    if rule.area not in AREAS:
        problems.add(("area",), f"unknown area {rule.area!r}", help=f"use one of {', '.join(AREAS)}")
    elif rule.area != rule.path.parent.name:
        problems.add(
            ("area",),
            f"area {rule.area!r} is not the directory's name {rule.path.parent.name!r}",
            help=f"move the file to {rule.area}/ or change the area",
        )
    if rule.phase not in PHASES and "TODO" not in rule.phase:
        problems.add(("phase",), f"unknown phase {rule.phase!r}", help=f"use one of {', '.join(PHASES)}")


def _check_ids(rule: Rule, problems: Problems) -> None:
    named = [("signals", i, s.id) for i, s in enumerate(rule.signals)]
    named += [("conditions", i, c.id) for i, c in enumerate(rule.conditions)]
    _unique(named, "signal or condition", problems)
    _unique([("variants", i, v.id) for i, v in enumerate(rule.variants)], "variant", problems)
    _unique([("checklist", i, item.id) for i, item in enumerate(rule.checklist)], "checklist item", problems)


def _unique(named: Iterable[tuple[str, int, str]], kind: str, problems: Problems) -> None:
    seen: set[str] = set()
    for table, index, name in named:
        if not _ID.fullmatch(name):
            problems.add((table, index, "id"), f"bad id {name!r}", help="use lower-case letters, digits and hyphens")
        if name in seen:
            problems.add((table, index, "id"), f"duplicate {kind} {name!r}", help="ids are unique within a rule")
        seen.add(name)


def _check_condition(condition: Condition, index: int, problems: Problems) -> None:
    where: Key = ("conditions", index)
    for key, value, words in (
        ("test", condition.test, TESTS),
        ("at", condition.at, AT),
        ("ranks", condition.ranks, RANKS),
    ):
        if value not in words:
            problems.add((*where, key), f"unknown {key} {value!r}", help=f"use one of {', '.join(words)}")
    if condition.test in NEED_VALUE and condition.value is None:
        problems.add(
            where, f"condition {condition.id!r} has no value", help=f"{condition.test} compares with value = …"
        )
