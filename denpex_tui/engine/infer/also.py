"""Rules that match a failure too and do not lead: named beside the verdict, with why another one leads."""

from __future__ import annotations

from collections import defaultdict

from denpex_tui.engine.infer.case import Case
from denpex_tui.engine.infer.explain import (
    WRAPPER,
    Explanation,
    block_signals,
    explanations,
    rule_and_signal,
    signals_by_line,
)
from denpex_tui.engine.infer.words import ranks_text, verb
from denpex_tui.engine.model import Claim, Event
from denpex_tui.engine.rules.model import Role, Rule


def also_fits(case: Case) -> tuple[Claim, ...]:
    """One claim for each rule that matched the failure of some rank, for which its own evidence was seen as well."""
    by_line = signals_by_line(case.events)
    seen = {rule_and_signal(event) for event in case.events if event.kind == "signal"}
    found: dict[tuple[str, str], list[tuple[int, Event]]] = defaultdict(list)
    pairs: dict[tuple[str, str], tuple[Explanation, Explanation]] = {}
    for rank, failure in sorted(case.failures.items()):
        explained = explanations(block_signals(failure.event, by_line), case.book)
        for other in explained[1:]:
            if WRAPPER not in other.rule.tags and _supported(other.rule, seen):
                key = (explained[0].rule.id, other.rule.id)
                pairs.setdefault(key, (explained[0], other))
                found[key].append((rank, other.signals[0]))
    return tuple(_claim(*pairs[key], found[key]) for key in sorted(pairs))


def _supported(rule: Rule, seen: set[tuple[str, str]]) -> bool:
    """Whether something speaks for the rule beside the message that the leading rule explains."""
    evidence = [signal.id for signal in rule.signals if signal.role is Role.EVIDENCE]
    return not evidence or any((rule.id, name) in seen for name in evidence)


def _claim(lead: Explanation, other: Explanation, places: list[tuple[int, Event]]) -> Claim:
    ranks = tuple(rank for rank, _ in places)
    who = f"{ranks_text(ranks)} {verb(ranks, 'fits', 'fit')}"
    text = f"{who} {other.rule.id} too ({other.rule.title}); {lead.rule.id} leads: {_why(lead, other)}"
    return Claim(text, tuple(event for _, event in places[:8]))


def _why(lead: Explanation, other: Explanation) -> str:
    if other.rule.id in lead.rule.overrides:
        return "the other is a symptom of it"
    if lead.role is not other.role:
        return "a cause on the rank itself leads over a consequence"
    if lead.rule.priority != other.rule.priority:
        return "it is the more specific one"
    return "neither is more specific"
