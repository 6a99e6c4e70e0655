"""A message repeated on every line is kept as its first and last occurrences and a count, not as a million events."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Sequence
from dataclasses import replace

from denpex_tui.engine.line_hits import LineHits

FIRST, LAST = 400, 400
"""Of each pattern and source so many hits are parsed from the beginning and from the end."""


class Storms:
    """Counts the hits of each pattern of one source and holds back all but the first; the last are asked for."""

    def __init__(self) -> None:
        self.counts: Counter[int] = Counter()
        self._late: dict[int, deque[LineHits]] = defaultdict(lambda: deque(maxlen=LAST))

    def admit(self, hits: LineHits) -> LineHits | None:
        """The hit without the patterns that are held back; None when none is left."""
        self.counts.update(hits.patterns)
        now = tuple(pattern for pattern in hits.patterns if self.counts[pattern] <= FIRST)
        if len(now) == len(hits.patterns):
            return hits
        for pattern in hits.patterns:
            if pattern not in now:
                self._late[pattern].append(replace(hits, patterns=(pattern,)))
        return replace(hits, patterns=now) if now else None

    def late(self) -> list[LineHits]:
        """The last occurrences of all patterns that were held back, by line."""
        return merged(hit for held in self._late.values() for hit in held)

    @property
    def held(self) -> bool:
        return bool(self._late)


def merged(hits: Iterable[LineHits]) -> list[LineHits]:
    """Hits of the same line drawn together, in order of place."""
    by_line: dict[tuple[int, bytes], list[LineHits]] = defaultdict(list)
    for hit in hits:
        by_line[(hit.place.offset, hit.raw)].append(hit)
    return [_join(group) for _, group in sorted(by_line.items(), key=lambda item: item[0][0])]


def _join(group: Sequence[LineHits]) -> LineHits:
    patterns = sorted({pattern for hit in group for pattern in hit.patterns})
    return replace(group[0], patterns=tuple(patterns))
