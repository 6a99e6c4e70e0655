"""A launcher's word alone: it names a rank, and no other line tells of a failure."""

from __future__ import annotations

from denpex_tui.engine.infer.case import Case
from denpex_tui.engine.infer.explain import rule_and_signal
from denpex_tui.engine.infer.failure import Nature
from denpex_tui.engine.infer.finding import Finding
from denpex_tui.engine.infer.last_line import last_line_event
from denpex_tui.engine.infer.words import quoted, ranks_text
from denpex_tui.engine.model import Certainty, Claim, Event


def prove(case: Case) -> Finding | None:
    """The silent ranks that a launcher calls the cause, unless it ended them itself or they noticed another's end.

    Where errors are printed without a rank, its name may be that of a victim.
    """
    if case.unattributed:
        return None
    blamed = {event.rank: event for event in case.blamed if event.rank is not None and event.rank in case.quiet()}
    ranks = tuple(sorted(rank for rank in blamed if not _was_ended(case, rank)))
    if not ranks:
        return None
    events = tuple(blamed[rank] for rank in ranks)
    by = " and ".join(sorted({event.exit.by for event in events if event.exit is not None}))
    reason = Claim(f"{by} names {ranks_text(ranks)}{_silent(case, ranks)}: {quoted(events[0].text)}", events)
    certainty = Certainty.LIKELY if len(ranks) == 1 else Certainty.AMBIGUOUS
    message = f"{by} names it; nothing printed" if ranks[0] in case.last else f"{by} names it; its log is not here"
    event = last_line_event(case, ranks[0]) or events[0]
    return Finding("blamed", ranks, certainty, _kind(case, events[0]), message, (reason,), event=event)


def _silent(case: Case, ranks: tuple[int, ...]) -> str:
    absent = [rank for rank in ranks if rank not in case.last]
    return f", and no log of {ranks_text(absent)} was given" if absent else ", which printed no error"


def _was_ended(case: Case, rank: int) -> bool:
    failure = case.failures.get(rank)
    return failure is not None and failure.nature is Nature.TERMINATED


def _kind(case: Case, blame: Event) -> str:
    """The rule that knows the launcher's sentence."""
    rules = [
        rule_and_signal(event)[0] for event in case.events if event.kind == "signal" and event.place == blame.place
    ]
    return next((rule for rule in rules if case.book.get(rule) is not None), "unexplained")
