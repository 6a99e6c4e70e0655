"""Which start of the job a line belongs to.

torchrun names the attempt in its directories. An agent's or a combined log holds several: there each report of a
failed worker group ends an attempt, and ``restart_count`` begins one where the agent logs at INFO.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from denpex_tui.engine.model import Event, Source

_ENDS_WITH = "elastic-table"


@dataclass(frozen=True, slots=True)
class AttemptLines:
    """Where the attempts of one source lie."""

    path_attempt: int | None
    failed: tuple[int, ...] = ()
    """Offsets of the lines that report a failed worker group."""
    counted: tuple[tuple[int, int], ...] = ()
    """Offsets of the lines that state the restart count, and the count."""
    total: int = 1
    starts: tuple[int, ...] = ()
    """Offsets at which the job was started anew in the same file."""

    def spans(self) -> Iterator[tuple[int, int, int | None]]:
        """Every attempt with the offsets at which its lines begin and end; the last one has no end."""
        changes = sorted({0, *self.starts, *(at for at, _ in self.counted), *(at + 1 for at in self.failed)})
        if self.path_attempt is not None:
            changes = [0]
        begins = [at for index, at in enumerate(changes) if index == 0 or self.at(at) != self.at(changes[index - 1])]
        for begin, end in zip(begins, [*begins[1:], None], strict=True):
            yield self.at(begin), begin, end

    def at(self, offset: int, name: str = "") -> int:
        """The attempt of a line; ``name`` is the event's: the table at the end is of the attempt before it."""
        if self.path_attempt is not None:
            return self.path_attempt
        if self.starts:
            return bisect_right(self.starts, offset)
        if self.counted:
            index = bisect_right(self.counted, (offset, 1 << 62)) - 1
            return self.counted[index][1] if index >= 0 else self.counted[0][1]
        before = bisect_left(self.failed, offset)
        if name == _ENDS_WITH:
            before -= 1
        return max(0, min(before, self.total - 1))


def attempt_lines(source: Source, events: Sequence[Event], total: int, starts: tuple[int, ...] = ()) -> AttemptLines:
    """The attempts of one source; ``total`` is how many all sources of the run show."""
    if source.attempt is not None:
        return AttemptLines(source.attempt)
    failed = tuple(sorted(event.place.offset for event in events if event.name == "agent-failed"))
    counted = tuple(sorted((e.place.offset, int(e.fields["count"])) for e in events if e.name == "restart-count"))
    return AttemptLines(None, failed, counted, total, starts)


def total_attempts(sources: Sequence[tuple[Source, Sequence[Event]]]) -> int:
    """How many attempts a run shows: in its directories, or as failures that one agent reports."""
    named = [source.attempt + 1 for source, _ in sources if source.attempt is not None]
    reported = [sum(event.name == "agent-failed" for event in events) for _, events in sources]
    counted = [int(e.fields["count"]) + 1 for _, events in sources for e in events if e.name == "restart-count"]
    return max([1, *named, *reported, *counted])
