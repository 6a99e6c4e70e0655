"""A rank that failed by itself outranks ranks that only noticed, whatever the clocks say."""

from __future__ import annotations

from denpex_tui.engine.infer.case import Case
from denpex_tui.engine.infer.failure import Nature, RankFailure
from denpex_tui.engine.infer.finding import Finding, of_failure
from denpex_tui.engine.infer.proofs.order import earliest
from denpex_tui.engine.infer.words import ranks_text, verb
from denpex_tui.engine.model import Alternative, Certainty, Claim
from denpex_tui.engine.rules.model import Scope


def prove(case: Case) -> Finding | None:
    """The rank with a local cause; of several the earliest, when the clocks can tell."""
    local = case.of(Nature.LOCAL)
    if not local:
        return None
    if len(local) == 1:
        rank, failure = next(iter(local.items()))
        reasons = (_own(rank, failure), *_others(case, rank), *_unsure(case, rank, failure), *missing_logs(case, rank))
        return of_failure("local cause", (rank,), _certainty(case, rank, failure), failure, reasons)
    return _several(case, local)


def _certainty(case: Case, rank: int, failure: RankFailure) -> Certainty:
    missing = absent(case, rank)
    if missing and {*case.ranks} <= {rank, *missing}:
        return Certainty.AMBIGUOUS  # all ranks may have raised it: one log of many says nothing of an order
    noticed = bool(case.of(Nature.COMMUNICATION, Nature.TERMINATED))
    if failure.event.traceback is not None and failure.event.traceback.thread and case.of(Nature.EXITED):
        return Certainty.AMBIGUOUS  # a thread's end is not the process's, and another ended without a word
    if _has_ended(case, rank, failure) or (noticed and _ends_process(failure)):
        return Certainty.LIKELY if missing else Certainty.CERTAIN
    if noticed:
        return Certainty.AMBIGUOUS if case.quiet() else Certainty.LIKELY  # it may be a silent one that they waited for
    reduced = failure.rule is not None and failure.rule.scope is Scope.REDUCED
    return Certainty.LIKELY if _ends_process(failure) and not reduced else Certainty.AMBIGUOUS


def _has_ended(case: Case, rank: int, failure: RankFailure) -> bool:
    """Whether a launcher says that the rank ended."""
    return failure.exit is not None or any(event.rank == rank for event in case.blamed)


def _ends_process(failure: RankFailure) -> bool:
    """Whether the message is one that a process ends with: not a traceback that a program printed and went on."""
    traceback = failure.event.traceback
    return traceback is None or failure.rule is not None or (traceback.uncaught and not traceback.thread)


def _unsure(case: Case, rank: int, failure: RankFailure) -> list[Claim]:
    if _has_ended(case, rank, failure) or _alone(case) or case.of(Nature.COMMUNICATION, Nature.TERMINATED):
        return []
    text = f"no other rank and no launcher says that rank {rank} ended: it may have caught the error"
    return [Claim(f"{text}, or others raise the same and have not written it yet")]


def _several(case: Case, local: dict[int, RankFailure]) -> Finding:
    ordered = earliest(case, local)
    if ordered is None:
        ranks = tuple(sorted(local))
        events = tuple(local[rank].event for rank in ranks)
        text = f"{ranks_text(ranks)} each failed by itself, and no clock or sentence of the logs tells which was first"
        return of_failure("local cause", ranks, Certainty.AMBIGUOUS, local[ranks[0]], (Claim(text, events),))
    rank, reason = ordered
    others = tuple(sorted(set(local) - {rank}))
    text = f"{verb(others, 'has', 'have')} a local cause too, but later"
    alternative = Alternative(others, Claim(text, tuple(local[other].event for other in others)))
    reasons = (_own(rank, local[rank]), reason)
    return of_failure("local cause", (rank,), Certainty.LIKELY, local[rank], reasons, (alternative,))


def _own(rank: int, failure: RankFailure) -> Claim:
    frame = None
    if failure.event.traceback is not None:
        frame = failure.event.traceback.root.user_frame()
    where = f" in {frame.file.rsplit('/', 1)[-1]}:{frame.line} ({frame.function})" if frame is not None else ""
    events = (failure.event, *failure.signals)
    return Claim(f"rank {rank} failed by itself{where}: {failure.message}", events)


def _others(case: Case, rank: int) -> list[Claim]:
    claims: list[Claim] = []
    noticed = case.of(Nature.COMMUNICATION)
    if noticed:
        ranks = sorted(noticed)
        text = f"{ranks_text(ranks)} only {verb(ranks, 'reports', 'report')} that a peer was gone or late"
        claims.append(Claim(text, tuple(noticed[other].event for other in ranks)))
    quiet = [other for other in case.quiet() if other != rank and other in case.failures]
    if quiet:
        events = tuple(case.failures[other].event for other in quiet)
        text = f"{ranks_text(quiet)} {verb(quiet, 'was', 'were')} ended by the launcher without an error of its own"
        claims.append(Claim(text, events))
    return claims


def absent(case: Case, rank: int) -> list[int]:
    """Ranks that exist and of which nothing tells how they ended: no log of them is here, and no signal is reported."""
    exist = {*case.ranks, *range(rank)}
    return [other for other in sorted(exist) if other != rank and _is_absent(case, other)]


def _is_absent(case: Case, rank: int) -> bool:
    failure = case.failures.get(rank)
    untold = failure is None or failure.nature is Nature.EXITED
    return untold and rank not in case.last and rank not in case.finished


def _alone(case: Case) -> bool:
    """Whether only one rank's log was given and no line says how many there are."""
    return len(case.ranks) == 1 and case.job.world_size is None


def missing_logs(case: Case, rank: int) -> list[Claim]:
    """The sentence for ranks without any log."""
    missing = absent(case, rank)
    if not missing and _alone(case):
        return [Claim(f"only the log of rank {rank} was given: whether others failed before cannot be told")]
    if not missing:
        return []
    return [Claim(f"{ranks_text(missing)} left no log here, so a failure there cannot be ruled out")]
