"""The report as one HTML page that stands alone: no script, nothing fetched, readable without the logs.

Every text is escaped, whoever wrote it; the page forbids the browser all resources but its own style.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape

from denpex_tui.engine.model import Snapshot
from denpex_tui.report.blocks import Banner, Block, Code, Entry, Heading, Link, Quote, Table
from denpex_tui.report.excerpts import Excerpt
from denpex_tui.report.html_style import STYLE
from denpex_tui.report.marks import Mark
from denpex_tui.report.outline import outline
from denpex_tui.report.ranks import counted

_WEB = re.compile(r"https?://[^\s<>\\`\"']+")
_TONES = {"red": "bad", "magenta": "bad", "yellow": "warn", "green": "good", "cyan": "calm", "dim": "dim"}
_CITED = 12
_PAGE = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
{style}</style>
</head>
<body>
{body}
</body>
</html>
"""


def render_html(snapshot: Snapshot, excerpts: Mapping[str, Excerpt]) -> str:
    """The whole page; ``excerpts`` are the lines around the evidence, by its number."""
    blocks = outline(snapshot)
    quoted = {quote.id for block in blocks if isinstance(block, Entry) for quote in block.quotes}
    body = "\n".join(_block(block, excerpts, quoted, first=not index) for index, block in enumerate(blocks))
    return _PAGE.format(title=escape(_title(blocks)), style=STYLE, body=body)


def _title(blocks: list[Block]) -> str:
    banner = next((block for block in blocks if isinstance(block, Banner)), None)
    return f"{banner.mark.word} · {banner.subject}" if banner is not None else "denpex-tui report"


def _block(block: Block, excerpts: Mapping[str, Excerpt], quoted: set[str], *, first: bool) -> str:
    match block:
        case Banner():
            return _banner(block, "h1" if first else "h2")
        case Heading():
            return f"<h3>{escape(block.text)}</h3>"
        case Entry():
            return _entry(block, excerpts, quoted)
        case Code():
            label = f'<p class="label">{escape(block.label)}</p>' if block.label else ""
            return f"{label}<pre>{escape(block.text)}</pre>"
        case Table():
            return _table(block)
        case Link():
            return f'<p class="entry">{_link(block)}</p>'


def _banner(banner: Banner, level: str) -> str:
    head = f"<{level}>{_mark(banner.mark)} {escape(banner.subject)}</{level}>"
    kind = ' class="message"' if banner.raw else ""
    return head + (f"<p{kind}>{escape(banner.sentence)}</p>" if banner.sentence else "")


def _mark(mark: Mark) -> str:
    tone = next((_TONES[word] for word in mark.style.split() if word in _TONES), "calm")
    return f'<span class="{tone}">{escape(mark.glyph)} {escape(mark.word)}</span>'


def _entry(entry: Entry, excerpts: Mapping[str, Excerpt], quoted: set[str]) -> str:
    glyph = f'<span class="label">{_mark(entry.mark)}</span> ' if entry.mark else ""
    bare = entry.label if entry.mark is None or entry.label != entry.mark.word else ""
    label = f'<span class="label">{escape(bare)}</span> ' if bare else ""
    cites = " ".join(_cite(name, quoted) for name in entry.cites[:_CITED])
    more = " …" if len(entry.cites) > _CITED else ""
    parts = [f"{glyph}{label}{escape(entry.text)}{f' <small>{cites}{more}</small>' if cites else ''}"]
    parts += [_quote(quote, excerpts.get(quote.id)) for quote in entry.quotes]
    if entry.unquoted:
        parts.append(f'<div class="quote dim">and {counted(entry.unquoted, "more such line")}</div>')
    return f'<div class="entry level{min(entry.level, 2)}">{"".join(parts)}</div>'


def _cite(name: str, quoted: set[str]) -> str:
    return f'<a class="cite" href="#{escape(name)}">{escape(name)}</a>' if name in quoted else escape(name)


def _quote(quote: Quote, excerpt: Excerpt | None) -> str:
    where = f" · {escape(quote.where)}" if quote.where else ""
    raised = f"<code>{escape(quote.code)}</code><br>" if quote.code else ""
    place = f'<small class="dim">{escape(quote.id)} · {escape(quote.place)}{where}</small><br>'
    return (
        f'<div class="quote" id="{escape(quote.id)}">{place}{raised}<code>{_matched(quote)}</code>'
        f"{_excerpt(excerpt) if excerpt is not None else ''}</div>"
    )


def _matched(quote: Quote) -> str:
    begin, end = quote.span or (0, 0)
    matched = f"<mark>{escape(quote.text[begin:end])}</mark>" if begin < end else ""
    return f"{escape(quote.text[:begin])}{matched}{escape(quote.text[end:])}"


def _excerpt(excerpt: Excerpt) -> str:
    last = excerpt.first + len(excerpt.texts) - 1
    lines = "".join(_line(number, text, excerpt) for number, text in enumerate(excerpt.texts, excerpt.first))
    return (
        f"<details><summary>lines {excerpt.first:,} to {last:,}</summary><pre class='excerpt'>{lines}</pre></details>"
    )


def _line(number: int, text: str, excerpt: Excerpt) -> str:
    width = len(str(excerpt.first + len(excerpt.texts)))
    kind = ' class="cited"' if number == excerpt.cited else ""
    return f'<span{kind}><span class="number">{number:>{width}} </span>{escape(text)}</span>\n'


def _table(table: Table) -> str:
    head = "".join(f"<th>{escape(name)}</th>" for name in table.head)
    rows = "".join(
        f"<tr>{''.join(_cell(cell, at in table.raw) for at, cell in enumerate(row))}</tr>" for row in table.rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def _cell(value: str | Mark, raw: bool) -> str:
    if isinstance(value, Mark):
        return f"<td>{_mark(value)}</td>"
    return f'<td class="raw">{escape(value)}</td>' if raw else f"<td>{escape(value)}</td>"


def _link(link: Link) -> str:
    """A link when it is a web address, else both as text."""
    if not _WEB.fullmatch(link.url):
        return f"{escape(link.title)} <code>{escape(link.url)}</code>"
    return f'<a href="{escape(link.url)}" rel="noreferrer noopener">{escape(link.title)}</a>'
