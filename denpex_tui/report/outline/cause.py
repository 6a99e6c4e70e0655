"""The cause as the rule tells it: the chosen variant, its rivals, and what the log says of the job."""

from __future__ import annotations

from denpex_tui.engine.model import Diagnosis, Incident, Standing, VariantStanding
from denpex_tui.report import marks
from denpex_tui.report.marks import Mark
from denpex_tui.report.outline.builder import Builder

_STANDING = {
    Standing.CHOSEN: Mark("▶", ">", "chosen", "green"),
    Standing.POSSIBLE: Mark("?", "?", "possible", "yellow"),
    Standing.RULED_OUT: Mark("✗", "x", "ruled out", "dim"),
}


def cause(builder: Builder, incident: Incident) -> None:
    """Explanation, evidence for it, and what contradicts it."""
    diagnosis = incident.diagnosis
    if diagnosis is None:
        return
    builder.heading(f"Cause: {diagnosis.variant_title or diagnosis.title}")
    if diagnosis.rule:
        builder.say("rule", f"{diagnosis.title} ({diagnosis.rule})")
    builder.explain(diagnosis.explanation)
    builder.claims("for", diagnosis.evidence)
    builder.claims("against", diagnosis.contradictions)
    builder.say("limits", diagnosis.does_not_prove)
    _variants(builder, diagnosis)
    _facts(builder, diagnosis)


def _variants(builder: Builder, diagnosis: Diagnosis) -> None:
    if diagnosis.variants:
        builder.heading("Causes compared")
    for variant in diagnosis.variants:
        builder.say(_STANDING[variant.standing].word, variant.title, _STANDING[variant.standing])
        _sides(builder, variant, chosen=variant.standing is Standing.CHOSEN)


def _sides(builder: Builder, variant: VariantStanding, *, chosen: bool) -> None:
    """What speaks for and against a variant; what speaks for the chosen one stands above already."""
    if not chosen:
        builder.claims("for", variant.evidence, level=1)
    builder.claims("against", variant.against, level=1)


def _facts(builder: Builder, diagnosis: Diagnosis) -> None:
    if diagnosis.facts:
        builder.heading("What the log says of the job")
        builder.table(("what", "value"), ((fact.label, fact.value) for fact in diagnosis.facts), frozenset({1}))


def beliefs(builder: Builder, incident: Incident) -> None:
    """Advice that circulates and is wrong, met with the facts, and where to read more."""
    diagnosis = incident.diagnosis
    if diagnosis is None:
        return
    if diagnosis.misbeliefs:
        builder.heading("You may have read, and it is not so")
    for claim, fact in diagnosis.misbeliefs:
        builder.say("read", claim, marks.NOTICE)
        builder.say("fact", fact, level=1)
    if diagnosis.references:
        builder.heading("References")
    for title, url in diagnosis.references:
        builder.link(title, url)
