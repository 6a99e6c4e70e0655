"""What was read, what was not and why, and what only looks alarming."""

from __future__ import annotations

from denpex_tui.engine.model import Claim
from denpex_tui.report import marks
from denpex_tui.report.outline.builder import Builder
from denpex_tui.report.ranks import counted
from denpex_tui.report.times import amount

_SHOWN = 20


def harmless(builder: Builder) -> None:
    """Lines that look alarming and are not."""
    events = builder.snapshot.not_failures
    if events:
        builder.heading("Looks alarming and is not")
        count = counted(len(events), "line")
        builder.claim("", Claim(f"{count}: recovered, caught or harmless", events))


def not_read(builder: Builder) -> None:
    """Files that were seen and not read, each with its reason."""
    entries = builder.snapshot.not_read
    if entries:
        builder.heading("Not read")
        builder.table(("file", "why"), ((entry.path, entry.reason) for entry in entries[:_SHOWN]), frozenset({0}))
    if len(entries) > _SHOWN:
        builder.say("", f"and {len(entries) - _SHOWN:,} more (the JSON report lists all of them)")


def warnings(builder: Builder) -> None:
    """What the reader should know of the reading itself."""
    if builder.snapshot.warnings:
        builder.heading("Warnings")
    for warning in builder.snapshot.warnings:
        builder.say("notice", warning, marks.NOTICE)


def reading(builder: Builder) -> None:
    """One closing line: what was read."""
    snapshot = builder.snapshot
    if not snapshot.sources:
        return
    read = sum(source.bytes_read for source in snapshot.sources)
    lines = sum(source.lines for source in snapshot.sources)
    hosts = {source.host for source in snapshot.sources if source.host}
    parts = [
        counted(len(snapshot.sources), "file"),
        counted(lines, "line"),
        amount(read),
        counted(len(hosts), "host") if hosts else "",
        counted(snapshot.unattributed, "event") + " of no known rank" if snapshot.unattributed else "",
    ]
    builder.heading("Read")
    builder.say("", f"{snapshot.title}: " + " · ".join(part for part in parts if part))
