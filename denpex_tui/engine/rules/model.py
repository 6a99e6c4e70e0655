"""What a rule is: the frozen form of one ``rules/<area>/<id>.toml``.

Names of signals and conditions share one space within a rule. Where a rule lists names (``decided_by``,
``found_by``, ``when`` …) each entry is one name, or several joined by ``" + "`` that must all hold; the entries of
the list are alternatives. ``!name`` holds when the name was not seen.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path


class Role(StrEnum):
    """What seeing a signal means for the order of failures."""

    INITIATOR = "initiator"
    """A local cause: the rank that shows it failed by itself."""
    COLLATERAL = "collateral"
    """The consequence of another rank's failure; never accuses the rank that shows it."""
    EVIDENCE = "evidence"
    COUNTER = "counter"
    CONTEXT = "context"


class Where(StrEnum):
    """Which lines a signal may match."""

    MESSAGE = "message"
    """Any line but the quoted source lines and file lines of a traceback (the default)."""
    RAISE = "raise"
    """The quoted source line of a traceback's innermost frame, where the exception was raised."""
    FRAME = "frame"
    """A file line or quoted source line of any frame of a traceback."""
    ANY = "any"


class Scope(StrEnum):
    """Over how many ranks the check behind a failure runs."""

    RANK = "rank"
    """Each rank checks its own state."""
    REDUCED = "reduced"
    """The checked value was reduced over the ranks: all of them fail together and none is first."""


@dataclass(frozen=True, slots=True)
class Signal:
    """A named pattern. Named groups become fields of its events and fill the rule's texts.

    The groups ``accused`` (a rank or a list of ranks that the line itself names as the culprit) and ``rank`` (the
    rank that the line is about) have a meaning of their own.
    """

    id: str
    pattern: str
    role: Role
    where: Where = Where.MESSAGE
    text: str = ""
    """What seeing it says, as a sentence with ``{fields}``."""
    ignore_case: bool = False


@dataclass(frozen=True, slots=True)
class Condition:
    """A signal made from the values of a metric rather than from one line.

    ``test``: ``nan``, ``inf``, ``nonfinite``, ``finite``, ``zero``, ``nonzero``, ``equals``, ``below``, ``above``,
    ``falling``, ``rising``, ``constant``, ``moving``, ``slower``, ``absent``.
    ``at``: ``failure`` (the value of the failing step itself, where a rank logged it before it failed, or the
    last where no log tells the step), ``before`` (the value just before it), ``last`` (whichever is the last), ``any``,
    ``all`` steps.
    ``ranks``: ``all``, ``some`` (at least one, and at least one not), ``any`` (at least one), ``first`` (at a lower
    step than all others), ``one``.
    """

    id: str
    metric: tuple[str, ...]
    test: str
    at: str = "failure"
    ranks: str = "any"
    value: float | None = None
    steps: int = 3
    """How many values ``falling``, ``rising``, ``constant`` and ``moving`` look at, at least."""
    role: Role = Role.EVIDENCE
    text: str = ""
    origin: bool = False
    """True when the ranks that meet it are where a symmetric failure began."""


@dataclass(frozen=True, slots=True)
class Variant:
    """One of the competing causes of one message."""

    id: str
    title: str
    explanation: str
    decided_by: tuple[str, ...] = ()
    supported_by: tuple[str, ...] = ()
    ruled_out_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Undecided:
    """What to say when no variant is decided."""

    title: str = "cause undecided"
    explanation: str = ""


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Something in the log that does not go with this rule's explanation."""

    when: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Item:
    """A checklist item as the rule writes it."""

    id: str
    text: str
    mode: str
    found_by: tuple[str, ...] = ()
    contradicted_by: tuple[str, ...] = ()
    comparison: str | None = None
    """``control`` or ``same-step``, when ``mode`` is ``comparison``."""
    control_shows: tuple[str, ...] = ()
    control_lacks: tuple[str, ...] = ()
    means: str = ""
    how: str = ""
    changes: str = ""
    pending: str = ""
    """What to say while it is pending."""


@dataclass(frozen=True, slots=True)
class FixText:
    """A fix as the rule writes it, before the log's parameters fill it."""

    title: str
    when: str
    change: str
    verify: str
    expect: str
    variants: tuple[str, ...] = ()
    """The variants it is for; empty for all."""


@dataclass(frozen=True, slots=True)
class Lookup:
    """A fact derived from another through a table, such as a release from a line number."""

    id: str
    source: str
    label: str
    table: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Sample:
    """A log excerpt that the rule must match, or must not."""

    text: str
    matches: tuple[str, ...] = ()
    """Ids of the signals that must match; empty in a sample that no initiator or collateral signal may match."""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Rule:
    """One kind of failure, as data."""

    id: str
    title: str
    area: str
    phase: str
    summary: str
    explanation: str
    does_not_prove: str
    signals: tuple[Signal, ...]
    samples: tuple[Sample, ...]
    tags: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    scope: Scope = Scope.RANK
    priority: int = 0
    """Among rules that match one failure the highest leads."""
    overrides: tuple[str, ...] = ()
    """Ids of rules whose match on the same rank is a symptom of this one."""
    silent: bool = False
    """The job does not crash of it: a warning, never a blamed rank."""
    conditions: tuple[Condition, ...] = ()
    variants: tuple[Variant, ...] = ()
    undecided: Undecided = Undecided()
    contradictions: tuple[Contradiction, ...] = ()
    checklist: tuple[Item, ...] = ()
    fixes: tuple[FixText, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    """Field name and the label under which it is shown."""
    lookups: tuple[Lookup, ...] = ()
    misbeliefs: tuple[tuple[str, str], ...] = ()
    references: tuple[tuple[str, str], ...] = ()
    path: Path | None = field(default=None, compare=False)

    def signal(self, name: str) -> Signal | None:
        """The signal called ``name``, or None."""
        return next((signal for signal in self.signals if signal.id == name), None)
