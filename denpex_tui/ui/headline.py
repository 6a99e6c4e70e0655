"""The headline: the one sentence for the state that the job is in, made from a snapshot."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from denpex_tui.engine.model import Certainty, Claim, FirstFailure, Incident, Outcome, RankState, Snapshot
from denpex_tui.ui import glyphs, words
from denpex_tui.ui.citation import Citation, cite, cite_concern, opening
from denpex_tui.ui.glyphs import Mark


@dataclass(frozen=True, slots=True)
class Line:
    """One line under the verdict."""

    mark: Mark
    citation: Citation


@dataclass(frozen=True, slots=True)
class Headline:
    """The verdict in parts, so that the banner may drop the last of them when there is no room."""

    mark: Mark
    subject: str
    message: str = ""
    details: tuple[str, ...] = ()
    lines: tuple[Line, ...] = ()
    citation: Citation | None = None


def headline(snapshot: Snapshot) -> Headline:
    """The verdict of the headline incident, else the sentence for the state without one."""
    incident = snapshot.incident
    if incident is not None:
        return _of_incident(snapshot, incident)
    if not snapshot.sources:
        return _nothing_to_read(snapshot)
    if snapshot.progress.live and not snapshot.progress.bytes_read and not snapshot.partial:
        return Headline(glyphs.WAITING, _empty_so_far(snapshot))
    if snapshot.partial:
        read = f"{words.read_so_far(snapshot)} of {words.size(snapshot.progress.bytes_total)}"
        return Headline(glyphs.READING, read, "no failure found so far", lines=_notices(snapshot))
    return _without_incident(snapshot)


def brief(snapshot: Snapshot) -> str:
    """The verdict in one sentence, for where nothing else of it can be seen."""
    said = headline(snapshot)
    return f"{snapshot.title}: {' · '.join(part for part in (said.subject, said.message) if part)}"


def _of_incident(snapshot: Snapshot, incident: Incident) -> Headline:
    first = incident.first
    reasons = [Line(glyphs.BECAUSE, cite("because", claim)) for claim in sorted(first.reasons, key=_is_general(first))]
    limits = [Line(glyphs.BUT, cite("but", claim)) for claim in first.but]
    if incident.diagnosis is not None:
        limits += [Line(glyphs.BUT, cite("but", claim)) for claim in incident.diagnosis.contradictions]
    details = _details(snapshot, incident)
    outcome = _OUTCOMES.get(snapshot.outcome)
    if outcome is not None:
        lines = (*_attempts(snapshot), *reasons, *limits)
        return Headline(
            outcome,
            _after(outcome, snapshot.outcome_reason),
            details=_reading(snapshot),
            lines=lines,
            citation=opening(incident),
        )
    mark, lines = glyphs.CERTAINTY[first.certainty], (*reasons[:1], *_cause(incident), *reasons[1:], *limits)
    lines = (*lines, *_notices(snapshot))
    return Headline(mark, _subject(snapshot, incident), first.message, details, lines, opening(incident))


def _is_general(first: FirstFailure) -> Callable[[Claim], bool]:
    """Sorts what is said of the origin of a symmetric failure before what is true of all ranks."""
    return lambda claim: not {event.rank for event in claim.events} & set(first.origin) or len(claim.events) > 1


_OUTCOMES = {Outcome.RECOVERED: glyphs.RECOVERED, Outcome.CANCELLED: glyphs.CANCELLED}
"""Where a failure is not the last word, the outcome leads and the failures stand below."""


def _attempts(snapshot: Snapshot) -> list[Line]:
    return [
        Line(Mark("▶", snapshot.attempt_name(incident.attempt), "$text-warning"), _attempt(snapshot, incident))
        for incident in snapshot.incidents
    ]


def _attempt(snapshot: Snapshot, incident: Incident) -> Citation:
    opened = opening(incident)
    who = f"{glyphs.CERTAINTY[incident.first.certainty].word.lower()} {_subject(snapshot, incident)}"
    return replace(opened, text=f"{who}: {opened.text}")


def _subject(snapshot: Snapshot, incident: Incident) -> str:
    first = incident.first
    if first.certainty is Certainty.SYMMETRIC:
        everyone = snapshot.world_size is not None and len(first.ranks) == snapshot.world_size
        who = f"all {len(first.ranks):,} ranks" if everyone else words.ranks(first.ranks)
        return f"{who} · look at {words.ranks(first.origin)}" if first.origin else who
    if first.certainty is Certainty.AMBIGUOUS:
        return words.ranks(first.ranks, "or")
    if not first.ranks:
        return "the first rank is unknown"
    return f"{words.ranks(first.ranks)} · {first.certainty.value}"


def _details(snapshot: Snapshot, incident: Incident) -> tuple[str, ...]:
    first = incident.first
    details = [] if first.step is None else [f"step {first.step:,}"]
    if len(snapshot.incidents) > 1:
        details.append(snapshot.attempt_name(incident.attempt))
    details += [first.host] if first.host else []
    details += [] if first.time is None else [words.clock(first.time)]
    return (*_reading(snapshot), *details)


def _reading(snapshot: Snapshot) -> tuple[str, ...]:
    """How much the verdict rests on, while not all has been read."""
    return (f"from {words.read_so_far(snapshot)}",) if snapshot.partial else ()


def _cause(incident: Incident) -> list[Line]:
    diagnosis = incident.diagnosis
    if diagnosis is None:
        return []
    title = diagnosis.variant_title or diagnosis.title
    decided = diagnosis.variant is not None or not diagnosis.variants
    said = words.first_sentence(diagnosis.explanation) if decided else " ".join(diagnosis.explanation.split())
    text = f"{title} · {said}" if said else title
    events = tuple(event for claim in diagnosis.evidence for event in claim.events)
    return [Line(glyphs.CAUSE, Citation("cause", text, events))]


def _nothing_to_read(snapshot: Snapshot) -> Headline:
    if snapshot.partial:
        return Headline(glyphs.READING, snapshot.title)
    if snapshot.not_read:
        files = words.count(len(snapshot.not_read), "file")
        reasons = [f"{item.path}: {item.reason}" for item in snapshot.not_read]
        lines = tuple(Line(glyphs.NOT_READ, Citation("not read", reason)) for reason in reasons)
        return Headline(glyphs.NOTHING_READABLE, f"{files} seen, none of them a log", lines=lines)
    looked = f"nothing in {snapshot.title} yet; a file there that looks like a rank's log is read as soon as it appears"
    return Headline(glyphs.WAITING, looked)


def _empty_so_far(snapshot: Snapshot) -> str:
    sources = snapshot.sources
    if len(sources) > 1:
        return f"all {len(sources):,} logs are empty so far; what is written to them is read at once"
    name = "standard input" if snapshot.title == "-" else sources[0].path
    return f"{name} is empty so far; what is written to it is read at once"


_MARKS = {
    Outcome.RUNNING: glyphs.LIVE,
    Outcome.HEALTHY: glyphs.NO_FAILURE,
    Outcome.RECOVERED: glyphs.RECOVERED,
    Outcome.CANCELLED: glyphs.CANCELLED,
}


def _without_incident(snapshot: Snapshot) -> Headline:
    mark = _MARKS.get(snapshot.outcome, glyphs.UNDECIDED)
    reason = _after(mark, snapshot.outcome_reason) or "the logs do not say how the job ended"
    quiet = _silent(snapshot)
    details = (quiet,) if quiet and "silent" not in reason else ()
    return Headline(mark, reason, details=details, lines=(*_notices(snapshot), *_harmless(snapshot)))


def _notices(snapshot: Snapshot) -> tuple[Line, ...]:
    """What is wrong, or may be, although nothing failed."""
    alerts = [Line(glyphs.ALERT, cite("notice", claim)) for claim in snapshot.alerts]
    concerns = [Line(glyphs.CONCERN, cite_concern(concern)) for concern in snapshot.concerns]
    return (*alerts, *concerns)


def _after(mark: Mark, reason: str) -> str:
    """The reason without the words that the mark says already."""
    said = mark.word.lower().rpartition(", ")[2]
    return reason[len(said) :].lstrip(" :,;") if reason.lower().startswith(said) else reason


def _silent(snapshot: Snapshot) -> str:
    quiet = [rank.rank for rank in snapshot.ranks if rank.state is RankState.SILENT]
    return f"{words.ranks(quiet)} silent" if quiet else ""


def _harmless(snapshot: Snapshot) -> tuple[Line, ...]:
    events = snapshot.not_failures
    if not events:
        return ()
    text = f"{words.count(len(events), 'line')} {'looks' if len(events) == 1 else 'look'} alarming and "
    text += "is not a failure" if len(events) == 1 else "are not failures"
    return (Line(glyphs.HARMLESS, Citation("looks alarming", f"{text} (listed in the incident pane)", events)),)
