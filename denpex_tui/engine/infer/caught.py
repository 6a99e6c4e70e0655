"""Errors that a rank survived: caught and logged, or of a thread, before the exception that really ended the process.

Python chains an exception that is raised while another is handled, so an end that does not hold an earlier exception
among its causes came after that one had been dealt with.
"""

from __future__ import annotations

from denpex_tui.engine.infer.explain import signature
from denpex_tui.engine.infer.failure import RankFailure
from denpex_tui.engine.model import Traceback


def survived(candidates: list[RankFailure], passed: list[RankFailure]) -> list[RankFailure]:
    """The candidates without those that the rank survived, which are added to ``passed``."""
    ends = [failure for failure in candidates if _ends_process(failure)]
    if not ends:
        return candidates
    last = ends[-1].event.traceback
    assert last is not None
    known = _chain(last)
    kept: list[RankFailure] = []
    for failure in candidates:
        traceback = failure.event.traceback
        over = traceback is not None and not (_chain(traceback) & known)
        (passed if over else kept).append(failure)
    return kept


def _ends_process(failure: RankFailure) -> bool:
    traceback = failure.event.traceback
    return traceback is not None and traceback.uncaught and not traceback.thread


def _chain(traceback: Traceback) -> set[str]:
    """What is equal for the same exception in another print of it."""
    return {signature(link.exception, link.message) for link in (*traceback.causes, traceback)}
