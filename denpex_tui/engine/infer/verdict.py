"""From the proofs to the first failure: the strongest leads, the others agree with it or are answered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from denpex_tui.engine.infer.case import Case
from denpex_tui.engine.infer.failure import GENERIC, Nature
from denpex_tui.engine.infer.finding import Finding
from denpex_tui.engine.infer.proofs import PROOFS
from denpex_tui.engine.infer.proofs.unfinished import cut_claim
from denpex_tui.engine.infer.words import quoted, ranks_text, verb
from denpex_tui.engine.model import Alternative, Certainty, Claim, Event, FirstFailure

_LESS = {Certainty.CERTAIN: Certainty.LIKELY, Certainty.LIKELY: Certainty.AMBIGUOUS}


def find_first(case: Case) -> Finding | None:
    """The finding that leads, with the launchers' verdicts weighed against it; None when nothing failed."""
    lead = next((finding for proof in PROOFS if (finding := proof(case)) is not None), None)
    return None if lead is None else _weigh_launchers(case, _weigh_unfinished(case, lead))


def _weigh_unfinished(case: Case, lead: Finding) -> Finding:
    """What a rank raised of which the last line is missing may be the cause: it is told, and certainty is less."""
    cut = tuple(sorted(rank for rank in case.of(Nature.UNFINISHED) if rank not in lead.ranks))
    if not cut or lead.certainty not in _LESS:
        return lead
    # Where nobody noticed the end of another, all may have been raising the same.
    noticed = bool(case.of(Nature.COMMUNICATION))
    certainty = _LESS[lead.certainty] if noticed else Certainty.AMBIGUOUS
    ranks = lead.ranks if certainty is Certainty.LIKELY else tuple(sorted((*lead.ranks, *cut)))
    return replace(lead, ranks=ranks, certainty=certainty, but=(*lead.but, cut_claim(case, cut)))


def _weigh_launchers(case: Case, lead: Finding) -> Finding:
    """A launcher's blame is when it polled: it can agree, and it is answered where it does not."""
    agree = [event for event in case.blamed if event.rank in lead.ranks]
    differ = [event for event in case.blamed if event.rank is not None and event.rank not in lead.ranks]
    symmetric = lead.certainty is Certainty.SYMMETRIC
    reasons, but, alternatives = list(lead.reasons), list(lead.but), list(lead.alternatives)
    if symmetric and agree:
        but.append(_tie(agree))
    elif agree and lead.proof != "blamed":  # which quotes them
        reasons.append(Claim(f"{_said(agree, 'blames', 'blame')} {_which(lead, agree)}", tuple(agree)))
    for rank in sorted({event.rank for event in differ if event.rank is not None}):
        events = tuple(event for event in differ if event.rank == rank)
        alternatives.append(Alternative((rank,), _answer(case, rank, events)))
        but.append(Claim(f"{_said(events, 'blames', 'blame')} rank {rank}, {_but(case, rank)}", events))
    return replace(lead, reasons=tuple(reasons), but=tuple(but), alternatives=tuple(alternatives))


def _said(events: Sequence[Event], one: str, many: str) -> str:
    """Which launchers say it, with the verb."""
    names = sorted({event.exit.by for event in events if event.exit is not None})
    return f"{' and '.join(names)} {one if len(names) == 1 else many}"


def _which(lead: Finding, events: Sequence[Event]) -> str:
    if len(lead.ranks) == 1:
        return "the same rank"
    ranks = sorted({event.rank for event in events if event.rank is not None})
    return f"{ranks_text(ranks)} of these, whose {verb(ranks, 'exit was', 'exits were')} seen first"


def _tie(events: list[Event]) -> Claim:
    ranks = sorted({event.rank for event in events if event.rank is not None})
    text = f"{_said(events, 'names', 'name')} {ranks_text(ranks)} only because its exit was seen first"
    return Claim(f"{text}; that says nothing about the cause", tuple(events))


def _answer(case: Case, rank: int, events: tuple[Event, ...]) -> Claim:
    """What the rank itself said, where it said something."""
    failure = case.failures.get(rank)
    if failure is None or failure.nature is not Nature.COMMUNICATION:
        return Claim(f"{_said(events, 'names', 'name')} it, {_but(case, rank)}", events)
    return Claim(f"it only says that it noticed another's failure: {quoted(failure.message)}", (failure.event,))


def _but(case: Case, rank: int) -> str:
    failure = case.failures.get(rank)
    if failure is None:
        return "which only means that its exit was seen first"
    if failure.nature is Nature.COMMUNICATION:
        return "which only noticed the failure of another"
    if failure.nature is Nature.TERMINATED:
        return "which was ended by the launcher itself"
    return "whose exit was merely seen first"


def first_failure(case: Case, finding: Finding, step: int | None, origin: tuple[int, ...]) -> FirstFailure:
    """The finding as the model has it."""
    failure = finding.failure
    rule = failure.rule if failure is not None else case.book.get(finding.kind)
    rank = finding.ranks[0] if finding.ranks else None
    time = failure.time if failure is not None else None
    return FirstFailure(
        finding.ranks,
        finding.certainty,
        finding.kind,
        rule.id if rule is not None and GENERIC not in rule.tags else None,
        finding.message,
        step,
        case.clocks.corrected(rank, time),
        case.job.hosts.get(rank) if rank is not None and len(finding.ranks) == 1 else None,
        origin,
        finding.reasons,
        finding.but,
        finding.alternatives,
        finding.event,
    )
