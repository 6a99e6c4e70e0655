"""Incidents from cases: inference says who, diagnosis says why, and both end in one frozen value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from denpex_tui.engine.diagnosis import compare
from denpex_tui.engine.diagnosis.checklist import Comparisons, checklist
from denpex_tui.engine.diagnosis.diagnose import diagnose, fixes
from denpex_tui.engine.diagnosis.facts import Facts, Seen, gather
from denpex_tui.engine.diagnosis.latest import latest_values
from denpex_tui.engine.diagnosis.origin import origin_of
from denpex_tui.engine.diagnosis.values import Metrics
from denpex_tui.engine.infer.across import Attempted, across, same_logs
from denpex_tui.engine.infer.also import also_fits
from denpex_tui.engine.infer.case import Case
from denpex_tui.engine.infer.collateral import collateral
from denpex_tui.engine.infer.finding import Finding
from denpex_tui.engine.infer.outcome import cancelled_by
from denpex_tui.engine.infer.verdict import find_first, first_failure
from denpex_tui.engine.job import Job
from denpex_tui.engine.model import Certainty, Claim, Incident
from denpex_tui.engine.rules.model import Rule


@dataclass(frozen=True, slots=True)
class Found:
    """A case in which something failed, before the comparison with other attempts."""

    case: Case
    finding: Finding
    step: int | None
    rule: Rule | None


@dataclass(frozen=True, slots=True)
class Context:
    """What an incident is compared with."""

    control: Job | None = None


def incidents(cases: Sequence[Case], context: Context) -> dict[int, Incident]:
    """Attempt -> incident, for the attempts in which something failed."""
    found = [item for case in cases if (item := _find(case)) is not None]
    added = across([Attempted(item.case, item.finding, item.step) for item in found])
    return {item.case.attempt: _incident(item, found, context, added.get(item.case.attempt, ())) for item in found}


def _find(case: Case) -> Found | None:
    if cancelled_by(case) is not None:
        return None
    finding = find_first(case)
    if finding is None:
        return None
    failure = finding.failure
    rule = (failure.rule if failure is not None else None) or case.book.get(finding.kind)
    return Found(case, finding, _failing_step(case, finding), rule)


def _start(finding: Finding, time: float | None) -> float | None:
    """From when on delays count: a launcher's stamp is when it looked, and without a first rank nothing began."""
    event = finding.event
    return None if not finding.ranks or event is None or event.exit is not None else time


def _failing_step(case: Case, finding: Finding) -> int | None:
    """The step at which the first ranks failed; in a symmetric failure the one that most of them name."""
    steps = [
        progress.failing
        for rank in finding.ranks
        if (progress := case.progress.get(rank)) is not None and progress.failing is not None
    ]
    if not steps:
        return None
    return max(sorted(set(steps)), key=steps.count)


def _incident(item: Found, found: Sequence[Found], context: Context, added: tuple[Claim, ...]) -> Incident:
    case, finding = item.case, item.finding
    metrics = Metrics(case, item.step)
    facts = _facts(item, metrics, found, context)
    origin, claims = origin_of(facts, metrics) if finding.certainty is Certainty.SYMMETRIC else ((), ())
    first = first_failure(case, finding, item.step, origin)
    diagnosis = diagnose(facts, latest_values(metrics)) if facts is not None else None
    comparisons = _comparisons(item, found, context)
    return Incident(
        case.attempt,
        replace(first, reasons=(*first.reasons, *claims, *added)),
        collateral(case, finding.ranks, _start(finding, first.time)),
        (*_other(case), *also_fits(case)),
        diagnosis,
        checklist(facts, comparisons) if facts is not None else (),
        fixes(facts, diagnosis.variant if diagnosis is not None else None) if facts is not None else (),
    )


def _facts(item: Found, metrics: Metrics, found: Sequence[Found], context: Context) -> Facts | None:
    if item.rule is None:
        return None
    facts = gather(item.rule, item.case.events, metrics, _parameters(item), item.finding.ranks)
    for name in _built_in(item, found, context):
        facts.seen[name] = Seen(Claim(""), item.finding.ranks)
    return facts


def _parameters(item: Found) -> dict[str, str]:
    ranks = item.finding.ranks
    shown = ", ".join(str(rank) for rank in ranks[:8]) + (f" and {len(ranks) - 8} more" if len(ranks) > 8 else "")
    known = {
        "ranks": shown,
        "attempt": str(item.case.attempt),
        "world_size": str(item.case.job.world_size or len(item.case.ranks) or ""),
    }
    if ranks:
        known |= {"rank": str(ranks[0]), "first_rank": str(ranks[0])}
        if host := item.case.job.hosts.get(ranks[0]):
            known["host"] = host
    if item.step is not None:
        known["step"] = str(item.step)
    return known


def _built_in(item: Found, found: Sequence[Found], context: Context) -> list[str]:
    case, finding = item.case, item.finding
    names = []
    if finding.certainty is Certainty.SYMMETRIC:
        names.append("@all-ranks")
    elif len(case.ranks) > 1 and finding.ranks:
        names.append("@alone")
    if context.control is not None:
        names.append("@control-given")
    if len(found) > 1:
        names.append("@several-attempts")
    others = [other for other in found if other is not item and not same_logs(other.case, item.case)]
    steps = {other.step for other in (item, *others) if other.rule is item.rule}
    if others and len(steps) == 1 and None not in steps:
        names.append("@same-step")
    return names


def _comparisons(item: Found, found: Sequence[Found], context: Context) -> Comparisons:
    if item.rule is None:
        return Comparisons()
    control = next((entry for entry in item.rule.checklist if entry.comparison == "control"), None)
    others = [other for other in found if other is not item and not same_logs(other.case, item.case)]
    alike = [other for other in (item, *others) if other.finding.kind == item.finding.kind]
    events = [other.finding.event for other in alike if other.finding.event is not None]
    return Comparisons(
        compare.control(item.rule, control, context.control, item.step) if control is not None else None,
        compare.same_step([other.step for other in alike], events),
    )


def _other(case: Case) -> tuple[Claim, ...]:
    """What is neither first nor collateral: failures of writers that no rank could be given to."""
    return tuple(
        Claim(f"{failure.message} (no rank is named on this line)", (failure.event,))
        for failure in case.unattributed[:20]
    )
