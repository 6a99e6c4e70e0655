"""The diagnosis as rows: the competing causes with what speaks for and against each, facts, limits, misbeliefs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from textual.content import Content

from denpex_tui.engine.model import Claim, Diagnosis, Fact, VariantStanding
from denpex_tui.ui import glyphs
from denpex_tui.ui.citation import Citation, cite, cite_event
from denpex_tui.ui.hanging import Hanging


@dataclass(frozen=True, slots=True)
class CauseRow:
    """One row; one without a citation is read, not selected."""

    prompt: Hanging
    citation: Citation | None = None


def cause_rows(diagnosis: Diagnosis) -> list[CauseRow]:
    """All of it, in the order of the questions: what is it, why not something else, what is known, what is not."""
    rows = [_plain("", diagnosis.variant_title or diagnosis.title, "bold"), _plain("", diagnosis.explanation)]
    rows += [_claim(glyphs.BECAUSE, claim) for claim in diagnosis.evidence]
    rows += [_claim(glyphs.BUT, claim) for claim in diagnosis.contradictions]
    if diagnosis.variants:
        rows.append(_heading("Causes compared"))
        for variant in diagnosis.variants:
            rows += _variant(variant)
    if diagnosis.facts:
        rows += [_heading("What the logs say of the job"), *map(_fact, diagnosis.facts)]
    if diagnosis.does_not_prove:
        rows += [_heading("What this does not prove"), _plain("", diagnosis.does_not_prove)]
    rows += _misbeliefs(diagnosis)
    if diagnosis.references:
        rows.append(_heading("References"))
        rows += [_plain("", f"{title}  {url}") for title, url in diagnosis.references]
    return rows


def _heading(text: str) -> CauseRow:
    return CauseRow(Hanging(Content(""), Content("\n") + Content.styled(text, "bold underline")))


def _plain(lead: str, text: str, style: str = "") -> CauseRow:
    return CauseRow(Hanging(Content(lead), Content.styled(" ".join(text.split()), style)))


def _claim(mark: glyphs.Mark, claim: Claim, indent: str = "") -> CauseRow:
    lead = Content.styled(f"{indent}{mark.glyph} ", mark.tone)
    word = Content.styled(f"{mark.word}  ", mark.tone)
    lines = Content.styled(f"  ({len(claim.events)})" if len(claim.events) > 1 else "", "dim")
    return CauseRow(Hanging(lead, word + Content(claim.text) + lines), cite(mark.word, claim))


def _variant(variant: VariantStanding) -> Iterator[CauseRow]:
    mark = glyphs.STANDING[variant.standing]
    title = Content.styled(variant.title, "bold") + Content.styled(f"  {mark.word}", mark.tone)
    events = tuple(event for claim in (*variant.evidence, *variant.against) for event in claim.events)
    lead = Content.styled(f"{mark.glyph} ", f"bold {mark.tone}")
    yield CauseRow(Hanging(lead, title), Citation(mark.word, variant.title, events))
    for claim in variant.evidence:
        yield _claim(FOR, claim, "  ")
    for claim in variant.against:
        yield _claim(AGAINST, claim, "  ")


FOR = glyphs.Mark("+", "for", "$text-success")
AGAINST = glyphs.Mark("–", "against", "$text-warning")


def _fact(fact: Fact) -> CauseRow:
    body = Hanging(Content.styled(f"{fact.label}  ", "dim"), Content(fact.value))
    return CauseRow(body, None if fact.event is None else cite_event(fact.label, fact.event))


def _misbeliefs(diagnosis: Diagnosis) -> Iterator[CauseRow]:
    if diagnosis.misbeliefs:
        yield _heading("Often said, and wrong")
    for claim, fact in diagnosis.misbeliefs:
        yield CauseRow(Hanging(Content.styled("✗ ", "$text-error"), Content.styled(claim, "italic")))
        yield CauseRow(Hanging(Content.styled("  ✓ ", "$text-success"), Content(fact)))
