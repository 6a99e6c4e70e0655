"""The rows of the verdict banner at a given width: what is dropped first when there is no room."""

from __future__ import annotations

from dataclasses import dataclass

from rich.cells import cell_len
from textual.content import Content

from denpex_tui.engine.model import VerdictChange
from denpex_tui.ui import glyphs, words
from denpex_tui.ui.cell_window import fit
from denpex_tui.ui.citation import Citation
from denpex_tui.ui.hanging import Hanging
from denpex_tui.ui.headline import Headline, Line

LEAST_MESSAGE = 24
"""Details are dropped until at least so many cells of the message can be read."""

COMPACT_ROWS = 4
FULL_LINES = 6
"""Lines below the verdict where there is room; each may take up to three rows."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the banner, and what is selected by a click on it."""

    content: Content
    citation: Citation | None = None


def banner_rows(headline: Headline, width: int, compact: bool, change: VerdictChange | None = None) -> list[Row]:
    """All rows of the banner; four when ``compact``, else as many as the claims need, within bounds."""
    rows = _head(headline, width)
    if change is not None and not (compact and change.named_nobody):
        was = f"{change.was}, until {words.wall_clock(change.until)}, because {change.because}"
        rows += _paragraph(Line(glyphs.WAS, Citation("was", was)), width, 1)
    lines = _chosen(headline.lines, max(0, COMPACT_ROWS - len(rows)) if compact else FULL_LINES)
    for line in lines:
        rows += _paragraph(line, width, 1 if compact else 3)
    hidden = len(headline.lines) - len(lines)
    if hidden > 0 and not compact:
        rows.append(Row(Content.styled(f"{' ' * 12}and {hidden:,} more in the incident pane", "dim")))
    return rows


def _head(headline: Headline, width: int) -> list[Row]:
    mark = headline.mark
    lead = Content.assemble((f"{mark.glyph} {mark.word}  ", f"bold {mark.tone}"))
    if not headline.message:
        subject = Content.styled(" · ".join(filter(None, [headline.subject, *headline.details])), "bold")
        return [Row(line, headline.citation) for line in Hanging(lead, subject, 3).lines(width)]
    subject = Content.styled(fit(headline.subject, width - lead.cell_length), "bold")
    room = width - lead.cell_length - subject.cell_length - 3
    details = list(headline.details)
    while details and room - cell_len(" · ".join(details)) - 3 < min(LEAST_MESSAGE, cell_len(headline.message)):
        details.pop()
    tail = " · ".join(details)
    message = fit(headline.message, room - (cell_len(tail) + 3 if tail else 0))
    gap = " " * max(3, room - cell_len(message) - cell_len(tail)) if tail else ""
    return [Row(lead + subject + Content(f"   {message}{gap}") + Content.styled(tail, "dim"), headline.citation)]


def _chosen(lines: tuple[Line, ...], most: int) -> list[Line]:
    """The lines to show: what speaks against the verdict is never left out in favour of a reason for it."""
    if len(lines) <= most:
        return list(lines)
    limits = [line for line in lines if line.mark is glyphs.BUT][: max(1, most // 2)]
    others = [line for line in lines if line.mark is not glyphs.BUT][: most - len(limits)]
    return others + limits


def _paragraph(line: Line, width: int, most: int) -> list[Row]:
    lead = Content.styled(f"  {line.mark.word:<9} ", line.mark.tone)
    cited = f"  ({len(line.citation.events)})" if len(line.citation.events) > 1 else ""
    body = Content(line.citation.text) + Content.styled(cited, "dim")
    return [Row(content, line.citation) for content in Hanging(lead, body, most).lines(width)]
