"""The outline of an incident as the tree shows it: nodes with their words and what they cite, made from a snapshot."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from denpex_tui.engine.model import Certainty, Claim, Collateral, Event, Incident, Snapshot
from denpex_tui.ui import glyphs, words
from denpex_tui.ui.citation import Citation, cite, opening
from denpex_tui.ui.glyphs import Mark


@dataclass(frozen=True, slots=True)
class Node:
    """One row of the tree. ``key`` is stable over snapshots, so that the cursor stays where it was."""

    key: str
    mark: Mark
    text: str
    detail: str = ""
    citation: Citation | None = None
    children: Callable[[], list[Node]] | None = None
    """Made when the node is first opened; a job may have thousands of ranks."""
    expanded: bool = False


def incident_nodes(snapshot: Snapshot) -> list[Node]:
    """One top node for each incident, the headline's opened."""
    several = len(snapshot.incidents) > 1
    return [
        incident_node(snapshot, incident, several, index == snapshot.headline)
        for index, incident in enumerate(snapshot.incidents)
    ]


def incident_node(snapshot: Snapshot, incident: Incident, several: bool, opened: bool) -> Node:
    """The initiator, with all that is said of it and all that followed from it below."""
    first = incident.first
    key = f"incident/{incident.attempt}"
    mark = glyphs.CERTAINTY[first.certainty]
    who = _who(snapshot, incident)
    where = f"{snapshot.attempt_name(incident.attempt)}: " if several else ""
    step = "" if first.step is None else f"step {first.step:,}"
    return Node(
        key,
        mark,
        f"{where}{who}  {first.message}",
        step,
        opening(incident),
        lambda: _below(incident, key),
        expanded=opened,
    )


def _who(snapshot: Snapshot, incident: Incident) -> str:
    first = incident.first
    if first.certainty is Certainty.SYMMETRIC and len(first.ranks) == snapshot.world_size:
        return f"all {len(first.ranks):,} ranks"
    if not first.ranks:
        return "first rank unknown"
    return words.ranks(first.ranks, "or" if first.certainty is Certainty.AMBIGUOUS else "and")


def _below(incident: Incident, key: str) -> list[Node]:
    first = incident.first
    limits = [*first.but, *(incident.diagnosis.contradictions if incident.diagnosis else ())]
    nodes = _claims(f"{key}/because", glyphs.BECAUSE, first.reasons)
    nodes += _claims(f"{key}/but", glyphs.BUT, limits)
    nodes += _collateral(incident, key)
    nodes += _alternatives(incident, key)
    nodes += _folded(f"{key}/other", glyphs.OTHER, "other", list(incident.other))
    return nodes


def _claims(key: str, mark: Mark, claims: tuple[Claim, ...] | list[Claim]) -> list[Node]:
    return [
        Node(f"{key}/{index}", mark, claim.text, _lines(claim), cite(mark.word, claim))
        for index, claim in enumerate(claims)
    ]


def _lines(claim: Claim) -> str:
    return f"({len(claim.events)})" if len(claim.events) > 1 else ""


def _folded(key: str, mark: Mark, title: str, claims: list[Claim]) -> list[Node]:
    if not claims:
        return []
    return [Node(key, mark, title, f"{len(claims):,}", None, lambda: _claims(key, mark, claims))]


def _collateral(incident: Incident, key: str) -> list[Node]:
    groups = incident.collateral
    if not groups:
        return []
    total = len({rank for group in groups for rank in group.ranks})
    return [
        Node(
            f"{key}/collateral",
            Mark("↳", "collateral", "$text-warning"),
            "collateral",
            words.count(total, "rank"),
            Citation("collateral", f"{words.count(total, 'rank')} failed because of the first failure"),
            lambda: [_group(group, f"{key}/collateral/{group.kind}/{index}") for index, group in enumerate(groups)],
            expanded=True,
        )
    ]


def _group(group: Collateral, key: str) -> Node:
    return Node(
        key,
        Mark("↳", "collateral", "$text-warning"),
        f"{group.title}: {words.ranks(group.ranks)}",
        _delays(group),
        cite("collateral", group.why),
        lambda: _members(group, key),
    )


def _delays(group: Collateral) -> str:
    known = [seconds for seconds in group.delays if seconds is not None]
    if not known:
        return ""
    low, high = words.delay(min(known)), words.delay(max(known))
    return low if low == high else f"{low} … {high}"


def _members(group: Collateral, key: str) -> list[Node]:
    delays = dict(zip(group.ranks, group.delays, strict=False))
    return [
        Node(
            f"{key}/{rank}",
            Mark("↳", "collateral", "$text-warning"),
            f"rank {rank}",
            words.delay(delays.get(rank)),
            Citation("collateral", group.why.text, _of_rank(group.why.events, rank)),
        )
        for rank in group.ranks
    ]


def _of_rank(events: tuple[Event, ...], rank: int) -> tuple[Event, ...]:
    return tuple(event for event in events if event.rank == rank)


def _alternatives(incident: Incident, key: str) -> list[Node]:
    others = incident.first.alternatives
    if not others:
        return []
    mark = glyphs.ALTERNATIVE
    return [
        Node(
            f"{key}/not-first",
            mark,
            "considered, not first",
            f"{len(others):,}",
            None,
            lambda: [
                Node(
                    f"{key}/not-first/{index}",
                    mark,
                    f"{words.ranks(other.ranks)}: {other.why_not.text}",
                    _lines(other.why_not),
                    cite("not first", other.why_not),
                )
                for index, other in enumerate(others)
            ],
        )
    ]
