"""Ranks that other ranks name: a monitored barrier, a desync report, a flight recorder's verdict."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from denpex_tui.engine.infer.case import Case
from denpex_tui.engine.infer.explain import WRAPPER, role_of, rule_and_signal
from denpex_tui.engine.infer.failure import Nature
from denpex_tui.engine.infer.finding import Finding
from denpex_tui.engine.infer.last_line import last_line_event
from denpex_tui.engine.infer.words import quoted, ranks_text, verb
from denpex_tui.engine.launchers import rank_list
from denpex_tui.engine.model import Certainty, Claim, Event
from denpex_tui.engine.rules.model import Role

FIELD = "accused"
"""The group by which a rule's signal names the culprit."""


def accusations(case: Case) -> Mapping[int, tuple[Event, ...]]:
    """Accused rank -> the lines that name it, none of its own and none of a launcher that only points to it."""
    found: dict[int, list[Event]] = defaultdict(list)
    for event in case.events:
        for rank in rank_list(event.fields.get(FIELD, "").replace(" ", "")):
            if rank != event.rank and rank in case.ranks and not _points_only(event, case):
                found[rank].append(event)
    return {rank: tuple(events) for rank, events in found.items()}


def _points_only(event: Event, case: Case) -> bool:
    rule = case.book.get(rule_and_signal(event)[0])
    return rule is not None and WRAPPER in rule.tags


def prove(case: Case) -> Finding | None:
    """The rank that the others' reports name and that did not report a failure by itself."""
    if case.of(Nature.LOCAL, Nature.SIGNALLED):
        return None
    named = {rank: events for rank, events in accusations(case).items() if not _waits_itself(case, rank)}
    if not named:
        return None
    ranks = tuple(sorted(named))
    events = tuple(event for rank in ranks for event in named[rank])
    speakers = sorted({event.rank for event in events if event.rank is not None})
    names = f"{ranks_text(speakers)} {verb(speakers, 'names', 'name')}" if speakers else "the log names"
    reasons = [Claim(f"{names} {ranks_text(ranks)}: {_quote(events[0])}", events)]
    reasons += [_own(case, rank) for rank in ranks]
    certainty = Certainty.CERTAIN if len(ranks) == 1 else Certainty.LIKELY
    kind, message = _what(case, ranks, events[0])
    event = last_line_event(case, ranks[0]) or events[0]
    return Finding("named", ranks, certainty, kind, message, tuple(reasons), event=event)


def _what(case: Case, ranks: tuple[int, ...], event: Event) -> tuple[str, str]:
    """Kind and message: of a local cause what the line says, else that the rank did not join."""
    if role_of(event, case.book) is Role.INITIATOR:
        return rule_and_signal(event)[0], _quote(event)
    return "hang", f"{ranks_text(ranks)} did not join the collective that the others waited in"


def _waits_itself(case: Case, rank: int) -> bool:
    failure = case.failures.get(rank)
    return failure is not None and failure.nature is Nature.COMMUNICATION


def _own(case: Case, rank: int) -> Claim:
    event = last_line_event(case, rank)
    if event is None:
        return Claim(f"no log of rank {rank} is among these files: what it said itself is unknown")
    return Claim(f"rank {rank} printed no error itself; its last line is: {quoted(event.text)}", (event,))


def _quote(event: Event) -> str:
    start = event.span[0] if event.span is not None else 0
    return quoted(event.text[start:])
