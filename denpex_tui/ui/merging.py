"""Which ranks are merged, the window of their logs that is wanted, and what is said of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from textual.content import Content

from denpex_tui.engine.model import Snapshot
from denpex_tui.ui import words
from denpex_tui.ui.corrected_time import CorrectedTime
from denpex_tui.ui.log_rows import LogPlace
from denpex_tui.ui.merged_log import MergedLog
from denpex_tui.ui.session_like import SessionLike
from denpex_tui.ui.sources import find, owner

if TYPE_CHECKING:  # the screen is painted before the engine is loaded
    from denpex_tui.engine.search.merging import TimedLog

MOST = 16
"""So many ranks are merged without being asked for."""


@dataclass(frozen=True, slots=True)
class Selection:
    """The sources that are merged, and the ranks they are of."""

    sources: tuple[int, ...]
    ranks: tuple[int, ...]
    left_out: int = 0
    """Ranks that were not asked for by name and are too many to be merged."""
    labels: Mapping[int, str] = field(default_factory=dict)


def of_incident(snapshot: Snapshot) -> Selection:
    """The first rank and the collateral of the incident, else all ranks; no more than can be read side by side."""
    incident = snapshot.incident
    ranks: list[int] = [] if incident is None else [*incident.first.ranks]
    for group in () if incident is None else incident.collateral:
        ranks += group.ranks
    ranks = list(dict.fromkeys(ranks)) or [status.rank for status in snapshot.ranks]
    return of_ranks(snapshot, ranks[:MOST], len(ranks[MOST:]))


def of_ranks(snapshot: Snapshot, ranks: Sequence[int], left_out: int = 0) -> Selection:
    """The sources of some ranks, of the attempt that the verdict is about."""
    attempt = None if snapshot.incident is None else snapshot.incident.attempt
    sources = {
        source.id: owner(source)
        for rank in ranks
        for source in snapshot.sources
        if source.rank == rank and source.lines and (attempt is None or source.attempt in (None, attempt))
    }
    there = tuple(rank for rank in ranks if any(source.rank == rank for source in snapshot.sources))
    return Selection(tuple(sources), there, left_out, sources)


def timed_logs(session: SessionLike, snapshot: Snapshot, selection: Selection) -> list[TimedLog]:
    """The logs with the errors of their clocks."""
    from denpex_tui.engine.search.merging import TimedLog

    times = CorrectedTime(snapshot)
    logs = []
    for source_id in selection.sources:
        source = find(snapshot, source_id)
        rank = None if source is None else source.rank
        offset = times.of(rank)
        logs.append(TimedLog(source_id, session.log(source_id), 0.0 if offset is None else offset.offset, rank))
    return logs


@dataclass(frozen=True, slots=True)
class Wish:
    """A window to be read: around a moment, or the moment of a place."""

    selection: Selection
    logs: Sequence[TimedLog]
    place: LogPlace | None
    origin: TimedLog | None
    """The log of the place, which may be none of those that are merged."""
    moment: float | None


def wished(
    session: SessionLike, snapshot: Snapshot, selection: Selection, place: LogPlace | None, moment: float | None
) -> Wish:
    """What to read."""
    place = None if place is None or place[1] < 1 else place
    origin = timed_logs(session, snapshot, Selection((place[0],), ())) if place is not None else [None]
    return Wish(selection, timed_logs(session, snapshot, selection), place, origin[0], moment)


def read_window(wish: Wish) -> MergedLog:
    """The rows of the window; takes some tens of milliseconds."""
    from denpex_tui.engine.search.merging import merge_around, moment_of

    moment = wish.moment
    if moment is None and wish.place is not None and wish.origin is not None:
        moment = moment_of(wish.origin, wish.place[1])
    if moment is None:
        moment = _end(wish)
    return MergedLog(merge_around(wish.logs, moment), wish.logs, wish.selection.labels)


def _end(wish: Wish) -> float:
    """The end of the rank: there a log without times stands."""
    from denpex_tui.engine.search.merging import moment_of

    rank = None if wish.origin is None else wish.origin.rank
    beside = [each for each in wish.logs if each.rank == rank] or wish.logs
    ends = (moment_of(each, each.log.count) for each in beside)
    return max((end for end in ends if end is not None), default=0.0)


def merged_line(selection: Selection, rows: MergedLog) -> Content:
    """What stands below a merged log."""
    merged = rows.merged
    ranks = words.ranks(selection.ranks)
    more = f", {selection.left_out:,} more left out" if selection.left_out else ""
    untimed = f", {words.count(len(merged.untimed), 'log')} without times left out" if merged.untimed else ""
    span = f"  {words.clock(merged.start)} to {words.clock(merged.end)} by corrected clocks"
    return Content.assemble(
        (f"{ranks} merged", "bold $text-accent"), f"{span}{more}{untimed}", ("  M one alone, @ other ranks", "dim")
    )
