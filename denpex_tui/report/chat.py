"""The verdict in a few lines, to paste into a chat."""

from __future__ import annotations

import re

from denpex_tui.engine.model import Incident, Snapshot
from denpex_tui.report.blocks import Banner, Entry, Quote, window
from denpex_tui.report.escape import code
from denpex_tui.report.outline.builder import Builder
from denpex_tui.report.outline.verdict import verdict

_BECAUSE = 2
_QUOTED = 200
_MENTION = re.compile(r"([@#<])(?=[\w!@#&])")


def render_chat(snapshot: Snapshot) -> str:
    """Who failed first and how sure that is, why, one line of evidence, and the fix; with a newline at the end."""
    builder = Builder(snapshot)
    verdict(builder)
    banner = next(block for block in builder.blocks if isinstance(block, Banner))
    entries = [block for block in builder.blocks if isinstance(block, Entry)]
    lines = [f"{banner.mark.glyph} {banner.mark.word} {_calm(banner.subject)}", _sentence(banner)]
    lines += [_said(entry) for entry in _chosen(entries)]
    lines += [_evidence(quote) for quote in _quotes(entries)[:1]]
    if snapshot.incident is not None:
        lines += _fix(snapshot.incident)
    return "\n".join(line for line in lines if line) + "\n"


def _sentence(banner: Banner) -> str:
    return code(banner.sentence) if banner.raw else _calm(banner.sentence)


def _chosen(entries: list[Entry]) -> list[Entry]:
    """The cause, the first reasons, and what limits the verdict."""
    known = {label: [entry for entry in entries if entry.label == label] for label in ("cause", "because", "but")}
    partial = [entry for entry in entries if entry.label in ("partial", "to decide")][:1]
    return [*known["cause"][:1], *known["because"][:_BECAUSE], *known["but"][:1], *partial]


def _said(entry: Entry) -> str:
    return f"{entry.label}: {_calm(entry.text)}"


def _quotes(entries: list[Entry]) -> list[Quote]:
    return [quote for entry in entries for quote in entry.quotes]


def _evidence(quote: Quote) -> str:
    left, right = window(quote, _QUOTED)
    return f"evidence: {code(quote.place)} {code(quote.text[left:right])}"


def _fix(incident: Incident) -> list[str]:
    fix = next((fix for fix in incident.fixes if fix.applies), None)
    return [f"fix: {_calm(fix.title)}"] if fix is not None else []


def _calm(text: str) -> str:
    """Text that calls nobody: a chat takes ``@here`` for a call to everyone."""
    return _MENTION.sub(r"\1 ", " ".join(text.split()))
