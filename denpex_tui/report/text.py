"""The report as terminal text: verdict first, readable at 80 columns, without colour and without UTF-8.

Log text only ever travels as `rich.text.Text`, never as markup.
"""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from denpex_tui.engine.model import Snapshot
from denpex_tui.report.blocks import Banner, Block, Code, Entry, Heading, Link, Quote, Table
from denpex_tui.report.glyphs import Glyphs
from denpex_tui.report.marks import GUTTER, Mark
from denpex_tui.report.outline import outline
from denpex_tui.report.ranks import counted
from denpex_tui.report.text_table import table_text

_LABEL = 10
_MARKED = 16
"""Columns of a label, and of one with a glyph: ``✗ contradicted``."""
_QUOTE_INDENT = "    "
_QUOTED_ROWS = 3
"""A quoted line longer than so many rows is cut to the part around the match."""
_LEAST_WIDTH = 20


def render_text(snapshot: Snapshot, console: Console) -> None:
    """Print the report of ``snapshot`` on ``console``."""
    writer = _Writer(console)
    for block in outline(snapshot):
        writer.write(block)


class _Writer:
    """Prints blocks, one kind of block a method."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._glyphs = Glyphs(console.encoding)
        self._begun = False

    def write(self, block: Block) -> None:
        match block:
            case Banner():
                self._banner(block)
            case Heading():
                self._gap()
                self._print(Text(self._glyphs.fit(block.text), "bold underline"))
            case Entry():
                self._entry(block)
            case Code():
                self._code(block)
            case Table():
                self._console.print(table_text(block, self._glyphs, self._console.width))
            case Link():
                self._link(block)

    def _gap(self) -> None:
        if self._begun:
            self._print(Text())
        self._begun = True

    def _print(self, text: Text) -> None:
        self._console.print(text, soft_wrap=True)

    def _mark(self, mark: Mark) -> str:
        return self._glyphs.mark(mark)

    def _banner(self, banner: Banner) -> None:
        self._gap()
        head = Text(f"{self._mark(banner.mark)} {banner.mark.word}  ", banner.mark.style)
        self._hang(head, Text(self._glyphs.fit(banner.subject), "bold"), rest=Text("  "))
        if banner.sentence:
            self._hang(Text("  "), Text(self._glyphs.fit(banner.sentence)))

    def _entry(self, entry: Entry) -> None:
        indent = "  " + "    " * entry.level
        glyph = f"{self._mark(entry.mark)} " if entry.mark else ""
        style = entry.mark.style if entry.mark else "bold"
        label = f"{glyph}{self._glyphs.fit(entry.label)}"
        width = _MARKED if entry.mark else _LABEL
        head = Text(indent).append(f"{label:<{width}}" if label else "", style)
        if label and len(label) >= width:
            head.append("  ")
        body = Text(self._glyphs.fit(entry.text)).append(_cited(entry), "dim")
        self._hang(head, body, rest=Text(indent + " " * (width if label else 0)))
        for quote in entry.quotes:
            self._quote(quote, indent + _QUOTE_INDENT)
        if entry.unquoted:
            more = counted(entry.unquoted, "more such line")
            self._print(Text(f"{indent}{_QUOTE_INDENT}and {more}", "dim"))

    def _quote(self, quote: Quote, indent: str) -> None:
        gutter = Text(f"{indent}{self._glyphs.mark(GUTTER)} ", GUTTER.style)
        place = quote.place
        where = f"  {quote.where}" if quote.where else ""
        self._print(Text().append_text(gutter).append(self._glyphs.fit(f"{place}{where}  {quote.id}"), "dim"))
        if quote.code:
            self._hang(gutter, Text(self._glyphs.fit(quote.code)), rest=gutter)
        room = self._room(gutter) * _QUOTED_ROWS
        self._hang(gutter, self._glyphs.quoted(quote, room), rest=gutter)

    def _link(self, link: Link) -> None:
        """Title and address on one row when both fit, else below each other: an address is never wrapped."""
        title, url = self._glyphs.fit(link.title), self._glyphs.fit(link.url)
        if len(f"  {title} {url}") <= self._console.width:
            self._print(Text(f"  {title} ").append(url, "dim"))
            return
        self._hang(Text("  "), Text(title))
        self._print(Text("    ").append(url, "dim"))

    def _code(self, code: Code) -> None:
        """Never wrapped, so that it can be copied as it is."""
        if code.label:
            self._print(Text(f"  {code.label}", "bold"))
        for line in code.text.splitlines():
            self._print(Text(f"      {self._glyphs.fit(line)}", "cyan"))

    def _room(self, head: Text) -> int:
        return max(self._console.width - head.cell_len, _LEAST_WIDTH)

    def _hang(self, head: Text, body: Text, rest: Text | None = None) -> None:
        """Print ``body`` behind ``head``, wrapped; every further row begins with ``rest``."""
        rest = Text(" " * head.cell_len) if rest is None else rest
        for index, line in enumerate(
            body.wrap(self._console, self._room(max(head, rest, key=lambda part: part.cell_len)))
        ):
            row = Text().append_text(rest if index else head).append_text(line)
            row.rstrip()
            self._print(row)


def _cited(entry: Entry) -> str:
    if not entry.cites:
        return ""
    more = f" and {len(entry.cites) - 6} more" if len(entry.cites) > 6 else ""
    return f"  [{' '.join(entry.cites[:6])}{more}]"
