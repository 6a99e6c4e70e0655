"""Is it really that, and what now: the checklist with its states, and the fixes that apply."""

from __future__ import annotations

from denpex_tui.engine.model import ChecklistItem, Fix, Incident, ItemState
from denpex_tui.report import marks
from denpex_tui.report.outline.builder import Builder


def checklist(builder: Builder, incident: Incident) -> None:
    """Every item with its state in a word, and how to settle those that are still open."""
    if not incident.checklist:
        return
    settled = sum(item.state is not ItemState.PENDING for item in incident.checklist)
    builder.heading(f"Checklist: {settled} of {len(incident.checklist)} settled")
    for item in incident.checklist:
        _item(builder, item)


def _item(builder: Builder, item: ChecklistItem) -> None:
    mark = marks.ITEM[item.state]
    builder.say(mark.word, item.text, mark)
    if item.found is not item.state and item.found is not ItemState.PENDING:
        builder.say("logs", f"the logs say: {marks.ITEM[item.found].word}", level=1)
    builder.claims("", item.claims, level=1)
    if item.state is ItemState.PENDING:
        builder.say("how", item.how, level=1)
    if item.state is ItemState.CONTRADICTED:
        builder.say("then", item.changes, level=1)
    builder.say("note", item.note, level=1)


def first_fix(builder: Builder, incident: Incident) -> None:
    """The safest of the fixes of what was found."""
    fix = next((fix for fix in incident.fixes if fix.applies), None)
    if fix is not None:
        builder.say("fix", fix.title)
        _fix(builder, fix)


def fixes(builder: Builder, incident: Incident) -> None:
    """The fixes of what was found, safest first, each with the command that verifies it."""
    applicable = [fix for fix in incident.fixes if fix.applies]
    for number, fix in enumerate(applicable, 1):
        builder.heading(f"Fix {number} of {len(applicable)}: {fix.title}")
        _fix(builder, fix)


def _fix(builder: Builder, fix: Fix) -> None:
    builder.say("when", fix.when)
    builder.code("change", fix.change)
    builder.code("verify", fix.verify)
    builder.say("expect", fix.expect)
