"""Builds the case of each attempt from the job."""

from __future__ import annotations

from denpex_tui.engine.infer.case import Case
from denpex_tui.engine.infer.clocks import Clocks, estimate
from denpex_tui.engine.infer.progress import progress_by_rank
from denpex_tui.engine.infer.rank_failures import endings
from denpex_tui.engine.job import Job
from denpex_tui.engine.rules.book import RuleBook


def cases(job: Job, book: RuleBook) -> tuple[Case, ...]:
    """One case an attempt, in order."""
    clocks = estimate(job)
    return tuple(_case(job, book, clocks, attempt) for attempt in job.attempts)


def _case(job: Job, book: RuleBook, clocks: Clocks, attempt: int) -> Case:
    events = tuple(event for event in job.events if event.attempt == attempt)
    lines = [lines for lines in job.lines if lines.attempt == attempt]
    found = endings(events, lines, book)
    last = {rank: seen for (number, rank), seen in job.last_seen.items() if number == attempt}
    ranks = _ranks(job)
    return Case(
        attempt,
        job,
        book,
        clocks,
        ranks,
        {rank: failure for rank, failure in sorted(found.failures.items()) if rank in ranks},
        frozenset(found.finished),
        progress_by_rank(lines),
        last,
        events,
        tuple(event for event in events if event.exit is not None and event.exit.blamed),
        tuple(found.unattributed),
        tuple(found.harmless),
    )


def _ranks(job: Job) -> tuple[int, ...]:
    """The ranks of the job; numbers beyond the world size are no ranks."""
    if job.world_size is None:
        return job.ranks
    return tuple(rank for rank in job.ranks if rank < job.world_size) or job.ranks
