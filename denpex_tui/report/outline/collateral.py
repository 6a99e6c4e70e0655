"""What failed because something else did, folded by how, and what is neither."""

from __future__ import annotations

from denpex_tui.engine.model import Collateral, Incident
from denpex_tui.report import marks
from denpex_tui.report.outline.builder import Builder
from denpex_tui.report.ranks import phrase
from denpex_tui.report.times import delay

_DELAYS_SHOWN = 6


def collateral(builder: Builder, incident: Incident) -> None:
    """One entry per group: which ranks, how long after, and why they are not the cause."""
    if incident.collateral:
        ranks = {rank for group in incident.collateral for rank in group.ranks}
        builder.heading(f"Collateral: {phrase(ranks)}" if ranks else "Collateral")
    groups(builder, incident)
    if incident.other:
        builder.heading("Neither cause nor collateral")
        builder.claims("", incident.other)


def groups(builder: Builder, incident: Incident) -> None:
    """The groups alone."""
    for group in incident.collateral:
        builder.say(
            phrase(group.ranks), " · ".join(part for part in (group.title, after(group)) if part), marks.COLLATERAL
        )
        builder.claim("why", group.why, level=1)


def after(group: Collateral) -> str:
    """The group's delays: one when they read alike, each when they are few, else from the first to the last."""
    known = [(seconds, rank) for rank, seconds in zip(group.ranks, group.delays, strict=False) if seconds is not None]
    told = list(dict.fromkeys(delay(seconds) for seconds, _ in known))
    if len(told) <= 1:
        return told[0] if told else ""
    if len(known) <= _DELAYS_SHOWN:
        return ", ".join(f"rank {rank} {delay(seconds)}" for seconds, rank in known)
    return f"{delay(min(known)[0])} to {delay(max(known)[0])}"
