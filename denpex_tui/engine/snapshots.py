"""Builds the snapshot: cases, incidents, outcome and the state of each rank, from the scans as they are now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from denpex_tui.engine.diagnosis.concerns import concerns
from denpex_tui.engine.incidents import Context, incidents
from denpex_tui.engine.infer.case import Case
from denpex_tui.engine.infer.cases import cases
from denpex_tui.engine.infer.ended import is_over
from denpex_tui.engine.infer.outcome import outcome
from denpex_tui.engine.job import Job, gather
from denpex_tui.engine.model import (
    Certainty,
    Claim,
    Event,
    Incident,
    NotRead,
    Outcome,
    Progress,
    RankState,
    RankStatus,
    Snapshot,
)
from denpex_tui.engine.rules.book import RuleBook
from denpex_tui.engine.scanned import Scanned
from denpex_tui.engine.seen import seen_signals

MAX_HARMLESS = 200
_NAMED = {
    Certainty.CERTAIN: RankState.FIRST,
    Certainty.LIKELY: RankState.FIRST,
    Certainty.SYMMETRIC: RankState.SYMMETRIC,
    Certainty.AMBIGUOUS: RankState.SUSPECT,
    Certainty.UNKNOWN: RankState.SUSPECT,
}
"""The state of the ranks that a verdict names."""
_IDLE = {Outcome.RUNNING: RankState.RUNNING, Outcome.CANCELLED: RankState.CANCELLED}


def build(
    title: str,
    runs: Sequence[Sequence[Scanned]],
    book: RuleBook,
    context: Context,
    not_read: Sequence[NotRead],
    live: bool = False,
) -> tuple[Snapshot, Case | None]:
    """The snapshot of what has been read and the case of the last attempt.

    Sequence number, warnings and alerts are the session's to set.
    """
    job = gather(runs)
    attempts = cases(job, book)
    found = incidents(attempts, context)
    over = bool(attempts) and is_over(attempts[-1])
    state, reason = outcome(attempts, found, live and not over) if job.sources else (Outcome.UNKNOWN, "no logs to read")
    ordered = tuple(_doubted(found[attempt], not_read) for attempt in sorted(found))
    headline = _headline(ordered, state)
    snapshot = Snapshot(
        0,
        title,
        state,
        reason,
        job.world_size,
        headline,
        sources=job.sources,
        runs=job.runs,
        not_read=tuple(not_read),
        ranks=_ranks(job, attempts, _shown(ordered, headline, state), state),
        incidents=ordered,
        concerns=concerns(attempts[-1]) if attempts and attempts[-1].attempt not in found else (),
        clocks=attempts[0].clocks.offsets if attempts else (),
        series=job.series,
        unattributed=sum(len(case.unattributed) for case in attempts),
        not_failures=tuple(_harmless(attempts))[:MAX_HARMLESS],
        signals=seen_signals(attempts),
        over=over,
        progress=Progress(sum(s.bytes_read for s in job.sources), sum(s.bytes for s in job.sources), live),
    )
    return snapshot, attempts[-1] if attempts else None


def _doubted(incident: Incident, not_read: Sequence[NotRead]) -> Incident:
    """The incident with what it cannot know: what the logs say that could not be read."""
    closed = [item.path for item in not_read if item.unreadable]
    if not closed:
        return incident
    who = closed[0] if len(closed) == 1 else f"{closed[0]} and {len(closed) - 1:,} more"
    claim = Claim(f"{who} could not be read: an earlier failure may stand there (see what was not read)")
    return replace(incident, first=replace(incident.first, but=(*incident.first.but, claim)))


def _headline(ordered: Sequence[Incident], state: Outcome) -> int | None:
    """The first attempt that failed of itself: later attempts may fail only of the restart."""
    if not ordered or state not in (Outcome.FAILED, Outcome.RECOVERED):
        return None
    named = [index for index, incident in enumerate(ordered) if _says_something(incident)]
    return named[0] if named else 0


def _shown(ordered: Sequence[Incident], headline: int | None, state: Outcome) -> Incident | None:
    """The incident that the ranks' states are of; of a recovered job the ranks stand as its last attempt left them."""
    return None if headline is None or state is Outcome.RECOVERED else ordered[headline]


def _says_something(incident: Incident) -> bool:
    return incident.first.certainty not in (Certainty.UNKNOWN,)


def _harmless(attempts: Sequence[Case]) -> list[Event]:
    return [event for case in attempts for event in case.harmless]


def _ranks(job: Job, attempts: Sequence[Case], incident: Incident | None, state: Outcome) -> tuple[RankStatus, ...]:
    case = _case_of(attempts, incident)
    if case is None:
        return ()
    states = _states(case, incident, state)
    return tuple(_status(job, case, rank, states[rank]) for rank in case.ranks)


def _case_of(attempts: Sequence[Case], incident: Incident | None) -> Case | None:
    if incident is None:
        return attempts[-1] if attempts else None
    return next(case for case in attempts if case.attempt == incident.attempt)


def _states(case: Case, incident: Incident | None, state: Outcome) -> Mapping[int, RankState]:
    idle = _IDLE.get(state, RankState.UNKNOWN)
    states = {rank: RankState.FINISHED if rank in case.finished else idle for rank in case.ranks}
    if incident is None:
        return states
    for rank in case.ranks:
        if rank not in case.failures and rank not in case.finished:
            states[rank] = RankState.SILENT
    for group in incident.collateral:
        states |= dict.fromkeys(group.ranks, RankState.COLLATERAL)
    return states | dict.fromkeys(incident.first.ranks, _NAMED[incident.first.certainty])


def _status(job: Job, case: Case, rank: int, state: RankState) -> RankStatus:
    last = case.last.get(rank)
    status = RankStatus(rank, job.hosts.get(rank), state, case.last_step(rank))
    if last is not None:
        status = replace(
            status,
            last_step=status.last_step if status.last_step is not None else last.step,
            last_time=last.time,
            last_place=last.place,
            last_text=last.text,
        )
    return replace(status, sources=job.rank_sources.get((case.attempt, rank), ()))
