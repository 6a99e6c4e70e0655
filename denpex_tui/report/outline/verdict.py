"""The verdict: who failed first and how sure we are, or why there is nothing to blame."""

from __future__ import annotations

from denpex_tui.engine.model import Certainty, FirstFailure, Incident, ItemState, Outcome, Snapshot
from denpex_tui.report import marks
from denpex_tui.report.outline.builder import Builder
from denpex_tui.report.outline.checklist import first_fix
from denpex_tui.report.outline.collateral import groups
from denpex_tui.report.ranks import counted, phrase
from denpex_tui.report.times import amount, clock

_OUTCOME = {
    Outcome.RECOVERED: marks.RECOVERED,
    Outcome.HEALTHY: marks.HEALTHY,
    Outcome.CANCELLED: marks.CANCELLED,
    Outcome.RUNNING: marks.LIVE,
    Outcome.FAILED: marks.FAILED,
    Outcome.UNKNOWN: marks.UNDECIDED,
}

_REACHING = (Outcome.RUNNING, Outcome.HEALTHY, Outcome.CANCELLED)
"""Where the ranks' last steps say how far the job got; after a restart they may be those of another attempt."""

_MORE_LOGS = "add the launcher's log and every rank's own stderr, if they are not among these files"


def verdict(builder: Builder) -> None:
    """The banner with its reasons.  A job that did not end in failure leads with how it ended."""
    snapshot, incident = builder.snapshot, builder.snapshot.incident
    if incident is None or snapshot.outcome is not Outcome.FAILED:
        mark = _outcome_mark(snapshot)
        builder.banner(mark, _outcome_subject(snapshot), _reason(snapshot.outcome_reason, mark.word))
        if snapshot.sources and snapshot.outcome is Outcome.UNKNOWN:
            builder.say("to decide", _MORE_LOGS)
        _partial(builder)
    if incident is not None:
        accuse(builder, incident)
    if snapshot.outcome is Outcome.FAILED and incident is not None:
        _partial(builder)


def accuse(builder: Builder, incident: Incident) -> None:
    """Who failed first in one incident, with reasons, limits and alternatives."""
    first = incident.first
    builder.banner(marks.CERTAINTY[first.certainty], subject(builder.snapshot, incident), first.message, raw=True)
    if incident.diagnosis is not None:
        builder.say("cause", incident.diagnosis.variant_title or incident.diagnosis.title)
    builder.claims("because", first.reasons)
    builder.claims("but", first.but)
    for other in first.alternatives:
        builder.claim("not", other.why_not, before=f"{phrase(other.ranks, 'or')}: ")
    if first.certainty in (Certainty.AMBIGUOUS, Certainty.UNKNOWN):
        _would_decide(builder, incident)


def subject(snapshot: Snapshot, incident: Incident) -> str:
    """``rank 1 · certain · step 10 · node-0 · 20:31:02,114``, as far as it is known."""
    first = incident.first
    attempts = {entry.attempt for entry in snapshot.incidents} | {source.attempt or 0 for source in snapshot.sources}
    parts = (
        _who(first),
        first.certainty.value if first.certainty in (Certainty.CERTAIN, Certainty.LIKELY) else "",
        "" if first.step is None else f"step {first.step:,}",
        first.host or "",
        clock(first.time),
        snapshot.attempt_name(incident.attempt) if len(attempts) > 1 else "",
        f"look at {phrase(first.origin)}" if first.origin else "",
    )
    return " · ".join(part for part in parts if part)


def _who(first: FirstFailure) -> str:
    if not first.ranks:
        return "no rank can be named"
    if first.certainty is Certainty.SYMMETRIC:
        return f"{phrase(first.ranks)} together"
    if first.certainty in (Certainty.AMBIGUOUS, Certainty.UNKNOWN):
        return f"{phrase(first.ranks, 'or')}"
    return phrase(first.ranks)


def _would_decide(builder: Builder, incident: Incident) -> None:
    pending = [item for item in incident.checklist if item.state is ItemState.PENDING and item.how]
    for item in pending[:3]:
        builder.say("to decide", f"{item.text}: {item.how}")
    if not pending:
        builder.say("to decide", _MORE_LOGS)


def _partial(builder: Builder) -> None:
    progress = builder.snapshot.progress
    if builder.snapshot.partial:
        read = f"{amount(progress.bytes_read)} of {amount(progress.bytes_total)}"
        builder.say("partial", f"this verdict rests on {read}; reading the rest may change it")


def _outcome_mark(snapshot: Snapshot) -> marks.Mark:
    if snapshot.sources:
        return _OUTCOME[snapshot.outcome]
    return marks.UNREADABLE if snapshot.not_read else marks.WAITING


def _outcome_subject(snapshot: Snapshot) -> str:
    """What the ranks tell in one phrase: how many there are and how far they got."""
    if not snapshot.sources:
        return f"nothing in {snapshot.title} is a log" if snapshot.not_read else snapshot.title
    steps = [status.last_step for status in snapshot.ranks if status.last_step is not None]
    reach = _reach(min(steps), max(steps)) if steps and snapshot.outcome in _REACHING else ""
    return " · ".join(part for part in (_seen(snapshot), reach) if part)


def _reason(sentence: str, word: str) -> str:
    """The sentence without an opening that repeats the mark's word."""
    opening, colon, rest = sentence.partition(": ")
    return rest if colon and opening.casefold() == word.casefold() else sentence


def _seen(snapshot: Snapshot) -> str:
    known, size = len(snapshot.ranks), snapshot.world_size
    if not known:
        return counted(len(snapshot.sources), "file")
    return f"{known:,} of {size:,} ranks" if size is not None and size > known else counted(known, "rank")


def _reach(low: int, high: int) -> str:
    return f"step {low:,}" if low == high else f"steps {low:,} to {high:,}"


def other_incidents(builder: Builder) -> None:
    """The other attempts and incidents, in their order, each with its own verdict."""
    headline = builder.snapshot.headline
    others = [entry for index, entry in enumerate(builder.snapshot.incidents) if index != headline]
    if others:
        builder.heading("Other incidents" if headline is not None else "Incidents")
    for incident in others:
        accuse(builder, incident)
        groups(builder, incident)
        if not _explained(builder.snapshot, incident):
            first_fix(builder, incident)


def _explained(snapshot: Snapshot, incident: Incident) -> bool:
    """Whether the incident that the verdict leads with has the same cause, whose fixes stand further up."""
    leading = snapshot.incident.diagnosis if snapshot.incident is not None else None
    mine = incident.diagnosis
    return leading is not None and mine is not None and (leading.rule, leading.variant) == (mine.rule, mine.variant)
