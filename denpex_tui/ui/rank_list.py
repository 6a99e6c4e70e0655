"""Ranks as the user types them: ``0-3,7``."""

from __future__ import annotations

import re

from denpex_tui.engine.clean import clean_text

AT_MOST = 64
"""More ranks side by side would leave each a handful of lines."""
_PART = re.compile(r"(\d{1,6})(?:-(\d{1,6}))?")


class RankListError(Exception):
    """What was typed is no list of ranks; the message is one sentence."""


def parse_ranks(text: str) -> tuple[int, ...]:
    """The ranks, ascending. Raises `RankListError`."""
    parts = [part for part in re.split(r"[,\s]+", text.strip()) if part]
    matches = [_PART.fullmatch(part) for part in parts]
    if not parts or None in matches:
        raise RankListError(f"{clean_text(text.strip(), 40)!r} is no list of ranks: give them as 0-3,7")
    ranges = [(int(match[1]), int(match[2] or match[1])) for match in matches if match is not None]
    count = sum(max(0, last - first + 1) for first, last in ranges)
    if not 0 < count <= AT_MOST:
        raise RankListError(f"{count:,} ranks cannot be shown as one log: give 1 to {AT_MOST}, such as 0-3,7")
    return tuple(sorted({rank for first, last in ranges for rank in range(first, last + 1)}))
