"""Death by a signal that no launcher sends to its victims: the kernel's OOM killer, a fault in native code."""

from __future__ import annotations

from denpex_tui.engine.infer.case import Case
from denpex_tui.engine.infer.failure import Nature, RankFailure
from denpex_tui.engine.infer.finding import Finding, of_failure
from denpex_tui.engine.infer.proofs.local_cause import absent, missing_logs
from denpex_tui.engine.infer.rank_failures import exit_code
from denpex_tui.engine.infer.words import ranks_text, verb
from denpex_tui.engine.model import Certainty, Claim

ABORT = -6
"""A process also aborts itself because it waited in vain: without its message that cannot be told."""


def prove(case: Case) -> Finding | None:
    """The one rank that a signal ended, while the others noticed or were terminated."""
    killed = case.of(Nature.SIGNALLED)
    if not killed or case.of(Nature.LOCAL):
        return None
    ranks = tuple(sorted(killed))
    failure = killed[ranks[0]]
    if len(killed) > 1:
        events = tuple(killed[rank].event for rank in ranks)
        text = f"{ranks_text(ranks)} were all ended by a signal, and nothing tells which was first"
        return of_failure("killed", ranks, Certainty.AMBIGUOUS, failure, (Claim(text, events),))
    rank = ranks[0]
    reasons = (_own(case, rank, failure), *_others(case), *missing_logs(case, rank))
    return of_failure("killed", (rank,), _certainty(case, rank, failure), failure, reasons)


def _certainty(case: Case, rank: int, failure: RankFailure) -> Certainty:
    if exit_code(failure) == ABORT:
        return Certainty.AMBIGUOUS  # gloo aborts the rank that receives what another sent in a wrong shape
    unsure = absent(case, rank) or not _noticed(case)
    return Certainty.LIKELY if unsure else Certainty.CERTAIN


def _own(case: Case, rank: int, failure: RankFailure) -> Claim:
    last = case.last.get(rank)
    step = case.last_step(rank)
    where = f"; its log just stops after step {step}" if step is not None else "; its log just stops" if last else ""
    return Claim(f"rank {rank} was {failure.message}{where}", (failure.event,))


def _noticed(case: Case) -> bool:
    return bool(case.of(Nature.COMMUNICATION, Nature.TERMINATED))


def _others(case: Case) -> list[Claim]:
    claims = []
    noticed, ended = case.of(Nature.COMMUNICATION), case.of(Nature.TERMINATED)
    if noticed:
        ranks = sorted(noticed)
        text = f"{ranks_text(ranks)} only {verb(ranks, 'reports', 'report')} that a peer was gone or late"
        claims.append(Claim(text, tuple(noticed[rank].event for rank in ranks)))
    if ended:
        ranks = sorted(ended)
        text = f"{ranks_text(ranks)} {verb(ranks, 'was', 'were')} ended by SIGTERM, which a launcher sends to the rest"
        claims.append(Claim(text, tuple(ended[rank].event for rank in ranks)))
    return claims
