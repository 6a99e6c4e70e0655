"""Rules that match a failure too and do not lead: named beside the verdict, with why another one leads."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

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

LINES = 8
"""At most so many lines are cited for one claim."""


@dataclass(slots=True)
class _Pair:
    """A rule that leads, one that matches too, and the ranks of which both say something."""

    lead: Explanation
    other: Explanation
    ranks: list[int] = field(default_factory=list)
    lines: list[Event] = field(default_factory=list)


def also_fits(case: Case) -> tuple[Claim, ...]:
    """One claim for each rule that matched the failure of some rank, for which its own evidence was seen as well."""
    by_line = signals_by_line(case.events)
    evidence = _evidence(case)
    pairs: dict[tuple[str, str], _Pair] = {}
    for rank, failure in sorted(case.failures.items()):
        explained = explanations(block_signals(failure.event, by_line), case.book)
        for other in explained[1:]:
            if _may_be_named(other.rule, evidence):
                pair = pairs.setdefault((explained[0].rule.id, other.rule.id), _Pair(explained[0], other))
                pair.ranks.append(rank)
                pair.lines.append(other.signals[0])
    return tuple(_claim(pairs[key], evidence.get(key[1], ())) for key in sorted(pairs))


def _evidence(case: Case) -> Mapping[str, Sequence[Event]]:
    """Rule -> where its evidence signals were seen."""
    found: dict[str, list[Event]] = defaultdict(list)
    for event in case.events:
        if event.kind == "signal":
            rule, name = rule_and_signal(event)
            known = case.book.get(rule)
            signal = known.signal(name) if known is not None else None
            if signal is not None and signal.role is Role.EVIDENCE:
                found[rule].append(event)
    return found


def _may_be_named(rule: Rule, evidence: Mapping[str, Sequence[Event]]) -> bool:
    """Not a launcher's pointer, and not a rule whose own evidence nobody saw."""
    return WRAPPER not in rule.tags and (rule.id in evidence or not _has_evidence(rule))


def _has_evidence(rule: Rule) -> bool:
    return any(signal.role is Role.EVIDENCE for signal in rule.signals)


def _claim(pair: _Pair, evidence: Sequence[Event]) -> Claim:
    lead, other, ranks = pair.lead.rule, pair.other.rule, pair.ranks
    who = f"{ranks_text(ranks)} {verb(ranks, 'fits', 'fit')}"
    text = f"{who} {other.id} too ({other.title}); {lead.id} leads: {_why(pair)}"
    return Claim(text, (*evidence[:LINES], *pair.lines[:LINES]))


def _why(pair: _Pair) -> str:
    lead, other = pair.lead, pair.other
    if other.rule.id in lead.rule.overrides:
        return "the other is a symptom of it"
    if lead.role is not other.role:
        return "a cause on the rank itself leads over a consequence"
    if _has_evidence(other.rule):
        return "the message alone does not tell the other"
    return "it is the more specific one" if lead.rule.priority > other.rule.priority else "neither is more specific"
