"""Compares a snapshot with the truth: right, abstained (the engine says that it does not know), or wrong."""

from __future__ import annotations

from dataclasses import dataclass, field

from denpex_tui.engine.model import Certainty, FirstFailure, Incident, Snapshot
from tests.engine.truth import Truth

_SURE = (Certainty.CERTAIN, Certainty.LIKELY)


@dataclass(slots=True)
class Judgement:
    """What is wrong and what was left open; a sentence each."""

    wrong: list[str] = field(default_factory=list)
    open: list[str] = field(default_factory=list)

    @property
    def word(self) -> str:
        return "WRONG" if self.wrong else "abstained" if self.open else "right"

    def check(self, what: str, expected: object, got: object) -> None:
        """``got`` is right, or None for an abstention, or wrong."""
        if got is None and expected is not None:
            self.open.append(what)
        elif got != expected:
            self.wrong.append(f"{what}: expected {expected}, got {got}")


def judge(truth: Truth, snapshot: Snapshot) -> Judgement:
    """Everything that the truth says of the case, held against the snapshot."""
    judgement = Judgement()
    _outcome(truth, snapshot, judgement)
    incident = snapshot.incident
    if incident is None:
        if truth.first != () and "failed" in truth.outcomes:
            judgement.open.append("first")
        return judgement
    if truth.first is None:
        _undecidable(incident.first, judgement)
    else:
        judge_first(truth.first, incident.first, judgement)
    if truth.first == ():
        return judgement
    _details(truth, incident, judgement)
    _collateral(truth, incident, judgement)
    _attempts(truth, snapshot, judgement)
    return judgement


def _outcome(truth: Truth, snapshot: Snapshot, judgement: Judgement) -> None:
    got = snapshot.outcome.value
    if got in truth.outcomes:
        return
    judgement.check("outcome", " or ".join(sorted(truth.outcomes)), None if got == "unknown" else got)


def judge_first(expected: tuple[int, ...], first: FirstFailure, judgement: Judgement) -> None:
    """The ranks that are called first; naming candidates is an abstention as long as the right one is among them."""
    got = f"{first.ranks} {first.certainty}"
    if not expected:
        judgement.wrong.append(f"first: no rank failed, got {got}")
    elif first.certainty is Certainty.UNKNOWN:
        judgement.open.append("first")
    elif first.certainty is Certainty.AMBIGUOUS:
        judgement.check("first", True, None if set(expected) <= set(first.ranks) else got)
    elif (first.certainty is Certainty.SYMMETRIC) != (len(expected) > 1) or first.ranks != expected:
        judgement.wrong.append(f"first: expected {expected}, got {got}")


def _undecidable(first: FirstFailure, judgement: Judgement) -> None:
    if first.certainty in _SURE:
        judgement.wrong.append(f"first: nobody can know, got {first.ranks} {first.certainty}")


def _details(truth: Truth, incident: Incident, judgement: Judgement) -> None:
    first, diagnosis = incident.first, incident.diagnosis
    judgement.check("origin", truth.origin or None, first.origin or None)
    if truth.step is not None:
        judgement.check("step", truth.step, first.step)
    if truth.variant is not None:
        got = diagnosis.variant if diagnosis is not None else None
        judgement.check("variant", truth.variant if truth.decidable else "undecided", got)


def _collateral(truth: Truth, incident: Incident, judgement: Judgement) -> None:
    got = {rank for group in incident.collateral for rank in group.ranks}
    if both := got & set(incident.first.ranks):
        judgement.wrong.append(f"collateral: {sorted(both)} both first and collateral")
    missing = set(truth.collateral) - got - set(incident.first.ranks)
    if missing and truth.first is not None and incident.first.ranks:
        judgement.wrong.append(f"collateral: {sorted(missing)} missing")
    if truth.all_collateral and incident.first.ranks and got - set(truth.collateral):
        judgement.wrong.append(f"collateral: {sorted(got - set(truth.collateral))} are not")


def _attempts(truth: Truth, snapshot: Snapshot, judgement: Judgement) -> None:
    if truth.attempts is None:
        return
    got = {incident.attempt: incident.first for incident in snapshot.incidents}
    if tuple(got) != tuple(attempt for attempt, _ in truth.attempts):
        judgement.wrong.append(f"attempts: expected {truth.attempts}, got {sorted(got)}")
        return
    for attempt, ranks in truth.attempts:
        inner = Judgement()
        judge_first(ranks, got[attempt], inner)
        judgement.wrong += [f"attempt {attempt}: {text}" for text in inner.wrong]
        judgement.open += [f"attempt {attempt}: {text}" for text in inner.open]
