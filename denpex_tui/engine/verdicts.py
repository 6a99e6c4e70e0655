"""The verdict in one line, and what it was before: it never changes silently."""

from __future__ import annotations

import time
from collections.abc import Hashable
from dataclasses import replace

from denpex_tui.engine.infer.words import ranks_text
from denpex_tui.engine.model import Outcome, Snapshot, VerdictChange

KEEP = 8
GLIMPSE = 2.0
"""Seconds."""


def verdict_key(snapshot: Snapshot) -> Hashable:
    """What makes a verdict another one: outcome, who failed first, how sure, of what, by which cause."""
    incident = snapshot.incident
    if incident is None:
        return snapshot.outcome
    first, diagnosis = incident.first, incident.diagnosis
    variant = diagnosis.variant if diagnosis is not None else None
    return snapshot.outcome, incident.attempt, first.ranks, first.certainty, first.kind, first.origin, variant


def verdict_line(snapshot: Snapshot) -> str:
    """``rank 1, certain: ValueError: …`` or the outcome's own sentence."""
    incident = snapshot.incident
    if incident is None:
        return snapshot.outcome_reason
    first = incident.first
    who = ranks_text(first.ranks) if first.ranks else "undecided"
    return f"{who}, {first.certainty.value}: {first.message}"


def with_changes(new: Snapshot, old: Snapshot, seen: float = GLIMPSE) -> Snapshot:
    """``new`` with the history of verdicts; ``old`` was the verdict for ``seen`` seconds.

    Progress of a job without a failure is no change of verdict, nor is what a part of the logs said too shortly to be
    read.
    """
    if old.partial and seen < GLIMPSE:
        return replace(new, changes=old.changes)
    if verdict_key(new) == verdict_key(old) or old.sequence == 0:
        return replace(new, changes=old.changes)
    if {new.outcome, old.outcome} <= {Outcome.RUNNING, Outcome.HEALTHY, Outcome.UNKNOWN}:
        return replace(new, changes=old.changes)
    if not old.progress.bytes_read:
        return replace(new, changes=old.changes)
    change = VerdictChange(verdict_line(old), time.time(), _because(new, old), old.incident is None)
    return replace(new, changes=(*old.changes, change)[-KEEP:])


def _because(new: Snapshot, old: Snapshot) -> str:
    incident = new.incident
    if incident is None:
        return new.outcome_reason
    known = {claim.text for claim in old.incident.first.reasons} if old.incident is not None else set()
    fresh = [claim.text for claim in incident.first.reasons if claim.text not in known]
    if fresh:
        return fresh[0]
    diagnosis = incident.diagnosis
    if diagnosis is not None and diagnosis.evidence:
        return diagnosis.evidence[0].text
    return verdict_line(new)
