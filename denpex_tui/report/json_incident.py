"""One incident of the JSON report."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from denpex_tui.engine.model import (
    ChecklistItem,
    Claim,
    Collateral,
    Diagnosis,
    Fact,
    FirstFailure,
    Fix,
    Incident,
    VariantStanding,
)
from denpex_tui.report.evidence import Evidence
from denpex_tui.report.times import iso

Value = dict[str, Any]


def incident_value(incident: Incident, evidence: Evidence) -> Value:
    """The incident in the order of the schema.  ``fixes`` holds only those that apply to what was found."""
    return {
        "attempt": incident.attempt,
        "first": _first(incident.first, evidence),
        "collateral": [_collateral(group, evidence) for group in incident.collateral],
        "diagnosis": diagnosis_value(incident.diagnosis, evidence),
        "checklist": [_item(item, evidence) for item in incident.checklist],
        "fixes": [_fix(fix) for fix in incident.fixes if fix.applies],
        "other_fixes": [_fix(fix) for fix in incident.fixes if not fix.applies],
        "other": claims_value(incident.other, evidence),
    }


def claims_value(claims: Iterable[Claim], evidence: Evidence) -> list[Value]:
    return [{"text": claim.text, "evidence": evidence.cite(claim.events)} for claim in claims]


def _ids(claims: Iterable[Claim], evidence: Evidence) -> list[str]:
    return evidence.cite(event for claim in claims for event in claim.events)


def _first(first: FirstFailure, evidence: Evidence) -> Value:
    alternatives = [
        {
            "ranks": list(other.ranks),
            "why_not": other.why_not.text,
            "evidence": evidence.cite(other.why_not.events),
        }
        for other in first.alternatives
    ]
    return {
        "ranks": list(first.ranks),
        "certainty": first.certainty.value,
        "kind": first.kind,
        "rule": first.rule,
        "message": first.message,
        "step": first.step,
        "time": iso(first.time),
        "origin": list(first.origin),
        "reasons": claims_value(first.reasons, evidence),
        "alternatives": alternatives,
        "but": claims_value(first.but, evidence),
        "host": first.host,
        "event": None if first.event is None else evidence.id(first.event),
    }


def _collateral(group: Collateral, evidence: Evidence) -> Value:
    return {
        "ranks": list(group.ranks),
        "kind": group.kind,
        "why": group.why.text,
        "evidence": evidence.cite(group.why.events),
        "title": group.title,
        "delays": [None if seconds is None else round(seconds, 3) for seconds in group.delays],
    }


_NO_DIAGNOSIS = Diagnosis(rule=None, title="", variant=None, variant_title="", explanation="")


def diagnosis_value(diagnosis: Diagnosis | None, evidence: Evidence) -> Value:
    """The diagnosis; when there is none, the same keys with nulls and empty lists."""
    known = diagnosis or _NO_DIAGNOSIS
    return {
        "rule": known.rule,
        "variant": known.variant,
        "explanation": known.explanation or None,
        "evidence": _ids(known.evidence, evidence),
        "contradictions": claims_value(known.contradictions, evidence),
        "title": known.title or None,
        "variant_title": known.variant_title or None,
        "claims": claims_value(known.evidence, evidence),
        "variants": [_variant(variant, evidence) for variant in known.variants],
        "facts": [_fact(fact, evidence) for fact in known.facts],
        "does_not_prove": known.does_not_prove or None,
        "misbeliefs": [{"claim": claim, "fact": fact} for claim, fact in known.misbeliefs],
        "references": [{"title": title, "url": url} for title, url in known.references],
    }


def _variant(variant: VariantStanding, evidence: Evidence) -> Value:
    return {
        "id": variant.id,
        "title": variant.title,
        "standing": variant.standing.value,
        "for": claims_value(variant.evidence, evidence),
        "against": claims_value(variant.against, evidence),
    }


def _fact(fact: Fact, evidence: Evidence) -> Value:
    return {
        "label": fact.label,
        "value": fact.value,
        "evidence": [] if fact.event is None else [evidence.id(fact.event)],
    }


def _item(item: ChecklistItem, evidence: Evidence) -> Value:
    return {
        "id": item.id,
        "text": item.text,
        "mode": item.mode.value,
        "state": item.state.value,
        "evidence": _ids(item.claims, evidence),
        "note": item.note or None,
        "found": item.found.value,
        "claims": claims_value(item.claims, evidence),
        "means": item.means or None,
        "how": item.how or None,
        "changes": item.changes or None,
    }


def _fix(fix: Fix) -> Value:
    return {"title": fix.title, "when": fix.when, "change": fix.change, "verify": fix.verify, "expect": fix.expect}
