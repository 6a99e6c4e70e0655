"""Lines as a source gives them, from the text of a log."""

from __future__ import annotations

from denpex_tui.engine.labels import NO_LABELS, Labels
from denpex_tui.engine.lines import Line, parse_line
from denpex_tui.engine.model import Place


def lines_of(text: str, labels: Labels = NO_LABELS) -> list[Line]:
    """The lines of a log's text, parsed, with their numbers and offsets."""
    lines, offset = [], 0
    for number, line in enumerate(text.split("\n"), 1):
        raw = line.encode()
        lines.append(parse_line(raw, Place(0, number, offset), labels))
        offset += len(raw) + 1
    return lines
