"""A citation: one readable sentence and the log lines it rests on; what every selection comes down to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from denpex_tui.engine.model import Claim, Diagnosis, Event, Incident, Place


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
    """The citation of the failure that the incident began with."""
    first = incident.first
    return Citation("failure", first.message, () if first.event is None else (first.event,))


def unique(events: Iterable[Event]) -> tuple[Event, ...]:
    """Events in their order, one a place."""
    seen: dict[Place, Event] = {}
    for event in events:
        seen.setdefault(telling_place(event), event)
    return tuple(seen.values())
