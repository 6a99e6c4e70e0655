"""A citation: one readable sentence and the log lines it rests on; what every selection comes down to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from denpex_tui.engine.model import Claim, Diagnosis, Event, FirstFailure, Incident, Place


@dataclass(frozen=True, slots=True)
class Citation:
    """What was selected, in words, and where to look."""

    label: str
    text: str
    events: tuple[Event, ...] = ()
    place: Place | None = None
    """Where to look when no event is cited."""
    focus: int = 0
    """Which of the events to open."""

    @property
    def opens(self) -> Place | None:
        """The line to open, or None when nothing in the logs is cited."""
        if self.events:
            return telling_place(self.events[self.focus])
        return self.place


def telling_place(event: Event) -> Place:
    """The line of an event that tells most: of a traceback, the one that names the exception."""
    block = event.traceback
    return event.place if block is None or block.place is None else block.place


def cite(label: str, claim: Claim) -> Citation:
    """The citation of a claim."""
    return Citation(label, claim.text, unique(claim.events))


def cite_event(label: str, event: Event) -> Citation:
    """The citation of a single line."""
    return Citation(label, event.text, (event,))


def cite_concern(concern: Diagnosis) -> Citation:
    """The citation of something that is wrong although nothing crashed."""
    events = unique(event for claim in concern.evidence for event in claim.events)
    what = f"{concern.title}: {concern.variant_title}" if concern.variant_title else concern.title
    return Citation("concern", what, events)


def opening(incident: Incident) -> Citation:
    """The citation of the failure that the incident began with: where all ranks raised the same, at its origin."""
    first = incident.first
    event = _at_origin(first) or first.event
    return Citation("failure", first.message, () if event is None else (event,))


def _at_origin(first: FirstFailure) -> Event | None:
    """What the reasons cite of the origin of a symmetric failure: its traceback, else the first of its lines."""
    events = [event for claim in first.reasons for event in claim.events if event.rank in first.origin]
    return min(events, key=lambda event: event.traceback is None, default=None)


def unique(events: Iterable[Event]) -> tuple[Event, ...]:
    """Events in their order, one a place."""
    seen: dict[Place, Event] = {}
    for event in events:
        seen.setdefault(telling_place(event), event)
    return tuple(seen.values())
