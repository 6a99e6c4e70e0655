"""Lines as a source gives them, from the text of a log."""

from __future__ import annotations

from denpex_tui.engine.lines import Labels, Line, parse_line
from denpex_tui.engine.model import Place


def lines_of(text: str, labels: Labels | None = None) -> list[Line]:
    """The lines of a log's text, parsed, with their numbers and offsets."""
    lines, offset = [], 0
    for number, line in enumerate(text.split("\n"), 1):
        raw = line.encode()
        place = Place(0, number, offset)
        lines.append(parse_line(raw, place) if labels is None else parse_line(raw, place, labels))
        offset += len(raw) + 1
    return lines
