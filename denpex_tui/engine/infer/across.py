"""What attempts say of each other: the same failure at the same step, or one that only failed of the restart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from denpex_tui.engine.infer.case import Case
from denpex_tui.engine.infer.failure import Nature
from denpex_tui.engine.infer.finding import Finding
from denpex_tui.engine.infer.words import join, ranks_text
from denpex_tui.engine.model import Claim, Event, attempt_name


@dataclass(frozen=True, slots=True)
class Attempted:
    """One attempt that failed."""

    case: Case
    finding: Finding
    step: int | None

    @property
    def signature(self) -> str:
        failure = self.finding.failure
        return failure.signature if failure is not None else self.finding.kind

    @property
    def name(self) -> str:
        return attempt_name(self.case.job.runs, self.case.attempt)

    @property
    def events(self) -> tuple[Event, ...]:
        return (self.finding.event,) if self.finding.event is not None else ()


def across(attempts: Sequence[Attempted]) -> Mapping[int, tuple[Claim, ...]]:
    """Attempt -> what the others add to it."""
    claims: dict[int, tuple[Claim, ...]] = {}
    for index, attempt in enumerate(attempts):
        before = attempts[:index]
        found = [*_of_restart(attempt, before), *_repeated(attempt, [a for a in attempts if a is not attempt])]
        if found:
            claims[attempt.case.attempt] = tuple(found)
    return claims


def _of_restart(attempt: Attempted, before: Sequence[Attempted]) -> list[Claim]:
    """An attempt that never stepped and only failed to connect did not fail of itself."""
    case = attempt.case
    stepped = any(progress.last is not None for progress in case.progress.values())
    if not before or stepped or case.of(Nature.LOCAL, Nature.SIGNALLED) or not case.of(Nature.COMMUNICATION):
        return []
    first = before[0]
    text = (
        f"{attempt.name} never reached its first step: its ranks could not connect after the restart; "
        f"look at {first.name} ({ranks_text(first.finding.ranks)}) for the cause"
    )
    return [Claim(text, attempt.events + first.events)]


def same_logs(one: Case, other: Case) -> bool:
    """Whether both are the same launch, given twice: no two launches log the same line at the same instant."""
    mine = {(event.time, event.text) for event in one.events if event.time is not None}
    return any((event.time, event.text) in mine for event in other.events)


def _repeated(attempt: Attempted, others: Sequence[Attempted]) -> list[Claim]:
    twice = [other.name for other in others if same_logs(attempt.case, other.case)]
    if twice:
        verb_ = "is" if len(twice) == 1 else "are"
        text = f"{join(twice)} {verb_} the same logs again, line for line: that says nothing of a repetition"
        return [Claim(text)]
    alike = [other for other in others if other.signature == attempt.signature]
    if not alike or attempt.finding.failure is None:
        return []
    events = attempt.events + tuple(event for other in alike for event in other.events)
    who = join([other.name for other in alike])
    same_rank = _where([attempt, *alike])
    steps = [attempt.step, *(other.step for other in alike)]
    known = {step for step in steps if step is not None}
    if None in steps or not known:
        return [Claim(f"{who} failed the same way {same_rank}", events)]
    if len(known) == 1:
        text = f"{who} failed the same way {same_rank} at the same step {attempt.step}: deterministic"
        return [Claim(text, events)]
    listed = ", ".join(str(step) for step in steps)
    return [Claim(f"{who} failed the same way {same_rank}, but at other steps ({listed})", events)]


def _where(attempts: Sequence[Attempted]) -> str:
    ranks = {attempt.finding.ranks for attempt in attempts}
    if len(ranks) > 1:
        return "on other ranks"
    return "on the same rank" if len(ranks.pop()) == 1 else "on the same ranks"
