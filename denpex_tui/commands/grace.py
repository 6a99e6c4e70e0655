"""``--grace``: how long a failure of which nobody is named yet is waited for."""

from __future__ import annotations

from argparse import ArgumentTypeError
from math import inf
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the screen, which is painted first, needs none of it
    from denpex_tui.engine.model import Snapshot

GRACE_S = 10.0
"""More than the lines of one failure are usually apart, and short for whoever is called."""


class Grace:
    """How long a failure may stay undecided before it counts: a line that decides it often comes a little later."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._since: float | None = None

    def left(self, snapshot: Snapshot) -> float | None:
        """Seconds until the failure counts, 0 when it does; None while there is none."""
        from denpex_tui.engine.model import Outcome

        if snapshot.outcome is not Outcome.FAILED:
            self._since = None
            return None
        if not is_undecided(snapshot):
            return 0.0
        now = monotonic()
        self._since = now if self._since is None else self._since
        return max(0.0, self._since + self._seconds - now)


def is_undecided(snapshot: Snapshot) -> bool:
    """Whether the logs do not say, or not yet, who failed first."""
    from denpex_tui.engine.model import Certainty

    return snapshot.incident is None or snapshot.incident.first.certainty in (Certainty.AMBIGUOUS, Certainty.UNKNOWN)


def seconds(word: str) -> float:
    """A number of seconds, 0 or more. Raises `ArgumentTypeError`."""
    try:
        number = float(word)
    except ValueError:
        number = -1
    if not 0 <= number < inf:
        raise ArgumentTypeError(f"'{word}' is no number of seconds; give 0 or more, such as 30")
    return number
