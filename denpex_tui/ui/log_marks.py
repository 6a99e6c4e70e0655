"""Which lines of a source are evidence, and which part of each matched."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from denpex_tui.engine.model import Event, Traceback
from denpex_tui.ui.citation import Citation, telling_place


@dataclass(frozen=True, slots=True)
class LineMark:
    """How one line is marked."""

    selected: bool
    """True for the claim that is selected, False for evidence of another claim."""
    event: Event | None = None
    """The event that stands on this very line; None for the other lines of its traceback."""


Marks = Mapping[int, LineMark]


def marks(source: int, evidence: Iterable[Event], citation: Citation | None) -> Marks:
    """The marks of ``source`` by line number; the selected claim's lie over the others."""
    result: dict[int, LineMark] = {}
    for event in evidence:
        _mark(result, source, event, selected=False)
    for event in citation.events if citation else ():
        _mark(result, source, event, selected=True)
    if citation and citation.place and citation.place.source == source and not citation.events:
        result[citation.place.line] = LineMark(True)
    return result


def marks_by_source(
    evidence: Mapping[int, Iterable[Event]], citation: Citation | None, sources: Iterable[int]
) -> dict[int, Marks]:
    """The marks of several sources."""
    return {source: marks(source, evidence.get(source, ()), citation) for source in sources}


def _mark(result: dict[int, LineMark], source: int, event: Event, selected: bool) -> None:
    if event.place.source != source:
        return
    if event.traceback is not None:
        for line in event.traceback.lines:
            if line not in result or selected:
                result[line] = LineMark(selected, result[line].event if line in result else None)
    result[telling_place(event).line] = LineMark(selected, event)


def matched_span(event: Event, text: str) -> tuple[int, int] | None:
    """The matched part of an event within ``text``, the line as the log view shows it; the whole when unknown.

    The event's text may be the line without its prefixes, so it is looked up in the line.
    """
    if event.traceback is not None:
        return _exception_span(event.traceback, text)
    base = text.find(event.text) if event.text else -1
    if event.span is not None and base >= 0:
        return base + event.span[0], base + event.span[1]
    if event.span is not None:
        matched = event.text[event.span[0] : event.span[1]]
        found = text.find(matched) if matched else -1
        if found >= 0:
            return found, found + len(matched)
    return (0, len(text)) if text else None


def _exception_span(block: Traceback, text: str) -> tuple[int, int] | None:
    """The name of the exception and what follows it."""
    start = text.find(block.exception) if block.exception else -1
    if start < 0:
        return (0, len(text)) if text else None
    return start, len(text)
