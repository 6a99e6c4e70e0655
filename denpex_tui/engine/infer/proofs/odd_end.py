"""The others all raise the same exception, which no rule knows; one ended in another way, without a word.

Programs that catch a lost connection and raise an error of their own hide that they only noticed.
"""

from __future__ import annotations

from collections.abc import Mapping

from denpex_tui.engine.infer.case import Case
from denpex_tui.engine.infer.failure import Nature, RankFailure
from denpex_tui.engine.infer.finding import Finding, of_failure
from denpex_tui.engine.infer.rank_failures import UNCAUGHT, exit_code
from denpex_tui.engine.infer.words import ranks_text, verb
from denpex_tui.engine.model import Certainty, Claim


def odd_ends(case: Case) -> Mapping[int, RankFailure]:
    """The ranks that a signal ended, or that printed nothing and have another exit code than the ones that raised."""
    raised = {exit_code(failure) for failure in case.of(Nature.LOCAL).values()} | {UNCAUGHT}
    silent = case.of(Nature.EXITED).items()
    return case.of(Nature.SIGNALLED) | {rank: failure for rank, failure in silent if exit_code(failure) not in raised}


def prove(case: Case) -> Finding | None:
    """The odd one, when at least two others raise one and the same exception that nothing explains."""
    local = case.of(Nature.LOCAL)
    odd = odd_ends(case)
    same = {failure.signature for failure in local.values()}
    if not local or len(same) > 1 or not odd or any(failure.rule is not None for failure in local.values()):
        return None
    ranks, others = tuple(sorted(odd)), sorted(local)
    raised = Claim(
        f"{ranks_text(others)} {verb(others, 'raises an exception that no rule knows', 'all raise the same exception')}"
        f": {local[others[0]].message}",
        tuple(local[rank].event for rank in others),
    )
    ended = Claim(
        f"{ranks_text(ranks)} ended in another way: {odd[ranks[0]].message}", tuple(odd[rank].event for rank in ranks)
    )
    if len(others) == 1:
        # One exception may as well be the cause, and the other end its consequence.
        ranks = tuple(sorted((*ranks, *others)))
    certainty = Certainty.LIKELY if len(ranks) == 1 else Certainty.AMBIGUOUS
    return of_failure("odd end", ranks, certainty, odd[min(odd)], (ended, raised))
