"""Checks that each placeholder of a rule's texts, each fact and each lookup has something that fills it."""

from __future__ import annotations

from collections.abc import Iterator, Set

from denpex_tui.engine.rules.errors import Problems
from denpex_tui.engine.rules.model import Rule
from denpex_tui.engine.rules.patterns import groups
from denpex_tui.engine.rules.texts import STEP, placeholders
from denpex_tui.engine.rules.toml_lines import Key
from denpex_tui.engine.rules.vocabulary import GROUPS, PARAMETERS

_TEXTS = ("text", "title", "explanation", "means", "how", "changes", "pending", "when", "change", "verify", "expect")


def check_texts(rule: Rule, problems: Problems) -> None:
    """Add every placeholder, fact and lookup that nothing fills, and every group that takes a parameter's name."""
    known = fields_of(rule) | set(PARAMETERS)
    for where, text in _texts(rule):
        _check_placeholders(text, known, where, problems)
    for index, signal in enumerate(rule.signals):
        for name in sorted(set(groups(signal)) & (set(PARAMETERS) - set(GROUPS))):
            what = f"signal {signal.id!r} captures {name!r}, which the engine fills"
            problems.add(("signals", index, "pattern"), what, help="give the group another name")
    for name, _ in rule.facts:
        if name not in known:
            problems.add(("facts", name), f"no signal captures {name!r}", help="name a group (?P<name>…) or a lookup")
    for index, lookup in enumerate(rule.lookups):
        if lookup.source not in known:
            problems.add(("lookups", index, "source"), f"no signal captures {lookup.source!r}")


def _check_placeholders(text: str, known: Set[str], where: Key, problems: Problems) -> None:
    for name in placeholders(text):
        if name not in known:
            problems.add(where, f"unknown parameter {{{name}}}", help=f"known: {', '.join(sorted(known))}")
    if "step" in placeholders(text.replace(STEP, "")):
        problems.add(where, "{step} without the word before it", "the step may be unknown", f"write {STEP}")


def fields_of(rule: Rule) -> frozenset[str]:
    """Names of all fields that the rule's signals capture and its lookups derive."""
    captured = {name for signal in rule.signals for name in groups(signal)}
    return frozenset(captured | {lookup.id for lookup in rule.lookups})


def _texts(rule: Rule) -> Iterator[tuple[Key, str]]:
    for name in ("title", "summary", "explanation", "does_not_prove"):
        yield (name,), getattr(rule, name)
    yield ("undecided", "explanation"), rule.undecided.explanation
    tables: dict[str, tuple[object, ...]] = {
        "signals": rule.signals,
        "conditions": rule.conditions,
        "variants": rule.variants,
        "contradictions": rule.contradictions,
        "checklist": rule.checklist,
        "fixes": rule.fixes,
    }
    for table, entries in tables.items():
        for index, entry in enumerate(entries):
            for name in _TEXTS:
                value = getattr(entry, name, "")
                if isinstance(value, str):
                    yield (table, index, name), value
