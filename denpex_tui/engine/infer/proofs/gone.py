"""All others report that a peer was gone; one rank does not, and no launcher ended it: it is the peer."""

from __future__ import annotations

from denpex_tui.engine.infer.case import Case
from denpex_tui.engine.infer.failure import Nature, is_desync
from denpex_tui.engine.infer.finding import Finding
from denpex_tui.engine.infer.last_line import last_line_event
from denpex_tui.engine.infer.launcher_kills import ended_by_launcher
from denpex_tui.engine.infer.proofs.unfinished import cut_claim
from denpex_tui.engine.infer.words import quoted, ranks_text, verb
from denpex_tui.engine.model import Certainty, Claim

KIND = "killed-by-signal"


def prove(case: Case) -> Finding | None:
    """The one rank that neither noticed another's end nor was ended by the launcher."""
    noticed = case.of(Nature.COMMUNICATION)
    if not noticed or case.of(Nature.LOCAL, Nature.SIGNALLED, Nature.EXITED):
        return None
    if any(is_desync(failure) for failure in noticed.values()):
        return None
    spared = case.finished | noticed.keys() | ended_by_launcher(case.events)
    gone = [rank for rank in case.ranks if rank not in spared]
    if len(gone) != 1:
        return None
    rank, others = gone[0], sorted(noticed)
    text = f"{ranks_text(others)} {verb(others, 'reports', 'report')} a peer that was gone; rank {rank} does not"
    reasons = [Claim(text, tuple(noticed[other].event for other in others)), _own(case, rank)]
    failure = case.failures.get(rank)
    event = failure.event if failure is not None else last_line_event(case, rank)
    message = failure.message if failure is not None else "its log just stops, without an error"
    # A rank that was raising something was not ended by a signal.
    kind = failure.kind if failure is not None and failure.nature is Nature.UNFINISHED else KIND
    return Finding(
        "gone", (rank,), Certainty.LIKELY, kind, message, tuple(reasons), event=event or noticed[others[0]].event
    )


def _own(case: Case, rank: int) -> Claim:
    failure = case.failures.get(rank)
    if failure is not None and failure.nature is Nature.UNFINISHED:
        return cut_claim(case, (rank,))
    if failure is not None:
        return Claim(f"no launcher says that it ended rank {rank}: {failure.message}", (failure.event,))
    event = last_line_event(case, rank)
    if event is None:
        return Claim(f"rank {rank} left no log at all, although the world size says that it exists")
    return Claim(f"the log of rank {rank} just stops: {quoted(event.text)}", (event,))
