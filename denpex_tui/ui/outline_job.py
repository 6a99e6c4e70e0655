"""The outline of the whole job below the incidents: all ranks, clocks, harmless lines, warnings, files not read."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from denpex_tui.engine.model import Claim, ClockOffset, Event, RankStatus, Snapshot, VerdictChange
from denpex_tui.ui import glyphs, words
from denpex_tui.ui.citation import Citation, cite, cite_concern, cite_event
from denpex_tui.ui.glyphs import Mark
from denpex_tui.ui.outline import Node, incident_nodes

FLAT_RANKS = 64
"""Up to so many ranks stand in one list; more are grouped by host."""
OPENED = ("alerts", "concerns", "warnings")
"""Sections that are not folded at first."""
LISTED = 500
"""So many harmless lines or files are listed; how many more there are is said."""


def outline(snapshot: Snapshot) -> list[Node]:
    """All top nodes of the tree."""
    return [
        *incident_nodes(snapshot),
        *_section("alerts", glyphs.ALERT, "notices", [_alert(claim) for claim in snapshot.alerts]),
        *_section("concerns", glyphs.CONCERN, "concerns", _concerns(snapshot)),
        *_ranks(snapshot),
        *_section("harmless", glyphs.HARMLESS, "look alarming, are not", [_harmless(e) for e in snapshot.not_failures]),
        *_section("changes", glyphs.WAS, "earlier verdicts", [_change(change) for change in snapshot.changes]),
        *_section("clocks", glyphs.CLOCK, "clocks", [_clock(clock) for clock in snapshot.clocks]),
        *_section("warnings", glyphs.WARNING, "warnings", _warnings(snapshot)),
        *_section("not-read", glyphs.NOT_READ, "files not read", _not_read(snapshot)),
    ]


def _section(key: str, mark: Mark, title: str, rows: list[Node]) -> list[Node]:
    if not rows:
        return []
    listed = [
        Node(f"{key}/{index}", row.mark, row.text, row.detail, row.citation) for index, row in enumerate(rows[:LISTED])
    ]
    if len(rows) > LISTED:
        listed.append(Node(f"{key}/more", mark, f"and {len(rows) - LISTED:,} more: see the JSON report"))
    return [Node(key, mark, title, f"{len(rows):,}", None, lambda: listed, expanded=key in OPENED)]


def _ranks(snapshot: Snapshot) -> list[Node]:
    if not snapshot.ranks:
        return []
    few = len(snapshot.ranks) <= FLAT_RANKS
    children = _flat if few else _by_host
    opened = snapshot.incident is None and few
    return [
        Node("ranks", glyphs.OTHER, "all ranks", f"{len(snapshot.ranks):,}", None, lambda: children(snapshot), opened)
    ]


def _flat(snapshot: Snapshot) -> list[Node]:
    return _rows(snapshot, snapshot.ranks)


def _rows(snapshot: Snapshot, members: Sequence[RankStatus]) -> list[Node]:
    origin = snapshot.incident.first.origin if snapshot.incident else ()
    return [_rank(status, status.rank in origin) for status in members]


def _by_host(snapshot: Snapshot) -> list[Node]:
    ordered = sorted(snapshot.ranks, key=lambda status: (status.host or "", status.rank))
    return [
        _host(snapshot, host, list(group)) for host, group in groupby(ordered, key=lambda status: status.host or "")
    ]


def _host(snapshot: Snapshot, host: str, members: list[RankStatus]) -> Node:
    who = words.ranks([status.rank for status in members])
    return Node(
        f"host/{host}",
        glyphs.OTHER,
        f"{host or 'host unknown'}: {who}",
        f"{len(members):,}",
        None,
        lambda: _rows(snapshot, members),
    )


def _rank(status: RankStatus, origin: bool) -> Node:
    mark = glyphs.RANK[status.state]
    step = "" if status.last_step is None else f"step {status.last_step:,}"
    label = f"rank {status.rank}"
    said = status.last_text or "nothing of interest in its log"
    return Node(
        f"rank/{status.rank}",
        mark,
        f"{label} {mark.word}{' · look here' if origin else ''}",
        step,
        Citation(label, said, place=status.last_place),
    )


def _harmless(event: Event) -> Node:
    return Node("", glyphs.HARMLESS, event.text, "", cite_event("looks alarming, is not", event))


def _alert(claim: Claim) -> Node:
    return Node("", glyphs.ALERT, claim.text, "", cite("notice", claim))


def _concerns(snapshot: Snapshot) -> list[Node]:
    cited = [cite_concern(concern) for concern in snapshot.concerns]
    return [Node("", glyphs.CONCERN, citation.text, "", citation) for citation in cited]


def _change(change: VerdictChange) -> Node:
    text = f"{change.was}, until {words.wall_clock(change.until)}, because {change.because}"
    return Node("", glyphs.WAS, text, "", Citation("was", text))


def _clock(clock: ClockOffset) -> Node:
    side = "ahead" if clock.offset > 0 else "behind"
    text = f"{clock.host} is {abs(clock.offset):.1f} s {side} (± {clock.error:.1f} s, {clock.samples} common steps)"
    return Node("", glyphs.CLOCK, text, "", Citation("clock", text))


def _warnings(snapshot: Snapshot) -> list[Node]:
    rows = [Node("", glyphs.WARNING, text, "", Citation("warning", text)) for text in snapshot.warnings]
    if snapshot.unattributed:
        text = f"{words.count(snapshot.unattributed, 'failure')} could not be given to a rank"
        rows.append(Node("", glyphs.WARNING, text, "", Citation("warning", text)))
    return rows


def _not_read(snapshot: Snapshot) -> list[Node]:
    return [
        Node(
            "", glyphs.NOT_READ, f"{item.path}: {item.reason}", "", Citation("not read", f"{item.path}: {item.reason}")
        )
        for item in snapshot.not_read
    ]
