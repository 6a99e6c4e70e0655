"""A nonzero exit code of a rank that printed nothing."""

from __future__ import annotations

from denpex_tui.engine.infer.case import Case
from denpex_tui.engine.infer.failure import Nature
from denpex_tui.engine.infer.finding import Finding, of_failure
from denpex_tui.engine.infer.launcher_kills import ended_by_launcher, killed_by_launcher
from denpex_tui.engine.infer.rank_failures import UNCAUGHT, exit_code
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
    claims = [Claim(text, events)]
    untold = _untold(case) if exit_code(exited[ranks[0]]) == UNCAUGHT else ()
    if untold:
        claims.append(Claim(f"nothing tells how {ranks_text(untold)} ended: an exception there may have been cut off"))
    certainty = Certainty.LIKELY if len(ranks) == 1 and not absent and not untold else Certainty.AMBIGUOUS
    return of_failure("exit code", tuple(sorted((*ranks, *untold))), certainty, exited[ranks[0]], tuple(claims))


def _untold(case: Case) -> tuple[int, ...]:
    """The ranks that neither say how they ended nor were ended by the launcher."""
    ended = ended_by_launcher(case.events) | killed_by_launcher(case.events)
    return tuple(rank for rank in case.quiet() if rank not in ended)
