"""One attempt as the proofs see it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from denpex_tui.engine.infer.clocks import Clocks
from denpex_tui.engine.infer.failure import Nature, RankFailure
from denpex_tui.engine.infer.progress import Progress
from denpex_tui.engine.job import Job, LastSeen
from denpex_tui.engine.model import Event
from denpex_tui.engine.rules.book import RuleBook


@dataclass(frozen=True, slots=True)
class Case:
    """Everything that is known of one attempt."""

    attempt: int
    job: Job
    book: RuleBook
    clocks: Clocks
    ranks: tuple[int, ...]
    """All ranks that took part or should have."""
    failures: Mapping[int, RankFailure]
    finished: frozenset[int]
    progress: Mapping[int, Progress]
    last: Mapping[int, LastSeen]
    events: tuple[Event, ...]
    blamed: tuple[Event, ...] = ()
    """Exits that a launcher calls the cause."""
    unattributed: tuple[RankFailure, ...] = ()
    """Failures of writers whose rank is not known; their rank is -1."""
    harmless: tuple[Event, ...] = ()
    """Tracebacks and error lines after which the rank went on."""
    claimed: Mapping[str, tuple[Event, ...]] = field(default_factory=dict)

    def of(self, *natures: Nature) -> dict[int, RankFailure]:
        """The failures of these natures, by rank."""
        return {rank: failure for rank, failure in self.failures.items() if failure.nature in natures}

    def quiet(self) -> tuple[int, ...]:
        """Ranks that ended or stopped without saying why: terminated by the launcher, or nothing at all."""
        return tuple(
            rank
            for rank in self.ranks
            if rank not in self.finished
            and (rank not in self.failures or self.failures[rank].nature is Nature.TERMINATED)
        )

    def last_step(self, rank: int) -> int | None:
        progress = self.progress.get(rank)
        return progress.last if progress is not None else None
