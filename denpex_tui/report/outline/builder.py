"""Gathers the blocks of a report and quotes every piece of evidence once, where it is first cited."""

from __future__ import annotations

from collections.abc import Iterable

from denpex_tui.engine.model import Claim, Event, Snapshot
from denpex_tui.report.blocks import Banner, Block, Code, Entry, Heading, Link, Quote, Table
from denpex_tui.report.evidence import number_evidence, source_path
from denpex_tui.report.marks import Mark
from denpex_tui.report.times import clock

Row = tuple[str | Mark, ...]

QUOTES = 4
"""Lines quoted below one sentence; the JSON report holds all of them."""


class Builder:
    """The report under construction."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self.blocks: list[Block] = []
        self._evidence = number_evidence(snapshot)
        self._quoted: set[str] = set()

    def banner(self, mark: Mark, subject: str, sentence: str, *, raw: bool = False) -> None:
        self.blocks.append(Banner(mark, subject, sentence, raw))

    def heading(self, text: str) -> None:
        self.blocks.append(Heading(text))

    def say(self, label: str, text: str, mark: Mark | None = None, level: int = 0) -> None:
        """A sentence without evidence of its own; nothing when the sentence is empty."""
        if text:
            self.blocks.append(Entry(label, text, mark, level))

    def code(self, label: str, text: str) -> None:
        if text.strip():
            self.blocks.append(Code(label, text.strip("\n")))

    def link(self, title: str, url: str) -> None:
        self.blocks.append(Link(title, url))

    def table(self, head: tuple[str, ...], rows: Iterable[Row], raw: frozenset[int], crop: int | None = None) -> None:
        self.blocks.append(Table(head, tuple(rows), raw, crop))

    def claim(self, label: str, claim: Claim, mark: Mark | None = None, level: int = 0, before: str = "") -> None:
        """A sentence with its evidence, quoted unless it was quoted further up."""
        cites = self._evidence.cite(claim.events)
        fresh = [name for name in cites if name not in self._quoted]
        self._quoted.update(fresh[:QUOTES])
        quotes = tuple(self._quote(name) for name in fresh[:QUOTES])
        text = before + claim.text
        self.blocks.append(Entry(label, text, mark, level, tuple(cites), quotes, len(fresh[QUOTES:])))

    def claims(self, label: str, claims: Iterable[Claim], level: int = 0) -> None:
        for claim in claims:
            self.claim(label, claim, level=level)

    def _quote(self, name: str) -> Quote:
        event = self._evidence.events[name]
        path = source_path(event, self.snapshot) or "?"
        return Quote(name, path, event.place.line, _whereabouts(event), event.text, event.span)


def _whereabouts(event: Event) -> str:
    rank = "" if event.rank is None else f"rank {event.rank}"
    return " · ".join(part for part in (rank, clock(event.time)) if part)
