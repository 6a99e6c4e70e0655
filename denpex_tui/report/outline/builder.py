"""Gathers the blocks of a report and quotes every piece of evidence once, where it is first cited."""

from __future__ import annotations

from collections.abc import Iterable

from denpex_tui.engine.model import Claim, Event, Place, Snapshot
from denpex_tui.report.blocks import Banner, Block, Code, Entry, Heading, Link, Quote, Table
from denpex_tui.report.evidence import number_evidence, source_path
from denpex_tui.report.marks import Mark
from denpex_tui.report.passages import passages
from denpex_tui.report.times import clock

Row = tuple[str | Mark, ...]

QUOTES = 4
FEWER_QUOTES = 2
"""Lines quoted below one sentence of the verdict, and below one further down; the JSON report holds all of them."""


class Builder:
    """The report under construction."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self.blocks: list[Block] = []
        self.quotes = QUOTES
        self._evidence = number_evidence(snapshot)
        self._quoted: set[str] = set()
        self._counted: set[str] = set()
        self._of_line: dict[Place, str] = {}
        for name, event in self._evidence.events.items():
            self._of_line.setdefault(event.place, name)

    def banner(self, mark: Mark, subject: str, sentence: str, *, raw: bool = False) -> None:
        self.blocks.append(Banner(mark, subject, sentence, raw))

    def heading(self, text: str) -> None:
        self.blocks.append(Heading(text))

    def say(self, label: str, text: str, mark: Mark | None = None, level: int = 0) -> None:
        """A sentence without evidence of its own; nothing when the sentence is empty."""
        if text:
            self.blocks.append(Entry(label, text, mark, level))

    def explain(self, text: str) -> None:
        """A longer text: its paragraphs, and the code in it to copy."""
        for is_code, passage in passages(text):
            self.blocks.append(Code("", passage) if is_code else Entry("", passage))

    def code(self, label: str, text: str) -> None:
        if text.strip():
            self.blocks.append(Code(label, text.strip("\n")))

    def link(self, title: str, url: str) -> None:
        self.blocks.append(Link(title, url))

    def table(self, head: tuple[str, ...], rows: Iterable[Row], raw: frozenset[int], crop: int | None = None) -> None:
        self.blocks.append(Table(head, tuple(rows), raw, crop))

    def claim(self, label: str, claim: Claim, mark: Mark | None = None, level: int = 0, before: str = "") -> None:
        """A sentence with its evidence, quoted unless it was quoted further up."""
        cites = self._lines(claim)
        shown, left = self._to_quote(cites)
        quotes = tuple(self._quote(name) for name in shown)
        self.blocks.append(Entry(label, before + claim.text, mark, level, cites, quotes, left))

    def claims(self, label: str, claims: Iterable[Claim], level: int = 0) -> None:
        for claim in claims:
            self.claim(label, claim, level=level)

    def _to_quote(self, cites: tuple[str, ...]) -> tuple[list[str], int]:
        """Which lines to quote below a claim, and how many more it counts; those counted once are not quoted later."""
        fresh = [name for name in cites if name not in self._quoted and name not in self._counted]
        shown = fresh[: self.quotes]
        if cites and not shown and not self._quoted.intersection(cites):
            shown = [cites[0]]
        self._quoted.update(shown)
        self._counted.update(fresh)
        return shown, max(len(fresh) - len(shown), 0)

    def _lines(self, claim: Claim) -> tuple[str, ...]:
        """The numbers of a claim's lines: a line that is evidence of several things goes by its first number."""
        return tuple(dict.fromkeys(self._of_line[event.place] for event in claim.events))

    def _quote(self, name: str) -> Quote:
        event = self._evidence.events[name]
        path = source_path(event, self.snapshot) or "?"
        code, text = _quoted(event)
        span = event.span if event.traceback is None else None
        return Quote(name, path, event.place.line, _whereabouts(event), text, span, code)


def _quoted(event: Event) -> tuple[str, str]:
    """The line, with nothing above it; of a traceback the exception, and above it the code that raised it."""
    if event.traceback is None or not event.traceback.exception:
        return "", event.text
    frame = event.traceback.innermost
    return frame.code if frame else "", f"{event.traceback.exception}: {event.traceback.message}".removesuffix(": ")


def _whereabouts(event: Event) -> str:
    rank = "" if event.rank is None else f"rank {event.rank}"
    return " · ".join(part for part in (rank, clock(event.time)) if part)
