"""The ranks that failed because another did, in groups, each with the reason why it is collateral."""

from __future__ import annotations

from collections import defaultdict

from denpex_tui.engine.infer.case import Case
from denpex_tui.engine.infer.failure import Nature, RankFailure
from denpex_tui.engine.infer.last_line import last_line_event
from denpex_tui.engine.infer.words import quoted, ranks_text, seconds, verb
from denpex_tui.engine.model import Claim, Collateral


def collateral(case: Case, first: tuple[int, ...], start: float | None) -> tuple[Collateral, ...]:
    """All failures but the first ones, grouped by kind, largest group first."""
    groups: dict[tuple[Nature, str], list[RankFailure]] = defaultdict(list)
    for rank in sorted(case.failures):
        failure = case.failures[rank]
        if rank not in first and failure.nature is not Nature.CANCELLED:
            groups[(failure.nature, failure.kind)].append(failure)
    ended = _silent(case, first)
    ordered = sorted(groups.items(), key=lambda item: (list(Nature).index(item[0][0]), -len(item[1]), item[0][1]))
    grouped = tuple(_group(case, nature, kind, failures, start) for (nature, kind), failures in ordered)
    return (*grouped, *ended)


def _silent(case: Case, first: tuple[int, ...]) -> tuple[Collateral, ...]:
    """Ranks that just stop: once another rank is known to have failed first, the job ended under them."""
    ranks = tuple(
        rank
        for rank in case.ranks
        if rank not in case.failures and rank not in case.finished and rank not in first and rank in case.last
    )
    if not ranks or not first:
        return ()
    events = tuple(event for rank in ranks if (event := last_line_event(case, rank)) is not None)
    why = Claim(f"{ranks_text(ranks)} {verb(ranks, 'just stops', 'just stop')}, without an error or an exit", events)
    return (Collateral(ranks, "silent", "stopped without an error", why, (None,) * len(ranks)),)


def _group(case: Case, nature: Nature, kind: str, failures: list[RankFailure], start: float | None) -> Collateral:
    ranks = tuple(failure.rank for failure in failures)
    delays = tuple(delay(case, failure, start) for failure in failures)
    why = Claim(_why(nature, ranks, delays), tuple(failure.event for failure in failures))
    return Collateral(ranks, kind, _title(nature, failures[0]), why, delays)


def delay(case: Case, failure: RankFailure, start: float | None) -> float | None:
    """Seconds from ``start`` to the failure by corrected clocks; None where a clock is missing."""
    time = case.clocks.corrected(failure.rank, failure.time)
    return None if time is None or start is None else round(time - start, 3)


def _title(nature: Nature, failure: RankFailure) -> str:
    if nature is Nature.TERMINATED:
        return failure.message
    if failure.rule is not None:
        return failure.rule.title
    return quoted(failure.message.splitlines()[0]) if failure.message else failure.kind


def _why(nature: Nature, ranks: tuple[int, ...], delays: tuple[float | None, ...]) -> str:
    who = ranks_text(ranks)
    if nature is Nature.TERMINATED:
        return f"{who} {verb(ranks, 'was', 'were')} ended by the launcher after the first failure; this accuses nobody"
    known = [value for value in delays if value is not None and value > 0]
    when = f", {seconds(min(known))} after the first failure" if known else ""
    if nature is Nature.UNFINISHED:
        return f"{who} raised something too{when}; the line that names it is not here"
    if nature is Nature.COMMUNICATION:
        return f"{who} noticed that a peer was gone or late{when}"
    if nature is Nature.LOCAL:
        return f"{who} failed by {verb(ranks, 'itself', 'themselves')} too, later than the first{when}"
    return f"{who} ended after the first failure{when}"
