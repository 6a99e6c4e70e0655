"""Several sources as one log, each line labelled with its rank; the lines themselves are read as they are seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from denpex_tui.engine.model import Snapshot
from denpex_tui.engine.search.merging import Merged, TimedLog
from denpex_tui.ui.corrected_time import CorrectedTime
from denpex_tui.ui.log_rows import LogPlace, LogRow, fold
from denpex_tui.ui.log_window import LogWindow
from denpex_tui.ui.session_like import SessionLike
from denpex_tui.ui.sources import find, owner

MOST = 16
"""So many ranks are merged without being asked for."""


class MergedLog:
    """The rows of a window; what lies before and after it is one fold each."""

    def __init__(self, merged: Merged, logs: Sequence[TimedLog], labels: Mapping[int, str]) -> None:
        self.merged = merged
        self.logs = tuple(logs)
        self._labels = labels
        self._windows = {each.source: LogWindow(each.log, each.source) for each in logs}
        self._sizes = self._counts()
        self._index = {place: at + 1 for at, place in enumerate(merged.places, bool(merged.before))}
        self.label_width = max(map(len, labels.values()), default=0)
        self.error = ""

    def _counts(self) -> list[int]:
        return [each.log.count for each in self.logs]

    @property
    def count(self) -> int:
        return len(self.merged.places) + bool(self.merged.before) + bool(self.merged.after)

    @property
    def highest(self) -> int:
        return max(self._sizes, default=0)

    def row(self, index: int) -> LogRow | None:
        at = index - 1 - bool(self.merged.before)
        places = self.merged.places
        if at == -1 and self.merged.before:
            return fold(places[0][0], places[0][1], self.merged.before, " of these ranks before, ⏎ reads them")
        if at == len(places) and self.merged.after:
            return fold(places[-1][0], places[-1][1], self.merged.after, " of these ranks after, ⏎ reads them")
        if not 0 <= at < len(places):
            return None
        source, line = places[at]
        row = self._windows[source].row(line)
        text = "" if row is None else row.text
        return LogRow(source, line, text, self._labels.get(source, ""))

    @property
    def focus(self) -> int:
        """The row of the moment that the window was read for."""
        return self.merged.focus + 1 + bool(self.merged.before)

    def holds(self, place: LogPlace) -> bool:
        """Whether a line is within the window."""
        return place in self._index

    def index_of(self, place: LogPlace) -> int:
        return self._index.get(place, 1)

    def refresh(self) -> bool:
        """The window stays; `is_outdated` tells when there is more."""
        return False

    @property
    def is_outdated(self) -> bool:
        """Whether a log has grown or shrunk since the window was read."""
        return self._counts() != self._sizes

    def is_partial(self, row: LogRow) -> bool:
        return self._windows[row.source].is_partial(row)

    def record(self, row: LogRow) -> Sequence[str] | None:
        return None if row.hidden else self._windows[row.source].record(row)

    def close(self) -> None:
        for window in self._windows.values():
            window.close()


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
    times = CorrectedTime(snapshot)
    logs = []
    for source_id in selection.sources:
        source = find(snapshot, source_id)
        rank = None if source is None else source.rank
        offset = times.of(rank)
        logs.append(TimedLog(source_id, session.log(source_id), 0.0 if offset is None else offset.offset, rank))
    return logs
