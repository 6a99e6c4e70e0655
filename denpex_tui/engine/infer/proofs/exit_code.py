"""A nonzero exit code of a rank that printed nothing."""

from __future__ import annotations

from denpex_tui.engine.infer.case import Case
from denpex_tui.engine.infer.failure import Nature
from denpex_tui.engine.infer.finding import Finding, of_failure
from denpex_tui.engine.infer.words import ranks_text
from denpex_tui.engine.model import Certainty, Claim


def prove(case: Case) -> Finding | None:
    """The ranks that ended with an error code and no line that explains it, while others noticed or nobody did."""
    exited = case.of(Nature.EXITED)
    if not exited or case.of(Nature.LOCAL, Nature.SIGNALLED):
        return None
    ranks = tuple(sorted(exited))
    events = tuple(exited[rank].event for rank in ranks)
    absent = [rank for rank in ranks if rank not in case.last]
    printed = f", and no log of {ranks_text(absent)} was given" if absent else " and printed no error"
    text = f"{ranks_text(ranks)} ended with a nonzero exit code{printed}"
    # The log that is not here may say that it only noticed another's end: exit code 1 is what all of them have.
    certainty = Certainty.LIKELY if len(ranks) == 1 and not absent else Certainty.AMBIGUOUS
    return of_failure("exit code", ranks, certainty, exited[ranks[0]], (Claim(text, events),))
