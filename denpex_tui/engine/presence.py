"""How long ago each rank of a running job last wrote a line, by the clock of the machine that reads."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

from denpex_tui.engine.infer.case import Case
from denpex_tui.engine.infer.rhythm import Rhythm, alerts, rhythm
from denpex_tui.engine.model import Claim, Source

_Key = tuple[int, int]


class Presence:
    """Notes when the last line of each rank changed; a rank found silent at the start counts from its file's time."""

    def __init__(self) -> None:
        self._seen: dict[_Key, tuple[int, int]] = {}
        """(attempt, rank) -> source and offset of its last line."""
        self._since: dict[_Key, float] = {}
        self._case: Case | None = None
        self._rhythm: Rhythm | None = None

    def note(self, case: Case, sources: Sequence[Source]) -> None:
        """Take the latest case of the attempt that runs."""
        now = time.monotonic()
        for rank, last in case.last.items():
            key, place = (case.attempt, rank), (last.place.source, last.place.offset)
            if self._seen.get(key) != place:
                first = key not in self._seen
                self._since[key] = now - (_file_age(sources, place[0], rank) if first else 0.0)
                self._seen[key] = place
        self._case, self._rhythm = case, rhythm(case)

    def alerts(self) -> tuple[Claim, ...]:
        """Who is silent or behind at this moment."""
        if self._case is None or self._rhythm is None:
            return ()
        return alerts(self._case, self._rhythm, self._ages())

    def _ages(self) -> Mapping[int, float]:
        now = time.monotonic()
        assert self._case is not None
        return {rank: now - since for (attempt, rank), since in self._since.items() if attempt == self._case.attempt}


def _file_age(sources: Sequence[Source], source_id: int, rank: int) -> float:
    """Seconds since a rank's own file was written; 0 for a file of several ranks, which tells nothing of one."""
    source = next((source for source in sources if source.id == source_id), None)
    if source is None or source.rank != rank:
        return 0.0
    try:
        return max(0.0, time.time() - source.location.stat().st_mtime)
    except OSError:
        return 0.0
