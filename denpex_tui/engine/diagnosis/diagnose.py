"""The diagnosis of an incident: which variant of its rule holds, with what speaks for and against each."""

from __future__ import annotations

from collections.abc import Iterable

from denpex_tui.engine.diagnosis.facts import Facts
from denpex_tui.engine.model import Claim, Diagnosis, Fact, Fix, Standing, VariantStanding
from denpex_tui.engine.rules.model import Variant

UNDECIDED = "undecided"


def diagnose(facts: Facts, latest: Iterable[Fact] = ()) -> Diagnosis:
    """What the rule says, given its facts; ``latest`` are the last metric values to show beside them."""
    rule = facts.rule
    standings, chosen = _variants(facts)
    undecided = bool(rule.variants) and chosen is None
    explanation = chosen.explanation if chosen is not None else rule.undecided.explanation if undecided else ""
    title = chosen.title if chosen is not None else rule.undecided.title if undecided else ""
    return Diagnosis(
        rule.id,
        rule.title,
        chosen.id if chosen is not None else UNDECIDED if undecided else None,
        title,
        facts.fill(explanation or rule.explanation),
        _evidence(facts, chosen),
        tuple(_contradictions(facts)),
        standings,
        (*_facts(facts), *latest),
        facts.fill(rule.does_not_prove),
        rule.misbeliefs,
        rule.references,
    )


def _variants(facts: Facts) -> tuple[tuple[VariantStanding, ...], Variant | None]:
    """A variant is chosen when it alone is decided and nothing rules it out."""
    decided = [v for v in facts.rule.variants if facts.any_of(v.decided_by) and not facts.any_of(v.ruled_out_by)]
    chosen = decided[0] if len(decided) == 1 else None
    return tuple(_standing(facts, variant, chosen) for variant in facts.rule.variants), chosen


def _standing(facts: Facts, variant: Variant, chosen: Variant | None) -> VariantStanding:
    against = facts.claims(variant.ruled_out_by)
    ruled_out = facts.any_of(variant.ruled_out_by)
    standing = Standing.POSSIBLE
    if variant is chosen:
        standing = Standing.CHOSEN
    elif ruled_out:
        standing = Standing.RULED_OUT
    evidence = facts.claims((*variant.decided_by, *variant.supported_by))
    return VariantStanding(variant.id, facts.fill(variant.title), standing, evidence, against)


def _evidence(facts: Facts, chosen: Variant | None) -> tuple[Claim, ...]:
    claims = list(facts.claims(chosen.decided_by)) if chosen is not None else []
    for signal in facts.rule.signals:
        seen = facts.seen.get(signal.id)
        if seen is not None and signal.role.value in ("initiator", "evidence") and seen.claim not in claims:
            claims.append(seen.claim)
    return tuple(claims)


def _contradictions(facts: Facts) -> list[Claim]:
    found = []
    for contradiction in facts.rule.contradictions:
        if facts.any_of(contradiction.when):
            events = tuple(e for claim in facts.claims(contradiction.when) for e in claim.events)
            found.append(Claim(facts.fill(contradiction.text), events))
    return found


def _facts(facts: Facts) -> list[Fact]:
    shown = [
        Fact(label, facts.parameters[name], facts.field_events.get(name))
        for name, label in facts.rule.facts
        if name in facts.parameters
    ]
    for lookup in facts.rule.lookups:
        known = dict(lookup.table).get(facts.parameters.get(lookup.source, ""))
        if known is not None:
            shown.append(Fact(lookup.label, known, facts.field_events.get(lookup.source)))
    return shown


def fixes(facts: Facts, variant: str | None) -> tuple[Fix, ...]:
    """The rule's fixes in its order; those of other variants than the decided one do not apply."""
    decided = variant is not None and variant != UNDECIDED
    return tuple(
        Fix(
            facts.fill(fix.title),
            facts.fill(fix.when),
            facts.fill(fix.change),
            facts.fill(fix.verify, quote=True),
            facts.fill(fix.expect),
            not decided or not fix.variants or variant in fix.variants,
        )
        for fix in facts.rule.fixes
    )
