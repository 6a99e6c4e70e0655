"""Checks that the names in a rule's lists are signals, conditions or variants that exist."""

from __future__ import annotations

from collections.abc import Iterator

from denpex_tui.engine.rules.errors import Problems
from denpex_tui.engine.rules.model import Rule
from denpex_tui.engine.rules.names import terms
from denpex_tui.engine.rules.toml_lines import Key
from denpex_tui.engine.rules.vocabulary import BUILT_IN


def check_names(rule: Rule, problems: Problems) -> None:
    """Add every name that stands for nothing."""
    known = {s.id for s in rule.signals} | {c.id for c in rule.conditions} | set(BUILT_IN)
    for where, entries in _name_lists(rule):
        for name in (term.name for entry in entries for term in terms(entry)):
            if name not in known:
                names = ", ".join(sorted(known))
                problems.add(where, f"{name!r} is no signal or condition of this rule", help=f"known: {names}")
    _check_variants(rule, problems)
    for index, sample in enumerate(rule.samples):
        for name in sample.matches:
            if rule.signal(name) is None:
                problems.add(("samples", index, "matches"), f"{name!r} is no signal of this rule")


def _check_variants(rule: Rule, problems: Problems) -> None:
    variants = {variant.id for variant in rule.variants}
    for index, fix in enumerate(rule.fixes):
        for name in fix.variants:
            if name not in variants:
                problems.add(("fixes", index, "variants"), f"{name!r} is no variant of this rule")


def _name_lists(rule: Rule) -> Iterator[tuple[Key, tuple[str, ...]]]:
    for index, variant in enumerate(rule.variants):
        yield ("variants", index, "decided_by"), variant.decided_by
        yield ("variants", index, "supported_by"), variant.supported_by
        yield ("variants", index, "ruled_out_by"), variant.ruled_out_by
    for index, contradiction in enumerate(rule.contradictions):
        yield ("contradictions", index, "when"), contradiction.when
    for index, item in enumerate(rule.checklist):
        yield ("checklist", index, "found_by"), item.found_by
        yield ("checklist", index, "contradicted_by"), item.contradicted_by
        yield ("checklist", index, "control_shows"), item.control_shows
        yield ("checklist", index, "control_lacks"), item.control_lacks
