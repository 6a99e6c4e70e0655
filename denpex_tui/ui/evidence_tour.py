"""The tour: every line that the verdict rests on, in the order in which the verdict is told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from denpex_tui.engine.model import Event, Incident, Place, Snapshot
from denpex_tui.ui.citation import Citation, cite, opening, telling_place


def citations(incident: Incident) -> Iterator[Citation]:
    """What the incident claims, in the order of reading: who, why, what speaks against it, what else, what is it."""
    first = incident.first
    if first.event is not None:
        yield opening(incident)
    yield from (cite("because", claim) for claim in first.reasons)
    yield from (cite("but", claim) for claim in first.but)
    yield from (cite("not first", other.why_not) for other in first.alternatives)
    for group in incident.collateral:
        yield cite("collateral", group.why)
    if incident.diagnosis is not None:
        yield from (cite("cause", claim) for claim in incident.diagnosis.evidence)
        yield from (cite("but", claim) for claim in incident.diagnosis.contradictions)
    for item in incident.checklist:
        yield from (cite("checklist", claim) for claim in item.claims)


def tour(snapshot: Snapshot) -> tuple[Citation, ...]:
    """One stop for each line that the verdict, a notice or a concern rests on, at its first citation."""
    told = list(citations(snapshot.incident)) if snapshot.incident is not None else []
    told += _without_failure(snapshot)
    seen: set[Place] = set()
    stops: list[Citation] = []
    for citation in told:
        for index, event in enumerate(citation.events):
            where = telling_place(event)
            if where not in seen:
                seen.add(where)
                stops.append(replace(citation, focus=index))
    return tuple(stops)


def _without_failure(snapshot: Snapshot) -> Iterator[Citation]:
    yield from (cite("notice", claim) for claim in snapshot.alerts)
    for concern in snapshot.concerns:
        yield from (cite("concern", claim) for claim in concern.evidence)


class Tour:
    """The stops, and which of them opens a line."""

    def __init__(self, snapshot: Snapshot | None) -> None:
        self.stops = () if snapshot is None else tour(snapshot)
        self._at = {stop.opens: at for at, stop in reversed(list(enumerate(self.stops)))}

    def position(self, citation: Citation) -> int | None:
        """Index of the stop that opens the same line as ``citation``."""
        return None if citation.opens is None else self._at.get(citation.opens)


def cited_events(snapshot: Snapshot) -> Iterator[Event]:
    """All lines that any claim of any incident rests on."""
    for incident in snapshot.incidents:
        for citation in citations(incident):
            yield from citation.events
    for citation in _without_failure(snapshot):
        yield from citation.events


def renewed(citation: Citation, snapshot: Snapshot) -> Citation:
    """The same with the numbers of its lines, where a newer snapshot knows them."""
    if all(event.place.line > 0 for event in citation.events):
        return citation
    now = {event.place: event for event in cited_events(snapshot)}
    return replace(citation, events=tuple(now.get(event.place, event) for event in citation.events))
