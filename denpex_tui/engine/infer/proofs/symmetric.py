"""All ranks raise the same error from the same value: there is no first rank."""

from __future__ import annotations

from denpex_tui.engine.infer.case import Case
from denpex_tui.engine.infer.failure import Nature, RankFailure, is_unexplained
from denpex_tui.engine.infer.finding import Finding, of_failure
from denpex_tui.engine.infer.last_line import last_line_event
from denpex_tui.engine.infer.proofs.odd_end import odd_ends
from denpex_tui.engine.infer.words import ranks_text, verb
from denpex_tui.engine.model import Certainty, Claim
from denpex_tui.engine.rules.model import Scope

_SAYING_NOTHING = (Nature.TERMINATED, Nature.EXITED, Nature.UNFINISHED)


def prove(case: Case) -> Finding | None:
    """Symmetric when the same local failure is all that any rank printed."""
    local = case.of(Nature.LOCAL)
    if not local or case.of(Nature.COMMUNICATION) or odd_ends(case):
        return None
    if len({failure.signature for failure in local.values()}) > 1:
        return None
    first = local[min(local)]
    reduced = first.rule is not None and first.rule.scope is Scope.REDUCED
    if not _enough(case, local, reduced):
        return None
    ranks, reasons = tuple(sorted(local)), tuple(_reasons(case, local, reduced))
    if not reduced and is_unexplained(first) and (silent := _silent(case)):
        doubt = Claim(f"{ranks_text(silent)} may have ended before, and the others may only have noticed")
        return of_failure("symmetric", tuple(sorted((*ranks, *silent))), Certainty.AMBIGUOUS, first, (*reasons, doubt))
    return of_failure("symmetric", ranks, Certainty.SYMMETRIC, first, reasons)


def _silent(case: Case) -> tuple[int, ...]:
    """The ranks of which nothing tells how they ended."""
    return tuple(rank for rank in case.ranks if rank not in case.failures and rank not in case.finished)


def _enough(case: Case, local: dict[int, RankFailure], reduced: bool) -> bool:
    """A check of a reduced value needs no majority: the launcher may end a rank before it prints.

    Nor does it need a second log: whoever gave only one rank's must not read that this rank was the first.
    """
    if len(case.ranks) < 2:
        return reduced and case.job.world_size != 1
    if reduced:
        return len(local) > 1 or all(rank in local or _says_nothing(case, rank) for rank in case.ranks)
    unfinished = [rank for rank in case.ranks if rank not in case.finished]
    return len(local) > 1 and 2 * len(local) > len(unfinished)


def _says_nothing(case: Case, rank: int) -> bool:
    """Whether the launcher ended the rank, or what it printed is not here as a whole: none contradicts the others."""
    failure = case.failures.get(rank)
    return rank not in case.last if failure is None else failure.nature in _SAYING_NOTHING


def _reasons(case: Case, local: dict[int, RankFailure], reduced: bool) -> list[Claim]:
    events = tuple(local[rank].event for rank in sorted(local))
    ranks = sorted(local)
    message = local[ranks[0]].message
    reasons = [Claim(f"{ranks_text(ranks)} raised the same error: {message}", events)]
    if reduced:
        reasons.append(
            Claim("the value that is checked was reduced over the ranks, so all of them fail together", events[:1])
        )
    else:
        reasons.append(Claim("no rank reports a lost connection or a timeout: none waited for another", events[:1]))
    silent = [rank for rank in case.ranks if rank not in local and rank not in case.finished]
    ended = [rank for rank in silent if rank in case.failures]
    if ended:
        sent = tuple(case.failures[rank].event for rank in ended)
        reasons.append(Claim(f"{ranks_text(ended)} printed no error before the launcher ended it", sent))
    unseen = [rank for rank in silent if rank not in ended and rank not in case.last]
    stopped = [rank for rank in silent if rank not in ended and rank in case.last]
    if stopped:
        lines = tuple(event for rank in stopped if (event := last_line_event(case, rank)) is not None)
        what = verb(stopped, "the log of {} just stops", "the logs of {} just stop").format(ranks_text(stopped))
        reasons.append(Claim(what, lines))
    if unseen:
        reasons.append(Claim(f"{ranks_text(unseen)} left no log here"))
    elif len(case.ranks) < 2:
        reasons.append(Claim(f"only the log of {ranks_text(ranks)} was given, and the cause may be another rank's"))
    return reasons
