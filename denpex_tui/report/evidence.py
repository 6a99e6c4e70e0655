"""Numbers for the evidence: ``e1``, ``e2`` … in the order in which a reader first meets it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from denpex_tui.engine.model import Claim, Diagnosis, Event, Incident, Place, Snapshot

Key = tuple[Place, str, str]


def key(event: Event) -> Key:
    """What makes two citations the same evidence: place, kind and name."""
    return event.place, event.kind, event.name


@dataclass(frozen=True, slots=True)
class Evidence:
    """The numbered evidence of one snapshot."""

    ids: Mapping[Key, str]
    events: Mapping[str, Event]
    """By id, in order."""

    def id(self, event: Event) -> str:
        """The number of an event of the snapshot; KeyError when nothing cites it."""
        return self.ids[key(event)]

    def cite(self, events: Iterable[Event]) -> list[str]:
        """The numbers of ``events``, each once, in their order."""
        return list(dict.fromkeys(self.id(event) for event in events))


def number_evidence(snapshot: Snapshot) -> Evidence:
    """Number every event that a claim of the snapshot rests on; the same snapshot always gives the same numbers."""
    ids: dict[Key, str] = {}
    events: dict[str, Event] = {}
    for event in _cited(snapshot):
        if key(event) not in ids:
            ids[key(event)] = f"e{len(ids) + 1}"
            events[ids[key(event)]] = event
    return Evidence(ids, events)


def source_path(event: Event, snapshot: Snapshot) -> str | None:
    """The path of the source that an event stands in, or None for one that is not of this snapshot."""
    source = snapshot.source(event.place.source)
    return source.path if source is not None else None


def _cited(snapshot: Snapshot) -> Iterator[Event]:
    for incident in snapshot.incidents:
        yield from _cited_by_incident(incident)
    for concern in snapshot.concerns:
        yield from _cited_by_diagnosis(concern)
    yield from _of(snapshot.alerts)
    yield from snapshot.not_failures


def _cited_by_incident(incident: Incident) -> Iterator[Event]:
    first = incident.first
    yield from _of(first.reasons)
    yield from _of(first.but)
    yield from _of(alternative.why_not for alternative in first.alternatives)
    yield from _of(group.why for group in incident.collateral)
    if incident.diagnosis is not None:
        yield from _cited_by_diagnosis(incident.diagnosis)
    for item in incident.checklist:
        yield from _of(item.claims)
    yield from _of(incident.other)
    if first.event is not None:
        yield first.event


def _cited_by_diagnosis(diagnosis: Diagnosis) -> Iterator[Event]:
    yield from _of(diagnosis.evidence)
    yield from _of(diagnosis.contradictions)
    for variant in diagnosis.variants:
        yield from _of(variant.evidence)
        yield from _of(variant.against)
    yield from (fact.event for fact in diagnosis.facts if fact.event is not None)


def _of(claims: Iterable[Claim]) -> Iterator[Event]:
    for claim in claims:
        yield from claim.events
