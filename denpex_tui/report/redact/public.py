"""What a rule says is public: the addresses in its texts stay."""

from __future__ import annotations

from collections.abc import Iterator

from denpex_tui.engine.model import Diagnosis, Snapshot
from denpex_tui.report.redact.patterns import URL
from denpex_tui.report.rewrite import texts


def public_addresses(snapshot: Snapshot) -> set[str]:
    """The web addresses that the rules of a snapshot cite."""
    said = (text for diagnosis in _diagnoses(snapshot) for text in _rule_texts(diagnosis))
    return {match[0].rstrip(".") for text in said for match in URL.finditer(text)}


def _diagnoses(snapshot: Snapshot) -> Iterator[Diagnosis]:
    yield from (incident.diagnosis for incident in snapshot.incidents if incident.diagnosis is not None)
    yield from snapshot.concerns


def _rule_texts(diagnosis: Diagnosis) -> Iterator[str]:
    yield from texts((diagnosis.references, diagnosis.misbeliefs, diagnosis.explanation, diagnosis.does_not_prove))
