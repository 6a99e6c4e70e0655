"""What one proof says."""

from __future__ import annotations

from dataclasses import dataclass

from denpex_tui.engine.infer.failure import RankFailure
from denpex_tui.engine.model import Alternative, Certainty, Claim, Event


@dataclass(frozen=True, slots=True)
class Finding:
    """The ranks that a proof accuses, how surely, and why."""

    proof: str
    ranks: tuple[int, ...]
    certainty: Certainty
    kind: str
    message: str
    reasons: tuple[Claim, ...]
    failure: RankFailure | None = None
    """The failure that the verdict is about; None when the accused rank printed none."""
    event: Event | None = None
    """The line to open first."""
    but: tuple[Claim, ...] = ()
    alternatives: tuple[Alternative, ...] = ()


def of_failure(
    proof: str,
    ranks: tuple[int, ...],
    certainty: Certainty,
    failure: RankFailure,
    reasons: tuple[Claim, ...],
    alternatives: tuple[Alternative, ...] = (),
) -> Finding:
    """A finding about a failure that was printed."""
    return Finding(
        proof,
        ranks,
        certainty,
        failure.kind,
        failure.message,
        reasons,
        failure,
        failure.event,
        alternatives=alternatives,
    )
