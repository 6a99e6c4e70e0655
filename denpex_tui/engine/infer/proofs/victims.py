"""Only consequences were logged: something failed, and its own line is not here."""

from __future__ import annotations

from denpex_tui.engine.infer.case import Case
from denpex_tui.engine.infer.failure import Nature, RankFailure
from denpex_tui.engine.infer.finding import Finding
from denpex_tui.engine.infer.words import ranks_text, verb
from denpex_tui.engine.model import Certainty, Claim


def prove(case: Case) -> Finding | None:
    """Nobody is named; the reasons say what would decide it."""
    noticed = case.of(Nature.COMMUNICATION)
    failures = [noticed[rank] for rank in sorted(noticed)]
    failures += [failure for failure in case.unattributed if failure.nature is Nature.COMMUNICATION]
    if not failures:
        return None
    reasons = [_noticed(sorted(noticed), failures)]
    quiet = case.quiet()
    absent = [rank for rank in quiet if rank not in case.last]
    seen = [rank for rank in quiet if rank in case.last]
    if seen:
        reasons.append(Claim(f"{ranks_text(seen)} printed no error: the cause may be there", ()))
    if absent:
        reasons.append(Claim(f"the logs of {ranks_text(absent)} would decide it", ()))
    first = failures[0]
    return Finding("victims", (), Certainty.UNKNOWN, "unexplained", first.message, tuple(reasons), first, first.event)


def _noticed(ranks: list[int], failures: list[RankFailure]) -> Claim:
    who = ranks_text(ranks) if ranks else "lines that name no rank"
    text = f"{who} only {verb(ranks, 'reports', 'report')} a peer that was gone or late"
    return Claim(text, tuple(failure.event for failure in failures))
