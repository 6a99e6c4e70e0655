"""What is worth knowing although nothing crashed: silent trouble in the numbers, and ranks that fell silent."""

from __future__ import annotations

from denpex_tui.report import marks
from denpex_tui.report.outline.builder import Builder
from denpex_tui.report.times import clock


def alerts(builder: Builder) -> None:
    """Who is silent or behind while the job runs."""
    for claim in builder.snapshot.alerts:
        builder.claims("notice", (claim,))


def concerns(builder: Builder) -> None:
    """The diagnoses of a job that did not crash: a warning, no blamed rank."""
    for concern in builder.snapshot.concerns:
        builder.heading(f"Not a crash, but: {concern.title}")
        builder.say("rule", f"{concern.rule}: {concern.variant_title}", marks.NOTICE)
        builder.explain(concern.explanation)
        builder.claims("for", concern.evidence)
        builder.claims("against", concern.contradictions)
        builder.say("limits", concern.does_not_prove)


def changes(builder: Builder) -> None:
    """Earlier verdicts of this session."""
    if builder.snapshot.changes:
        builder.heading("Earlier verdicts")
    for change in builder.snapshot.changes:
        builder.say("was", f"{change.was} (until {clock(change.until)})")
        builder.say("because", change.because, level=1)
