"""Incidents: one first failure (or one symmetric failure), its collateral, and what is known of the cause."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from denpex_tui.engine.model.event import Event


class Certainty(StrEnum):
    """How sure the verdict is: words backed by listed reasons, never an invented percentage."""

    CERTAIN = "certain"
    LIKELY = "likely"
    AMBIGUOUS = "ambiguous"
    SYMMETRIC = "symmetric"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Claim:
    """One readable sentence and the events it rests on."""

    text: str
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Alternative:
    """Who else was considered as the first failing rank, and why not."""

    ranks: tuple[int, ...]
    why_not: Claim


@dataclass(frozen=True, slots=True)
class FirstFailure:
    """The initiator of an incident."""

    ranks: tuple[int, ...]
    """Global ranks; all failing ranks when symmetric; empty when no rank can be named."""
    certainty: Certainty
    kind: str
    """Id of the rule that explains the initiator, or ``python-exception``, ``killed-by-signal``, ``nonzero-exit``,
    ``hang`` or ``unexplained``."""
    rule: str | None
    message: str
    step: int | None = None
    time: float | None = None
    """Seconds since the epoch, corrected for clock skew."""
    host: str | None = None
    origin: tuple[int, ...] = ()
    """In a symmetric failure, the ranks whose local evidence differs."""
    reasons: tuple[Claim, ...] = ()
    but: tuple[Claim, ...] = ()
    """What speaks against the verdict or limits it, said beside it."""
    alternatives: tuple[Alternative, ...] = ()
    event: Event | None = None
    """The line to open first."""


@dataclass(frozen=True, slots=True)
class Collateral:
    """Ranks that failed because another rank did, grouped by how."""

    ranks: tuple[int, ...]
    kind: str
    title: str
    why: Claim
    delays: tuple[float | None, ...] = ()
    """Seconds after the first failure, corrected, one per rank; None where no clock tells."""


class Standing(StrEnum):
    """Where a variant stands."""

    CHOSEN = "chosen"
    POSSIBLE = "possible"
    RULED_OUT = "ruled-out"


@dataclass(frozen=True, slots=True)
class VariantStanding:
    """One of the competing causes within a rule, with what speaks for and against it."""

    id: str
    title: str
    standing: Standing
    evidence: tuple[Claim, ...] = ()
    against: tuple[Claim, ...] = ()


@dataclass(frozen=True, slots=True)
class Fact:
    """Something the log says of the job: a version, a setting, the last norm of a rank."""

    label: str
    value: str
    event: Event | None = None


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What the rule makes of the initiator."""

    rule: str | None
    title: str
    variant: str | None
    variant_title: str
    explanation: str
    evidence: tuple[Claim, ...] = ()
    contradictions: tuple[Claim, ...] = ()
    variants: tuple[VariantStanding, ...] = ()
    facts: tuple[Fact, ...] = ()
    does_not_prove: str = ""
    misbeliefs: tuple[tuple[str, str], ...] = ()
    """Widely repeated advice that is wrong, each with the fact that meets it."""
    references: tuple[tuple[str, str], ...] = ()
    """Title and URL."""


class ItemMode(StrEnum):
    """How a checklist item is verified."""

    SIGNAL = "signal"
    COMPARISON = "comparison"
    MANUAL = "manual"


class ItemState(StrEnum):
    """State of a checklist item; the last three are the engineer's own."""

    PENDING = "pending"
    FOUND = "found"
    CONTRADICTED = "contradicted"
    CONFIRMED = "confirmed"
    REJECTED = "rejected"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class ChecklistItem:
    """A statement about the incident with its state."""

    id: str
    text: str
    mode: ItemMode
    state: ItemState
    found: ItemState = ItemState.PENDING
    """What the engine itself found, whatever the engineer decided."""
    claims: tuple[Claim, ...] = ()
    means: str = ""
    how: str = ""
    """How to check it by hand."""
    changes: str = ""
    """What a contradiction would change."""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Fix:
    """A change that removes the cause, with the command that verifies it. Shown and copied, never run."""

    title: str
    when: str
    change: str
    verify: str
    expect: str
    applies: bool = True
    """False for a fix of another variant than the one that was found."""


@dataclass(frozen=True, slots=True)
class Incident:
    """One initiator or one symmetric failure, and its collateral, in one attempt."""

    attempt: int
    first: FirstFailure
    collateral: tuple[Collateral, ...] = ()
    other: tuple[Claim, ...] = ()
    """What is neither: the launcher's wrapper, contradicting verdicts, context."""
    diagnosis: Diagnosis | None = None
    checklist: tuple[ChecklistItem, ...] = ()
    fixes: tuple[Fix, ...] = ()
