"""A message repeated on every line is kept as its first and last occurrences and a count, not as a million events."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

from denpex_tui.engine.line_hits import LineHits
from denpex_tui.engine.model import Place
from denpex_tui.engine.scan import Hit

FEW, MANY = 16, 200
"""So many hits of a pattern are parsed from the beginning of a source and as many from its end: few where they only
tell of the configuration, more where each may be a failure."""


class Storms:
    """Lets the first hits of each pattern of one source through and keeps only the offsets of the last ones.

    ``limits`` gives `FEW` or `MANY` for each pattern. A hit that is held back costs a third of a microsecond.
    """

    def __init__(self, limits: Sequence[int]) -> None:
        self.counts = [0] * len(limits)
        self._limits = limits
        self._admitted: dict[int, int] = {}
        """Pattern -> offset of the last hit that was let through."""
        self._held: dict[int, deque[int]] = {}

    def sift(self, hits: list[Hit], base: int) -> list[Hit]:
        """The hits to look at now; the others, whose chunk begins at ``base``, are held back."""
        counts, limits = self.counts, self._limits
        now: list[Hit] = []
        for hit in hits:
            end, pattern = hit
            if counts[pattern] < limits[pattern]:
                now.append(hit)
                self._admitted[pattern] = base + end
            else:
                self._hold(pattern, base + end)
            counts[pattern] += 1
        return now

    def again(self, hits: list[Hit], base: int) -> list[Hit]:
        """Of hits that were sifted before, those that were let through then."""
        admitted = self._admitted
        return [hit for hit in hits if base + hit[0] <= admitted.get(hit[1], -1)]

    def _hold(self, pattern: int, offset: int) -> None:
        held = self._held.get(pattern)
        if held is None:
            held = self._held[pattern] = deque(maxlen=self._limits[pattern])
        held.append(offset)

    @property
    def held(self) -> bool:
        return bool(self._held)

    def late(self, line_at: Callable[[int], tuple[bytes, Place]]) -> list[LineHits]:
        """The last occurrences of what was held back, by line; ``line_at`` gives the line that ends a match."""
        found: dict[int, tuple[bytes, Place, set[int]]] = {}
        for pattern, offsets in self._held.items():
            for offset in offsets:
                raw, place = line_at(offset)
                found.setdefault(place.offset, (raw, place, set()))[2].add(pattern)
        return [LineHits(place, raw, tuple(sorted(patterns))) for _, (raw, place, patterns) in sorted(found.items())]
