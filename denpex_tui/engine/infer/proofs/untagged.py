"""A local cause whose writer is not known: the log does not say which rank printed it."""

from __future__ import annotations

from denpex_tui.engine.infer.case import Case
from denpex_tui.engine.infer.failure import Nature
from denpex_tui.engine.infer.finding import Finding, of_failure
from denpex_tui.engine.infer.words import ranks_text
from denpex_tui.engine.model import Certainty, Claim


def prove(case: Case) -> Finding | None:
    """The cause, with the ranks that may have printed it: those that the launcher does not account for otherwise."""
    causes = [failure for failure in case.unattributed if failure.nature is Nature.LOCAL]
    if not causes or case.of(Nature.LOCAL):
        return None
    failure = causes[0]
    elsewhere = _on_another_console(case, failure.event.place.source)
    combined = {known.id for known in case.job.sources if known.layout == "combined"} - {failure.event.place.source}
    here = [event for event in case.blamed if event.place.source not in combined]
    blamed = sorted({event.rank for event in here if event.rank is not None} - elsewhere)
    reasons = [
        Claim(f"a local cause was printed without a rank: {failure.message}", (failure.event, *failure.signals)),
    ]
    exited = sorted(case.of(Nature.EXITED).keys() - elsewhere)
    suspects = tuple(exited or blamed)
    if len(suspects) == 1:
        text = f"{ranks_text(suspects)} is the only one that the launcher does not count among the terminated"
        reasons.append(Claim(text, tuple(event for event in case.blamed if event.rank in suspects)))
    certainty = Certainty.LIKELY if len(suspects) == 1 else Certainty.AMBIGUOUS if suspects else Certainty.UNKNOWN
    return of_failure("untagged", suspects, certainty, failure, tuple(reasons))


def _on_another_console(case: Case, source: int) -> set[int]:
    """The ranks whose lines stand on another node's console: they printed nothing on this one."""
    shared = {known.id for known in case.job.sources if known.rank is None}
    return {rank for rank, last in case.last.items() if last.place.source != source and last.place.source in shared}
