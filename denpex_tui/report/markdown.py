"""The report as Markdown, to paste into a ticket.

Log text stands in code spans and fences longer than any run of backticks in it; every other text is escaped.
"""

from __future__ import annotations

from denpex_tui.engine.model import Snapshot
from denpex_tui.report.blocks import Banner, Block, Code, Entry, Heading, Link, Quote, Table, window
from denpex_tui.report.escape import cell, code, fence, link, prose
from denpex_tui.report.marks import Mark
from denpex_tui.report.outline import outline
from denpex_tui.report.ranks import counted

_QUOTED = 400
"""Characters of a quoted line; the JSON report holds all of it."""


def render_markdown(snapshot: Snapshot) -> str:
    """The whole report, with a newline at the end."""
    lines: list[str] = []
    for block in outline(snapshot):
        if lines and not (_is_list(block) and lines[-1].lstrip().startswith("-")):
            lines.append("")
        lines.extend(_block(block, first=not lines))
    return "\n".join(lines) + "\n"


def _is_list(block: Block) -> bool:
    return isinstance(block, Link) or (isinstance(block, Entry) and not _is_paragraph(block))


def _is_paragraph(entry: Entry) -> bool:
    return not (entry.label or entry.level or entry.cites)


def _block(block: Block, *, first: bool) -> list[str]:
    match block:
        case Banner():
            return _banner(block, "##" if first else "###")
        case Heading():
            return [f"### {prose(block.text)}"]
        case Entry():
            return [prose(block.text)] if _is_paragraph(block) else _entry(block)
        case Code():
            return [*([f"**{prose(block.label)}**", ""] if block.label else []), *fence(block.text)]
        case Table():
            return _table(block)
        case Link():
            return [f"- {link(block.title, block.url)}"]


def _banner(banner: Banner, level: str) -> list[str]:
    head = f"{level} {_mark(banner.mark)} · {prose(banner.subject)}"
    if not banner.sentence:
        return [head]
    return [head, "", code(banner.sentence) if banner.raw else prose(banner.sentence)]


def _mark(mark: Mark) -> str:
    return f"{prose(mark.glyph)} {prose(mark.word)}"


def _entry(entry: Entry) -> list[str]:
    indent = "  " * entry.level
    glyph = f"{prose(entry.mark.glyph)} " if entry.mark else ""
    label = f"**{prose(entry.label)}** " if entry.label else ""
    cites = f" ({', '.join(entry.cites[:12])}{', …' if len(entry.cites) > 12 else ''})" if entry.cites else ""
    lines = [f"{indent}- {glyph}{label}{prose(entry.text)}{cites}"]
    lines += [f"{indent}  - {_quote(quote)}" for quote in entry.quotes]
    if entry.unquoted:
        lines.append(f"{indent}  - and {counted(entry.unquoted, 'more such line')}")
    return lines


def _quote(quote: Quote) -> str:
    left, right = window(quote, _QUOTED)
    before, after = "… " if left else "", " …" if right < len(quote.text) else ""
    where = f" · {prose(quote.where)}" if quote.where else ""
    raised = f"{code(quote.code)} → " if quote.code else ""
    text = f"{before}{code(quote.text[left:right])}{after}"
    return f"{quote.id} {code(quote.place)}{where}: {raised}{text}"


def _table(table: Table) -> list[str]:
    rows = [_row([_cell(value, index in table.raw) for index, value in enumerate(row)]) for row in table.rows]
    return [_row([prose(head) for head in table.head]), _row(["---"] * len(table.head)), *rows]


def _cell(value: str | Mark, raw: bool) -> str:
    return _mark(value) if isinstance(value, Mark) else cell(value, raw=raw)


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"
