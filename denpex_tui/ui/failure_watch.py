"""Notices that a job which is followed fails."""

from __future__ import annotations

from denpex_tui.engine.model import Outcome, Snapshot


class FailureWatch:
    """Is given every snapshot; a failure counts once an attempt, and not when it was there at the start."""

    def __init__(self) -> None:
        self._known: set[int] = set()

    def is_new(self, snapshot: Snapshot, following: bool) -> bool:
        """Whether an attempt failed since the last snapshot; ``following`` from when all that was there is read."""
        if snapshot.outcome is not Outcome.FAILED:
            return False
        failed = {incident.attempt for incident in snapshot.incidents}
        new = failed - self._known
        self._known |= failed
        return following and bool(new)
