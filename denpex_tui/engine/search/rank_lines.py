"""The lines of some ranks in a log that several ranks write."""

from __future__ import annotations

import re
from collections.abc import Iterable

from denpex_tui.engine.jsonlines import parse_record
from denpex_tui.engine.labels import Labels
from denpex_tui.engine.lines import parse_line
from denpex_tui.engine.model import Place
from denpex_tui.engine.search.line_blocks import LineBlock, as_seen
from denpex_tui.engine.search.query import Query

_TAGGED = (
    r"\[rank ?\d|\[RANK \d|\[(?:default|trainer|worker)\d|\[[\w.@-]+,\d+\](?:<|\[)|\[rank=\d|^ {0,6}\d{1,6}: "
    r'|^ {0,6}\[\d{1,6}\] |[Rr]ank ?[:=]? {0,2}\d|[Rr][Aa][Nn][Kk]" ?: ?"?\d'
)
"""Everything that may tag a line with a rank; the line itself is parsed before it counts."""
_COMMON = re.compile(rb"[^\[\n]{0,64}\[(?:rank ?|RANK |default)(\d{1,6})\][: ]")
"""What most tagged lines begin with, read without parsing them."""


class RankLines:
    """A line without a tag belongs to the rank of the line before it, as the rows of its traceback do."""

    def __init__(self, ranks: Iterable[int], labels: Labels) -> None:
        self._ranks = frozenset(ranks)
        self._labels = labels
        self._tagged = Query(_TAGGED)
        self._behind = 0
        """The line behind the last block."""
        self._inside = False
        """Whether the line before it was of these ranks."""

    def __call__(self, block: LineBlock) -> list[int]:
        data = as_seen(block.data)
        inside = self._inside and block.first == self._behind
        found: list[int] = []
        line, number, counted = block.first, block.first, 0
        for end in self._tagged.line_ends(data):
            number += data.count(b"\n", counted, end - 1)
            counted = end - 1
            writer = self._writer(data[data.rfind(b"\n", 0, end - 1) + 1 : end - 1])
            if writer is None:
                continue
            if inside:
                found.extend(range(line, number))
            line, inside = number, writer in self._ranks
        self._behind = block.first + data.count(b"\n")
        self._inside = inside
        if inside:
            found.extend(range(line, self._behind))
        return found

    def _writer(self, line: bytes) -> int | None:
        if (common := _COMMON.match(line)) is not None:
            return int(common[1])
        if line.startswith(b"{") and (record := parse_record(line)) is not None:
            return record.rank
        tags = parse_line(line, Place(0, 0, 0), self._labels).tags
        return tags.rank if tags.rank is not None else tags.local_rank
