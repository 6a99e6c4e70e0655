"""The snapshot: everything that is known at one moment, immutable, shown alike by all front ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from denpex_tui.engine.model.event import Event, Place
from denpex_tui.engine.model.incident import Claim, Diagnosis, Incident
from denpex_tui.engine.model.run import Run, attempt_name
from denpex_tui.engine.model.source import NotRead, Source


class Outcome(StrEnum):
    """How the job stands."""

    FAILED = "failed"
    RECOVERED = "recovered"
    HEALTHY = "healthy"
    CANCELLED = "cancelled"
    RUNNING = "running"
    UNKNOWN = "unknown"


class RankState(StrEnum):
    """How one rank stands in the headline incident, or in the job when there is none."""

    FIRST = "first"
    SUSPECT = "suspect"
    """One of several that may have been the first."""
    COLLATERAL = "collateral"
    SYMMETRIC = "symmetric"
    SILENT = "silent"
    FINISHED = "finished"
    RUNNING = "running"
    CANCELLED = "cancelled"
    """Ended with the job by a user or a scheduler, not by a failure."""
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class RankStatus:
    """One rank at a glance."""

    rank: int
    host: str | None
    state: RankState
    last_step: int | None = None
    last_time: float | None = None
    """Seconds since the epoch by the rank's own clock."""
    last_place: Place | None = None
    """The rank's last line that is of interest; what opens when the rank is selected."""
    last_text: str = ""
    sources: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ClockOffset:
    """How far a host's clock is from the reference host's, in seconds, with the error of the estimate."""

    host: str
    offset: float
    error: float
    samples: int
    """How many common steps the estimate rests on."""


@dataclass(frozen=True, slots=True)
class Point:
    """One value of a metric."""

    step: int | None
    value: float
    place: Place
    time: float | None = None


@dataclass(frozen=True, slots=True)
class Series:
    """A metric of one rank in one attempt, in order of writing."""

    name: str
    """``loss``, ``grad_norm``, ``lr`` or another name as the log writes it."""
    rank: int | None
    attempt: int
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class VerdictChange:
    """A verdict that no longer holds: what it was, until when, and what replaced it."""

    was: str
    until: float
    """Seconds since the epoch, by the clock of the machine that reads the logs."""
    because: str
    named_nobody: bool = False
    """Whether it was no accusation, so that nobody acts on it in vain."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How much has been read."""

    bytes_read: int = 0
    bytes_total: int = 0
    live: bool = False
    """True while sources are followed."""
    bytes_judged: int | None = None
    """On so many bytes the verdict rests while reading goes on, where that is not ``bytes_read``."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything that is known at one moment. ``sequence`` grows with every change."""

    sequence: int
    title: str
    """The paths as given, cleaned."""
    outcome: Outcome
    outcome_reason: str
    """One sentence."""
    world_size: int | None = None
    headline: int | None = None
    """Index of the incident that the verdict leads with."""
    partial: bool = False
    sources: tuple[Source, ...] = ()
    not_read: tuple[NotRead, ...] = ()
    ranks: tuple[RankStatus, ...] = ()
    incidents: tuple[Incident, ...] = ()
    concerns: tuple[Diagnosis, ...] = ()
    """What is wrong although nothing crashed, such as a norm that is NaN at every step."""
    clocks: tuple[ClockOffset, ...] = ()
    series: Sequence[Series] = ()
    """Built when first looked at."""
    unattributed: int = 0
    """How many failures could not be given to a rank."""
    not_failures: tuple[Event, ...] = ()
    """Lines that look alarming and are not: recovered, caught, or harmless."""
    signals: tuple[Event, ...] = ()
    """Of each attempt the first places of every signal of a rule, whether or not the rule leads."""
    alerts: tuple[Claim, ...] = ()
    """While the job runs: who fell silent or behind."""
    changes: tuple[VerdictChange, ...] = ()
    """Earlier verdicts of this session, oldest first."""
    warnings: tuple[str, ...] = ()
    """Things the user should know of the reading itself: a corrupt state file, a broken rule."""
    progress: Progress = Progress()
    over: bool = False
    """Whether all launchers of the last attempt have said that they end."""
    runs: tuple[Run, ...] = ()
    """The launches whose logs these are, when several were given."""

    def attempt_name(self, attempt: int) -> str:
        """An attempt as the user knows it: by its number, or by its run."""
        return attempt_name(self.runs, attempt)

    def source(self, source_id: int) -> Source | None:
        """The source that a place names; their ids are no positions, as several runs are ordered by their times."""
        if 0 <= source_id < len(self.sources) and self.sources[source_id].id == source_id:
            return self.sources[source_id]
        return next((source for source in self.sources if source.id == source_id), None)

    @property
    def incident(self) -> Incident | None:
        """The incident that the verdict leads with."""
        return None if self.headline is None else self.incidents[self.headline]
