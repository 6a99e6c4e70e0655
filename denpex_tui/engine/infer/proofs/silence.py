"""The rank that never joined the collective the others waited in prints no error: its silence is the evidence."""

from __future__ import annotations

from collections.abc import Iterable

from denpex_tui.engine.infer.case import Case
from denpex_tui.engine.infer.failure import Nature, RankFailure, is_timeout
from denpex_tui.engine.infer.finding import Finding
from denpex_tui.engine.infer.last_line import last_line_event
from denpex_tui.engine.infer.words import quoted, ranks_text, verb
from denpex_tui.engine.model import Certainty, Claim


def prove(case: Case) -> Finding | None:
    """The few ranks that did not time out while all others did; SIGTERM does not clear them."""
    if case.of(Nature.LOCAL, Nature.SIGNALLED):
        return None
    waited = {rank: failure for rank, failure in case.of(Nature.COMMUNICATION).items() if is_timeout(failure)}
    quiet = case.quiet()
    if not waited or not quiet or len(quiet) >= len(waited) + 1:
        return None
    suspects = _furthest_behind(case, quiet, waited)
    known = suspects[0] in case.last or case.job.world_size is not None
    certainty = Certainty.LIKELY if len(suspects) == 1 and known else Certainty.AMBIGUOUS
    reasons = [_waiting(waited, suspects), *(_own(case, rank) for rank in suspects[:4])]
    silent = "and printed no error" if suspects[0] in case.last else "and left no log"
    message = f"{ranks_text(suspects)} never joined the collective that the others waited in, {silent}"
    event = last_line_event(case, suspects[0]) or waited[min(waited)].event
    return Finding("silence", suspects, certainty, "hang", message, tuple(reasons), event=event)


def _furthest_behind(case: Case, quiet: tuple[int, ...], waited: Iterable[int]) -> tuple[int, ...]:
    """Of several silent ranks those whose last step is the lowest, when all of them log steps.

    Ranks in lock-step are one step apart at most: a log that stops earlier was cut, and tells nothing.
    """
    steps = {rank: case.last_step(rank) for rank in quiet}
    known = [step for step in steps.values() if step is not None]
    if len(quiet) == 1 or len(known) < len(quiet) or _reached(case, waited) - min(known) > 1:
        return quiet
    return tuple(rank for rank in quiet if steps[rank] == min(known))


def _reached(case: Case, waited: Iterable[int]) -> int:
    """The last step of those who waited, where steps are logged one by one; else 0."""
    steps = [case.progress[rank] for rank in waited if rank in case.progress]
    return max((step.last for step in steps if step.last is not None and step.failing is not None), default=0)


def _waiting(waited: dict[int, RankFailure], suspects: tuple[int, ...]) -> Claim:
    ranks = sorted(waited)
    text = (
        f"{ranks_text(ranks)} {verb(ranks, 'waited', 'all waited')} in a collective until the timeout; "
        f"{ranks_text(suspects)} did not"
    )
    return Claim(text, tuple(waited[rank].event for rank in ranks))


def _own(case: Case, rank: int) -> Claim:
    event = last_line_event(case, rank)
    if event is None:
        text = f"rank {rank} left no log at all, although the world size says that it exists"
        return Claim(f"{text}; if there is one, add it: it may have timed out as well")
    ended = case.failures.get(rank)
    events = (event, ended.event) if ended is not None else (event,)
    end = "; it was terminated with the others" if ended is not None else ""
    return Claim(f"the last line of rank {rank} is: {quoted(event.text)}{end}", events)
