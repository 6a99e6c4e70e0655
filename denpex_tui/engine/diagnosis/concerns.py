"""What is wrong with a job that did not crash: silent rules of which a variant is decided by the metrics."""

from __future__ import annotations

from denpex_tui.engine.diagnosis.diagnose import UNDECIDED, diagnose
from denpex_tui.engine.diagnosis.facts import gather
from denpex_tui.engine.diagnosis.latest import latest_values
from denpex_tui.engine.diagnosis.values import Metrics
from denpex_tui.engine.infer.case import Case
from denpex_tui.engine.model import Diagnosis


def concerns(case: Case) -> tuple[Diagnosis, ...]:
    """The diagnoses of the silent rules that hold for an attempt; a warning, never a blamed rank."""
    metrics = Metrics(case, None)
    found = []
    for rule in case.book.rules:
        if not rule.silent or not any(variant.decided_by for variant in rule.variants):
            continue
        facts = gather(rule, case.events, metrics, {"world_size": str(case.job.world_size or "")})
        diagnosis = diagnose(facts)
        if diagnosis.variant not in (None, UNDECIDED):
            found.append(diagnose(facts, latest_values(metrics)))
    return tuple(found)
