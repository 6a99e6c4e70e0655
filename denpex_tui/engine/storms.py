"""A message repeated on every line is kept as its first and last occurrences and a count, not as a million events."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Sequence
from dataclasses import replace

from denpex_tui.engine.line_hits import LineHits

FEW, MANY = 16, 200
"""So many hits of a pattern are parsed from the beginning of a source and as many from its end: few where they only
tell of the configuration, more where each may be a failure."""


class Storms:
    """Counts the hits of each pattern of one source and holds back all but the first; the last are asked for.

    ``limits`` gives `FEW` or `MANY` for each pattern.
    """

    def __init__(self, limits: Sequence[int]) -> None:
        self.counts: Counter[int] = Counter()
        self._limits = limits
        self._late: dict[int, deque[LineHits]] = {}

    def admit(self, hits: LineHits) -> LineHits | None:
        """The hit without the patterns that are held back; None when none is left."""
        counts, limits = self.counts, self._limits
        counts.update(hits.patterns)
        now = tuple(pattern for pattern in hits.patterns if counts[pattern] <= limits[pattern])
        if len(now) == len(hits.patterns):
            return hits
        for pattern in hits.patterns:
            if pattern not in now:
                self._hold(pattern, hits)
        return replace(hits, patterns=now) if now else None

    def _hold(self, pattern: int, hits: LineHits) -> None:
        held = self._late.get(pattern)
        if held is None:
            held = self._late[pattern] = deque(maxlen=self._limits[pattern])
        held.append(hits if len(hits.patterns) == 1 else replace(hits, patterns=(pattern,)))

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
