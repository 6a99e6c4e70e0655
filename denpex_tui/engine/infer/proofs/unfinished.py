"""Tracebacks without the line that names the exception: something failed there, and the logs do not say what."""

from __future__ import annotations

from denpex_tui.engine.infer.case import Case
from denpex_tui.engine.infer.failure import Nature
from denpex_tui.engine.infer.finding import Finding, of_failure
from denpex_tui.engine.infer.words import ranks_text, verb
from denpex_tui.engine.model import Certainty, Claim


def prove(case: Case) -> Finding | None:
    """The ranks of which a traceback is cut: any of them may have been the first."""
    cut = case.of(Nature.UNFINISHED)
    if not cut:
        return None
    ranks = tuple(sorted(cut))
    return of_failure("unfinished", ranks, Certainty.AMBIGUOUS, cut[ranks[0]], (cut_claim(case, ranks),))


def cut_claim(case: Case, ranks: tuple[int, ...]) -> Claim:
    """What is missing of the tracebacks of some ranks."""
    what = verb(ranks, "the traceback of {} lacks", "the tracebacks of {} lack").format(ranks_text(ranks))
    text = f"{what} the line that names the exception: the log is cut there, or still being written"
    return Claim(text, tuple(case.failures[rank].event for rank in ranks))
