"""The incident in lanes: who did what when, by corrected clocks, from the lines that the verdict rests on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from denpex_tui.engine.model import Event, Incident, Place, Series, Snapshot
from denpex_tui.engine.series import SeriesTable
from denpex_tui.ui import glyphs, words
from denpex_tui.ui.citation import Citation, cite, telling_place
from denpex_tui.ui.corrected_time import CorrectedTime
from denpex_tui.ui.evidence_tour import tour
from denpex_tui.ui.glyphs import Mark

SOLO = 6
"""Up to so many first ranks have a lane each."""
TICKS = 24
"""The last steps of a rank that are drawn."""
LISTED = 200
"""Lines of one lane that are drawn; of 4,000 ranks that lost a connection the first ones tell enough."""

SAID = Mark("•", "evidence", "$text-accent")
EXIT = Mark("×", "exit", "$text-warning")
COLLATERAL = Mark("↳", "collateral", "$text-warning")
LAUNCHER = Mark("■", "launcher", "dim")
OTHERS = Mark("·", "other ranks", "dim")
_LAUNCHERS = ("launcher", "exit", "cancel")


@dataclass(frozen=True, slots=True)
class Tick:
    """A step of the rank that stands for a lane."""

    time: float
    step: int


@dataclass(frozen=True, slots=True)
class Lane:
    """One row of the timeline."""

    mark: Mark
    label: str
    ranks: frozenset[int] = frozenset()
    ticks: tuple[Tick, ...] = ()


@dataclass(frozen=True, slots=True)
class Moment:
    """One line of a log on the timeline."""

    lane: int
    mark: Mark
    citation: Citation
    event: Event
    time: float | None
    """Corrected, in seconds since the epoch; None when nothing tells."""
    bound: bool = False
    """The line has no stamp; ``time`` is the last one that its writer wrote before it."""
    error: float = 0.0


@dataclass(frozen=True, slots=True)
class Timeline:
    """Lanes, and their moments in the order of time; those without a time come last."""

    lanes: tuple[Lane, ...]
    moments: tuple[Moment, ...]
    start: float | None
    """When the first failure was logged, corrected."""


def timeline(snapshot: Snapshot) -> Timeline:
    """The timeline of the headline incident; without one, of what is worth a notice."""
    clock = CorrectedTime(snapshot)
    lanes = list(_lanes(snapshot))
    ends = frozenset(_ends(snapshot.incident)) if snapshot.incident else frozenset()
    found = [_moment(citation, lanes, clock, ends) for citation in _stops(snapshot)]
    kept = _at_most(sorted(found, key=_order))
    used = sorted({moment.lane for moment in kept} | {i for i, lane in enumerate(lanes) if lane.ranks})
    renumbered = {old: new for new, old in enumerate(used)}
    attempt = shown_attempt(snapshot)
    drawn = tuple(_with_ticks(snapshot, lanes[old], clock, attempt) for old in used)
    moments = tuple(replace(moment, lane=renumbered[moment.lane]) for moment in kept)
    return Timeline(drawn, moments, None if snapshot.incident is None else snapshot.incident.first.time)


def shown_attempt(snapshot: Snapshot) -> int:
    """The attempt of the headline incident, else the last one."""
    if snapshot.incident is not None:
        return snapshot.incident.attempt
    return max((source.attempt or 0 for source in snapshot.sources), default=0)


def _ends(incident: Incident) -> Iterator[Place]:
    """The lines with which ranks failed, first and collateral."""
    if incident.first.event is not None:
        yield telling_place(incident.first.event)
    for group in incident.collateral:
        yield from (telling_place(event) for event in group.why.events)


def _order(moment: Moment) -> tuple[bool, float, bool, Place]:
    return (moment.time is None, moment.time or 0.0, moment.bound, moment.event.place)


def _at_most(moments: Iterable[Moment]) -> list[Moment]:
    seen: dict[int, int] = defaultdict(int)
    kept = []
    for moment in moments:
        seen[moment.lane] += 1
        if seen[moment.lane] <= LISTED:
            kept.append(moment)
    return kept


def _stops(snapshot: Snapshot) -> Iterator[Citation]:
    """The lines of the tour, then those of what is neither first nor collateral."""
    seen: set[Place] = set()
    other = [] if snapshot.incident is None else [cite("other", claim) for claim in snapshot.incident.other]
    stops = (*tour(snapshot), *(replace(one, focus=at) for one in other for at in range(len(one.events))))
    for citation in stops:
        place = citation.opens
        if place is not None and place not in seen:
            seen.add(place)
            yield citation


def _lanes(snapshot: Snapshot) -> Iterator[Lane]:
    incident = snapshot.incident
    if incident is not None:
        yield from _first(incident)
        for group in incident.collateral:
            who = f"rank {group.ranks[0]}" if len(group.ranks) == 1 else words.count(len(group.ranks), "rank")
            yield Lane(COLLATERAL, f"{who}: {group.title}", frozenset(group.ranks))
    yield Lane(LAUNCHER, "launcher")
    yield Lane(OTHERS, "other ranks" if incident is not None else "ranks")


def _first(incident: Incident) -> Iterator[Lane]:
    first = incident.first
    mark = glyphs.CERTAINTY[first.certainty]
    alone = first.ranks if len(first.ranks) <= SOLO else (first.origin or first.ranks)[:SOLO]
    for rank in alone:
        yield Lane(mark, f"rank {rank}{' look here' if rank in first.origin else ''}", frozenset((rank,)))
    rest = frozenset(first.ranks) - frozenset(alone)
    if rest:
        yield Lane(mark, f"{words.count(len(rest), 'other rank')}", rest)


def _moment(citation: Citation, lanes: list[Lane], clock: CorrectedTime, ends: frozenset[Place]) -> Moment:
    event = citation.events[citation.focus]
    at = _lane(event, lanes)
    mark = EXIT if event.kind == "exit" else lanes[at].mark if telling_place(event) in ends else SAID
    own = event.time is not None
    time = clock.corrected(event.rank, event.time if own else event.after)
    return Moment(at, mark, citation, event, time, time is not None and not own, clock.error(event.rank))


def _lane(event: Event, lanes: list[Lane]) -> int:
    if event.kind in _LAUNCHERS or event.rank is None:
        return len(lanes) - 2
    return next((index for index, lane in enumerate(lanes) if event.rank in lane.ranks), len(lanes) - 1)


def _with_ticks(snapshot: Snapshot, lane: Lane, clock: CorrectedTime, attempt: int) -> Lane:
    """The last steps of the lowest rank of the lane."""
    if not lane.ranks:
        return lane
    rank = min(lane.ranks)
    times: dict[int, float] = {}
    for series in series_of(snapshot, rank, attempt):
        for point in series.points if series.name == "step" else ():
            time = clock.corrected(rank, point.time)
            if time is not None and point.step is not None:
                times[point.step] = time
    last = sorted(times.items(), key=lambda item: item[1])[-TICKS:]
    return replace(lane, ticks=tuple(Tick(time, step) for step, time in last))


def series_of(snapshot: Snapshot, rank: int | None, attempt: int) -> tuple[Series, ...]:
    """The series of one rank, without building those of all others where that can be helped."""
    if isinstance(snapshot.series, SeriesTable):
        return snapshot.series.of(rank, attempt)
    return tuple(one for one in snapshot.series if one.rank == rank and one.attempt == attempt)


def said(event: Event) -> str:
    """What a line says; of a traceback its exception."""
    return event.text.strip() if event.traceback is None else event.traceback.headline
