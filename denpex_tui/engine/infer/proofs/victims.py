"""Only consequences were logged: something failed, and its own line is not here."""

from __future__ import annotations

from denpex_tui.engine.infer.case import Case
from denpex_tui.engine.infer.failure import Nature
from denpex_tui.engine.infer.finding import Finding
from denpex_tui.engine.infer.words import ranks_text, verb
from denpex_tui.engine.model import Certainty, Claim


def prove(case: Case) -> Finding | None:
    """Nobody is named; the reasons say what would decide it."""
    noticed = case.of(Nature.COMMUNICATION)
    if not noticed:
        return None
    ranks = sorted(noticed)
    events = tuple(noticed[rank].event for rank in ranks)
    text = f"{ranks_text(ranks)} only {verb(ranks, 'reports', 'report')} a peer that was gone or late"
    reasons = [Claim(text, events)]
    quiet = case.quiet()
    if quiet:
        reasons.append(Claim(f"{ranks_text(quiet)} printed no error: the cause may be there", ()))
    absent = [rank for rank in quiet if rank not in case.last]
    if absent:
        reasons.append(Claim(f"the logs of {ranks_text(absent)} would decide it", ()))
    message = noticed[ranks[0]].message
    first = noticed[ranks[0]]
    return Finding("victims", (), Certainty.UNKNOWN, "unexplained", message, tuple(reasons), first, first.event)
