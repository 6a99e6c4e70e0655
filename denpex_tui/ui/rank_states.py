"""How each rank stands, as the grid draws it: the engine's states, those behind, and those to look at first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from denpex_tui.engine.model import Certainty, Incident, Place, RankState, RankStatus, Snapshot
from denpex_tui.ui import glyphs
from denpex_tui.ui.citation import Citation, opening
from denpex_tui.ui.glyphs import Mark

BEHIND = Mark("…", "behind", "$text-warning")
LOOK_HERE = Mark("!", "symmetric, look here", "$text-error")
"""A rank of a symmetric failure whose own lines differ."""

ORDER: tuple[Mark, ...] = (
    glyphs.RANK[RankState.FIRST],
    glyphs.RANK[RankState.SUSPECT],
    LOOK_HERE,
    glyphs.RANK[RankState.SYMMETRIC],
    glyphs.RANK[RankState.SILENT],
    BEHIND,
    glyphs.RANK[RankState.COLLATERAL],
    glyphs.RANK[RankState.UNKNOWN],
    glyphs.RANK[RankState.CANCELLED],
    glyphs.RANK[RankState.RUNNING],
    glyphs.RANK[RankState.FINISHED],
)
"""From the worst state to the best."""
_SEVERITY = {mark: index for index, mark in enumerate(ORDER)}
UNREMARKABLE = {RankState.RUNNING, RankState.FINISHED, RankState.CANCELLED, RankState.UNKNOWN}
NEAR = 2
"""Steps that ranks in lock-step may be apart, as the engine's own notice of ranks behind has it."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One rank with the mark that the grid draws."""

    status: RankStatus
    mark: Mark

    @property
    def rank(self) -> int:
        return self.status.rank

    @property
    def notable(self) -> bool:
        return self.mark in (BEHIND, LOOK_HERE) or self.status.state not in UNREMARKABLE


def standings(snapshot: Snapshot) -> tuple[Standing, ...]:
    """All ranks, those of a host together, hosts in the order of their lowest rank; without a host last."""
    origin = frozenset(snapshot.incident.first.origin) if snapshot.incident else frozenset()
    late = _behind(snapshot.ranks)
    lowest: dict[str | None, int] = {}
    for status in snapshot.ranks:
        lowest[status.host] = min(status.rank, lowest.get(status.host, status.rank))
    ordered = sorted(snapshot.ranks, key=lambda status: (not status.host, lowest[status.host], status.rank))
    return tuple(Standing(status, _mark(status, status.rank in origin, status.rank in late)) for status in ordered)


def _mark(status: RankStatus, origin: bool, late: bool) -> Mark:
    if origin and status.state is RankState.SYMMETRIC:
        return LOOK_HERE
    return BEHIND if late else glyphs.RANK[status.state]


def _behind(ranks: Iterable[RankStatus]) -> frozenset[int]:
    """Running ranks more than `NEAR` steps behind; when that is most of them, nobody is."""
    steps = {s.rank: s.last_step for s in ranks if s.state is RankState.RUNNING and s.last_step is not None}
    most = max(steps.values(), default=0)
    late = frozenset(rank for rank, step in steps.items() if step < most - NEAR)
    return late if 2 * len(late) <= len(steps) else frozenset()


def worst(members: Iterable[Standing]) -> Mark:
    """The mark that stands for several ranks."""
    return min((member.mark for member in members), key=lambda mark: _SEVERITY[mark])


def counts(members: Iterable[Standing]) -> Counter[Mark]:
    """How many ranks have each mark."""
    return Counter(member.mark for member in members)


def rank_citation(snapshot: Snapshot, status: RankStatus) -> Citation:
    """Where to look for a rank: its failure in the headline incident, else its last line of interest."""
    incident = snapshot.incident
    failure = None if incident is None else _failure(incident, status.rank)
    if failure is not None:
        return failure
    return Citation(
        f"rank {status.rank}", status.last_text or "nothing of interest in its log", place=status.last_place
    )


def _failure(incident: Incident, rank: int) -> Citation | None:
    first = incident.first
    if first.ranks == (rank,) and first.event is not None and first.certainty is not Certainty.SYMMETRIC:
        return opening(incident)
    claims = [("collateral", group.why) for group in incident.collateral if rank in group.ranks]
    claims += [("because", reason) for reason in first.reasons if rank in first.ranks]
    for label, claim in claims:
        mine = tuple(event for event in claim.events if event.rank == rank)
        if mine:
            return Citation(label, claim.text, mine)
    return None


def rank_at(snapshot: Snapshot, place: Place | None, default: int | None = None) -> int | None:
    """The rank whose file ``place`` is in, or ``default`` for a file of several ranks."""
    source = snapshot.source(place.source) if place is not None else None
    return default if source is None or source.rank is None else source.rank


def cited_rank(snapshot: Snapshot, citation: Citation | None) -> int | None:
    """The rank that a selection is about; of the failure itself its origin or first rank, else the first of all."""
    if citation is not None and citation.label != "failure":
        named = citation.events[citation.focus].rank if citation.events else None
        if named is None and citation.label.startswith("rank ") and citation.label[5:].isdigit():
            named = int(citation.label[5:])
        found = named if named is not None else rank_at(snapshot, citation.opens)
        if found is not None:
            return found
    first = () if snapshot.incident is None else snapshot.incident.first.origin or snapshot.incident.first.ranks
    return first[0] if first else next((status.rank for status in snapshot.ranks), None)
