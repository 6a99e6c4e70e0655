"""Comparisons with other runs: a control that runs fine, and whether the failing step is the same each time."""

from __future__ import annotations

from collections.abc import Sequence

from denpex_tui.engine.diagnosis.checklist import Comparison
from denpex_tui.engine.infer.words import quoted
from denpex_tui.engine.job import Job
from denpex_tui.engine.model import Claim, Event, ItemState
from denpex_tui.engine.rules.model import Item, Rule


def control(rule: Rule, item: Item, job: Job | None, failing_step: int | None) -> Comparison | None:
    """Found when the control run shows what it should, lacks the failure and passes the failing step."""
    if job is None:
        return None
    shown = _events(rule, item.control_shows, job)
    lacking = _events(rule, item.control_lacks, job)
    last = _last_step(job)
    if lacking:
        text = "the control run fails the same way"
        return Comparison(ItemState.CONTRADICTED, Claim(f"{text}: {quoted(lacking[0].text)}"))
    if not shown:
        return Comparison(ItemState.PENDING, Claim("the control run does not show that it used the other setting"))
    if failing_step is None or last is None or last < failing_step:
        reached = "logs no step" if last is None else f"only reaches step {last}"
        needed = "" if failing_step is None else f", and step {failing_step} is the one to pass"
        return Comparison(ItemState.PENDING, Claim(f"the control run {reached}{needed}"))
    text = f"the control run ({quoted(shown[0].text)}) passes step {failing_step}, up to {last}, without it"
    return Comparison(ItemState.FOUND, Claim(text))


def _events(rule: Rule, names: Sequence[str], job: Job) -> list[Event]:
    wanted = {f"{rule.id}/{name}" for name in names}
    return [event for event in job.events if event.name in wanted]


def _last_step(job: Job) -> int | None:
    return max((item.lines.last_step for item in job.lines if item.lines.last_step is not None), default=None)


def same_step(steps: Sequence[int | None], events: Sequence[Event]) -> Comparison | None:
    """Found when the failing step of all attempts and runs with this failure is equal, contradicted when not.

    ``steps`` are those of the attempts with the same failure, None where the log does not tell.
    """
    if len(steps) < 2:
        return None
    known = [step for step in steps if step is not None]
    if len(known) < 2:
        text = "several attempts failed this way, and their steps are not logged"
        return Comparison(ItemState.PENDING, Claim(text, tuple(events)))
    if len(set(known)) == 1:
        text = f"{len(known)} attempts failed at the same step {known[0]}"
        return Comparison(ItemState.FOUND, Claim(text, tuple(events)))
    listed = ", ".join(str(step) for step in known)
    return Comparison(ItemState.CONTRADICTED, Claim(f"the attempts failed at different steps: {listed}", tuple(events)))
