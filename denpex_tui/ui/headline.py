"""The headline: the one sentence for the state that the job is in, made from a snapshot."""

from __future__ import annotations

from dataclasses import dataclass

from denpex_tui.engine.model import Certainty, Incident, Outcome, RankState, Snapshot
from denpex_tui.ui import glyphs, words
from denpex_tui.ui.citation import Citation, cite, opening
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

    @property
    def identity(self) -> tuple[str, str]:
        """Changes when the verdict does, not when a detail is added to it."""
        return self.mark.word, self.subject


CAUSE = Mark("∴", "cause", "$text-accent")
STATE = Mark("·", "", "$text-muted")


def headline(snapshot: Snapshot) -> Headline:
    """The verdict of the headline incident, else the sentence for the state without one."""
    incident = snapshot.incident
    if incident is not None:
        return _of_incident(snapshot, incident)
    if not snapshot.sources:
        return _nothing_to_read(snapshot)
    if _percent(snapshot) < 100 and not snapshot.progress.live:
        read = f"{_percent(snapshot)} % of {words.size(snapshot.progress.bytes_total)}"
        return Headline(glyphs.READING, read, "no failure in what was read so far")
    return _without_incident(snapshot)


def _percent(snapshot: Snapshot) -> int:
    total = snapshot.progress.bytes_total
    return 100 if total <= 0 else min(100, snapshot.progress.bytes_read * 100 // total)


def _of_incident(snapshot: Snapshot, incident: Incident) -> Headline:
    first = incident.first
    mark = _outcome_mark(snapshot) or glyphs.CERTAINTY[first.certainty]
    reasons = [Line(glyphs.BECAUSE, cite("because", claim)) for claim in first.reasons]
    limits = [Line(glyphs.BUT, cite("but", claim)) for claim in first.but]
    if incident.diagnosis is not None:
        limits += [Line(glyphs.BUT, cite("but", claim)) for claim in incident.diagnosis.contradictions]
    lines = [*_state_lines(snapshot), *reasons, *_cause(incident), *limits]
    return Headline(
        mark, _subject(snapshot, incident), first.message, _details(snapshot, incident), tuple(lines), opening(incident)
    )


def _outcome_mark(snapshot: Snapshot) -> Mark | None:
    return {Outcome.RECOVERED: glyphs.RECOVERED, Outcome.CANCELLED: glyphs.CANCELLED}.get(snapshot.outcome)


def _state_lines(snapshot: Snapshot) -> list[Line]:
    """What the outcome adds to a verdict that does not simply read "failed"."""
    if _outcome_mark(snapshot) is None or not snapshot.outcome_reason:
        return []
    return [Line(STATE, Citation(snapshot.outcome.value, snapshot.outcome_reason))]


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
        details.append(f"attempt {incident.attempt}")
    details += [first.host] if first.host else []
    details += [] if first.time is None else [words.clock(first.time)]
    if snapshot.partial or _percent(snapshot) < 100:
        details.insert(0, f"from {_percent(snapshot)} % read so far")
    return tuple(details)


def _cause(incident: Incident) -> list[Line]:
    diagnosis = incident.diagnosis
    if diagnosis is None:
        return []
    title = diagnosis.variant_title or diagnosis.title
    text = f"{title}: {words.first_sentence(diagnosis.explanation)}" if diagnosis.explanation else title
    events = tuple(event for claim in diagnosis.evidence for event in claim.events)
    return [Line(CAUSE, Citation("cause", text, events))]


def _nothing_to_read(snapshot: Snapshot) -> Headline:
    if snapshot.not_read:
        files = words.count(len(snapshot.not_read), "file")
        lines = [
            Line(glyphs.NOT_READ, Citation(item.path, f"{item.path}: {item.reason}")) for item in snapshot.not_read
        ]
        return Headline(glyphs.NOTHING_READABLE, f"{files} seen, none of them a log", lines=tuple(lines))
    looked = (
        f"nothing in {snapshot.title} yet; any file there that looks like a rank's log is read as soon as it appears"
    )
    return Headline(glyphs.WAITING, looked)


def _without_incident(snapshot: Snapshot) -> Headline:
    reason = snapshot.outcome_reason
    details = tuple(filter(None, [words.steps(_last_steps(snapshot)), _silent(snapshot)]))
    match snapshot.outcome:
        case Outcome.RUNNING:
            return Headline(glyphs.LIVE, reason, details=details)
        case Outcome.HEALTHY | Outcome.RECOVERED:
            return Headline(glyphs.NO_FAILURE, reason, details=details, lines=_harmless(snapshot))
        case Outcome.CANCELLED:
            return Headline(glyphs.CANCELLED, reason, details=details)
        case _:
            return Headline(glyphs.UNDECIDED, reason or "the logs do not say how the job ended", details=details)


def _last_steps(snapshot: Snapshot) -> list[int]:
    return [rank.last_step for rank in snapshot.ranks if rank.last_step is not None]


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
