"""Errors that a rank survived: caught and logged, or of a thread, before the exception that really ended the process.

Python chains an exception that is raised while another is handled, so an end that does not hold an earlier exception
among its causes came after that one had been dealt with.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

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


def survived_by_others(
    candidates: Mapping[int, list[RankFailure]], passed: Mapping[int, list[RankFailure]], ended: Collection[int]
) -> None:
    """Move to ``passed`` what some rank survived, for the ranks that nothing shows to have ended by it.

    A log that was cut behind a caught error lacks the steps that came after it, which other ranks' logs have.
    """
    known = {_identity(failure) for failures in passed.values() for failure in failures}
    for rank, failures in candidates.items():
        if rank in ended:
            continue
        over = [failure for failure in failures if _identity(failure) in known and not _ends_process(failure)]
        passed[rank].extend(failure for failure in over if failure.event.traceback is not None)
        failures[:] = [failure for failure in failures if failure not in passed[rank]]


def _identity(failure: RankFailure) -> tuple[str, str]:
    return failure.kind, failure.signature


def _ends_process(failure: RankFailure) -> bool:
    traceback = failure.event.traceback
    return traceback is not None and traceback.uncaught and not traceback.thread


def _chain(traceback: Traceback) -> set[str]:
    """What is equal for the same exception in another print of it."""
    return {signature(link.exception, link.message) for link in (*traceback.causes, traceback)}
