"""How one rank ended in one attempt."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from denpex_tui.engine.model import Event
from denpex_tui.engine.rules.model import Rule

TIMEOUT = "timeout"
"""Tag of rules whose message says that a rank waited in vain, rather than that a connection was closed."""

DESYNC = "desync"
"""Tag of rules whose message says that ranks were in different collectives, rather than that one was gone."""
GENERIC = "generic"
"""Tag of rules that hold the checklist of a generic kind, such as ``hang``: they explain nothing by themselves."""


class Nature(StrEnum):
    """What kind of end it was; the order of the members is the order of proof."""

    LOCAL = "local"
    """It failed by itself: an exception, an assertion, a device error."""
    SIGNALLED = "signalled"
    """Ended by a signal that no launcher sends to its victims, such as SIGKILL or SIGSEGV."""
    COMMUNICATION = "communication"
    """It noticed that others were gone or late."""
    UNFINISHED = "unfinished"
    """A traceback without the line that names the exception, still being written or cut off: cause or consequence."""
    EXITED = "exited"
    """A nonzero exit code and nothing that explains it."""
    TERMINATED = "terminated"
    """SIGTERM from the launcher: neither accuses nor clears."""
    CANCELLED = "cancelled"
    """Somebody ended the job."""


@dataclass(frozen=True, slots=True)
class RankFailure:
    """The terminal event of one rank in one attempt."""

    rank: int
    nature: Nature
    kind: str
    rule: Rule | None
    message: str
    event: Event
    signals: tuple[Event, ...] = ()
    """The rule's signals that explain it."""
    exit: Event | None = None
    """What the launcher says of the process's end."""
    signature: str = ""
    """Equal for the same failure on several ranks: numbers and addresses are left out."""

    @property
    def time(self) -> float | None:
        """When it was logged, by the rank's own clock; None for a line without a stamp."""
        return self.event.time

    @property
    def not_before(self) -> float | None:
        return self.event.time if self.event.time is not None else self.event.after


def is_unexplained(failure: RankFailure) -> bool:
    """Whether no rule knows the message, so that it may be a wrapper around what a rank noticed of others."""
    return failure.rule is None or GENERIC in failure.rule.tags


def is_desync(failure: RankFailure) -> bool:
    """Whether the rank met another collective than its own: that shows two ways, and no end of a peer."""
    return failure.rule is not None and DESYNC in failure.rule.tags


def is_timeout(failure: RankFailure) -> bool:
    """Whether the rank waited in vain for another."""
    return failure.rule is not None and TIMEOUT in failure.rule.tags
