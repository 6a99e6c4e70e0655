"""How far the first reading is, and how long it may still take."""

from __future__ import annotations

from denpex_tui.engine.model import Progress, Snapshot
from denpex_tui.report.times import duration
from denpex_tui.ui import words

SETTLE_S = 1.0
"""An estimate from less than so many seconds of reading would jump about."""


class ReadingPace:
    """Tells of each snapshot what has been read; ``now`` is in seconds of a clock that only runs forward."""

    def __init__(self) -> None:
        self._began: tuple[float, int] | None = None

    def sentence(self, snapshot: Snapshot, now: float) -> str:
        """``reading 34 % (verdict from 2 MB so far) · 3 of 64 sources · about 8 s left``; empty when all is read."""
        if not snapshot.partial or not snapshot.sources:
            return ""
        progress = snapshot.progress
        if progress.bytes_judged is None:  # the first look itself: what it read is no progress of the reading
            return f"reading begins (verdict from {words.size(progress.bytes_read)} so far)"
        percent = progress.bytes_read * 100 // max(1, progress.bytes_total)
        parts = [
            f"reading {percent} % (verdict from {words.size(progress.bytes_judged)} so far)",
            f"{_whole(snapshot):,} of {words.count(len(snapshot.sources), 'source')} done",
        ]
        left = self._left(progress, now)
        return " · ".join([*parts, f"about {duration(left)} left"] if left is not None else parts)

    def _left(self, progress: Progress, now: float) -> float | None:
        if self._began is None or self._began[1] > progress.bytes_read:
            self._began = now, progress.bytes_read
        began, before = self._began
        done = progress.bytes_read - before
        if now - began < SETTLE_S or done <= 0:
            return None
        return (progress.bytes_total - progress.bytes_read) * (now - began) / done


def _whole(snapshot: Snapshot) -> int:
    return sum(source.bytes_read >= source.bytes for source in snapshot.sources)
