"""How the job stands, from its attempts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from denpex_tui.engine.infer.case import Case
from denpex_tui.engine.infer.failure import Nature, is_timeout
from denpex_tui.engine.infer.words import ranks_text, verb
from denpex_tui.engine.model import Event, Incident, Outcome, attempt_name


def cancelled_by(case: Case) -> Event | None:
    """The event by which somebody ended the attempt, when no rank failed by itself before."""
    if case.of(Nature.LOCAL, Nature.SIGNALLED):
        return None
    interrupts = case.of(Nature.CANCELLED)
    if interrupts and not _alone(case, len(interrupts)):
        return interrupts[min(interrupts)].event
    if any(is_timeout(failure) for failure in case.of(Nature.COMMUNICATION).values()):
        # A rank that waited in vain did so before somebody ended the job.
        return None
    cancels = [event for event in case.events if event.kind == "cancel"]
    cancels += [failure.event for failure in case.unattributed if failure.nature is Nature.CANCELLED]
    if not cancels:
        return None
    # A step is cancelled by srun itself when a task failed; a job only by a person, a limit or the scheduler.
    whole = [event for event in cancels if event.fields.get("what") == "JOB" or event.fields.get("reason")]
    if whole:
        return whole[0]
    return None if case.of(Nature.COMMUNICATION, Nature.EXITED) else cancels[0]


def _alone(case: Case, interrupted: int) -> bool:
    """Whether only some ranks were interrupted, and the others noticed it: Ctrl-C reaches all of them."""
    return bool(case.of(Nature.COMMUNICATION)) and 2 * interrupted < len(case.ranks)


def outcome(cases: Sequence[Case], incidents: Mapping[int, Incident], live: bool) -> tuple[Outcome, str]:
    """The outcome and its sentence; ``incidents`` by attempt."""
    last = cases[-1] if cases else None
    if last is None:
        return Outcome.UNKNOWN, "nothing was read"
    if last.attempt in incidents:
        return Outcome.FAILED, _failed(incidents[last.attempt], cases)
    if (event := cancelled_by(last)) is not None:
        return Outcome.CANCELLED, _cancelled(event)
    if incidents and (_finished(last) or _advanced(last)):
        return Outcome.RECOVERED, _recovered(incidents, last)
    if incidents:
        attempt = max(incidents)
        return Outcome.FAILED, _failed(incidents[attempt], cases)
    return _quiet(last, live)


def _failed(incident: Incident, cases: Sequence[Case]) -> str:
    first = incident.first
    where = f"{attempt_name(cases[0].job.runs, incident.attempt)}: " if len(cases) > 1 else ""
    return f"{where}{ranks_text(first.ranks) if first.ranks else 'undecided'}, {first.certainty}: {first.message}"


def _cancelled(event: Event) -> str:
    if event.kind == "cancel":
        reason = event.fields.get("reason", "").strip().lower()
        by = f"ended by the scheduler: {reason}" if reason else "cancelled through the scheduler (scancel)"
        return f"{by}, at {event.fields.get('at', 'an unknown time')}; no rank failed"
    if event.rank is None:
        return "the launcher was told to stop by a signal from outside; no rank failed"
    return "interrupted by the user (Ctrl-C); no rank failed"


def _finished(case: Case) -> bool:
    return bool(case.finished) and not case.failures


def _advanced(case: Case) -> bool:
    return any(progress.last is not None for progress in case.progress.values())


def _recovered(incidents: Mapping[int, Incident], last: Case) -> str:
    runs = last.job.runs
    failed = "; ".join(
        f"{attempt_name(runs, attempt)}: {ranks_text(incidents[attempt].first.ranks)}" for attempt in sorted(incidents)
    )
    steps = [progress.last for progress in last.progress.values() if progress.last is not None]
    end = f" at step {max(steps)}" if steps else ""
    verb_ = "finished" if _finished(last) else "runs on"
    return f"{failed}; {attempt_name(runs, last.attempt)} {verb_}{end}"


def _quiet(case: Case, live: bool) -> tuple[Outcome, str]:
    steps = [progress.last for progress in case.progress.values() if progress.last is not None]
    reached = f", last step {_span(steps)}" if steps else ""
    finished = sorted(case.finished)
    if finished:
        return Outcome.HEALTHY, f"no failure found: {ranks_text(finished)} finished{reached}"
    if live:
        known = f", {len(case.ranks):,} {verb(case.ranks, 'rank', 'ranks')}" if case.ranks else ""
        return Outcome.RUNNING, f"no failure found{known}{reached}"
    if ended := sorted(case.of(Nature.TERMINATED)):
        was = verb(ended, "was", "were")
        return Outcome.UNKNOWN, f"{ranks_text(ended)} {was} ended by SIGTERM{reached}, and no line says why"
    if _reached_the_total(case):
        return Outcome.HEALTHY, f"no failure found: all steps were made{reached}"
    if steps or case.last or case.job.lines:
        count = len(case.ranks)
        word = verb(case.ranks, "rank", "ranks")
        return Outcome.UNKNOWN, f"no failure found in {count} {word}{reached}, and no line says that the training ended"
    return Outcome.UNKNOWN, "no failure found, and nothing that shows progress"


def _reached_the_total(case: Case) -> bool:
    """Whether every rank that counts its steps against a total came to the last one; steps count from 0 or 1."""
    totals = [(p.last, p.total) for p in case.progress.values() if p.last is not None and p.total is not None]
    return bool(totals) and all(last >= total - 1 for last, total in totals)


def _span(steps: Sequence[int]) -> str:
    return str(min(steps)) if min(steps) == max(steps) else f"{min(steps)} to {max(steps)}"
