"""One line of a log as a strip of cells: gutter, number, and the part of the text that is seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from denpex_tui.ui import glyphs
from denpex_tui.ui.cell_window import fit, window
from denpex_tui.ui.log_marks import LineMark, matched_span
from denpex_tui.ui.log_rows import LogRow

StyledSpan = tuple[int, int, Style]
NO_NUMBER = "~"
"""In place of the number of a line before which not all has been read."""


@dataclass(frozen=True, slots=True)
class LogStyles:
    """The styles of the log view, resolved from the theme."""

    text: Style
    number: Style
    label: Style
    cursor_number: Style
    mark: Style
    other_mark: Style
    cited: Style
    match: Style
    hit: Style
    partial: Style
    note: Style


@dataclass(frozen=True, slots=True)
class Gutter:
    """What stands before the text: the evidence glyph, whose line it is, its number, and the bookmark."""

    highest: int = 0
    """The highest line number."""
    label_width: int = 0
    """Cells of a label; 0 where one log is shown."""
    numbers: bool = True

    @property
    def _digits(self) -> int:
        return max(3, len(str(self.highest))) if self.numbers else 0

    @property
    def width(self) -> int:
        """In cells."""
        return 2 + self._digits + (self.label_width + 1 if self.label_width else 0)

    def segments(
        self, row: LogRow, mark: LineMark | None, cursor: bool, kept: bool, leads: bool, styles: LogStyles
    ) -> list[Segment]:
        """``leads`` is False where a row goes on."""
        glyph, style = " ", styles.number
        if mark is not None:
            told = (glyphs.EVIDENCE, styles.mark), (glyphs.OTHER_EVIDENCE, styles.other_mark)
            glyph, style = told[0] if mark.selected else told[1]
        label = fit(row.label, self.label_width) if leads else ""
        number = "" if not leads or not self.numbers or row.hidden else str(row.number) if row.number > 0 else NO_NUMBER
        return [
            Segment(glyph, style),
            *([Segment(f"{label:<{self.label_width}} ", styles.label)] if self.label_width else []),
            Segment(f"{number:>{self._digits}}", styles.cursor_number if cursor and leads else styles.number),
            self._bookmark(kept and leads, cursor, styles),
        ]

    def _bookmark(self, kept: bool, cursor: bool, styles: LogStyles) -> Segment:
        if kept:
            return Segment(glyphs.BOOKMARK, styles.mark)
        return Segment(" ", styles.text if self.numbers or not cursor else styles.cursor_number)


def text_strip(
    text: str, left: int, width: int, base: Style, spans: Sequence[StyledSpan], edge: Style | None = None
) -> Strip:
    """The cells ``left`` to ``left + width`` of ``text``; ``…`` stands where it goes on beyond an edge."""
    seen = window(text, left, width)
    end = seen.first + len(seen.text)
    segments = [Segment(" " * seen.pad, base)] if seen.pad else []
    segments += _styled(text, seen.first, end, base, spans)
    strip = Strip(segments, seen.pad + cell_len(seen.text))
    if edge is not None and width > 2:
        strip = _edges(strip, bool(left and text), end < len(text), width, edge)
    return strip.adjust_cell_length(width, base)


def _edges(strip: Strip, before: bool, after: bool, width: int, edge: Style) -> Strip:
    dots = Strip([Segment(glyphs.ELLIPSIS, edge)], 1)
    if before:
        strip = Strip.join([dots, strip.crop(1)])
    if after:
        strip = Strip.join([strip.crop(0, width - 1).adjust_cell_length(width - 1), dots])
    return strip


def _styled(text: str, first: int, end: int, base: Style, spans: Sequence[StyledSpan]) -> list[Segment]:
    """``text[first:end]`` cut at the borders of the spans; later spans lie over earlier ones."""
    borders = {first, end}
    for start, stop, _ in spans:
        borders.update((min(max(start, first), end), min(max(stop, first), end)))
    cuts = sorted(borders)
    segments = []
    for start, stop in pairwise(cuts):
        style = base
        for span_start, span_stop, over in spans:
            if span_start <= start and stop <= span_stop:
                style += over
        segments.append(Segment(text[start:stop], style))
    return segments


def mark_spans(text: str, mark: LineMark | None, styles: LogStyles) -> list[StyledSpan]:
    """What to emphasise: the line of the selected claim, and in it the part that matched."""
    if mark is None:
        return []
    spans: list[StyledSpan] = [(0, len(text), styles.cited)] if mark.selected else []
    if mark.event is not None:
        matched = matched_span(mark.event, text)
        if matched is not None:
            spans.append((*matched, styles.match))
    return spans
