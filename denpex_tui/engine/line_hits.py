"""Groups the scanner's hits by line and cuts each line out of its chunk."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from denpex_tui.engine.chunk import Chunk, LineNumbers
from denpex_tui.engine.lines import MAX_BYTES
from denpex_tui.engine.model import Place
from denpex_tui.engine.scan import Hit


@dataclass(frozen=True, slots=True)
class LineHits:
    """One line (or one part between carriage returns) and the patterns that hit it."""

    place: Place
    raw: bytes
    patterns: tuple[int, ...]


def line_hits(chunk: Chunk, hits: list[Hit], source: int) -> Iterator[LineHits]:
    """The lines of ``chunk`` that were hit, in order, each with the patterns that hit it."""
    data = chunk.data
    numbers = LineNumbers(chunk)
    at, total = 0, len(hits)
    while at < total:
        position = max(0, hits[at][0] - 1)
        start = data.rfind(b"\n", 0, position) + 1
        end = data.find(b"\n", position)
        end = len(data) if end < 0 else end
        patterns: set[int] = set()
        group = at
        while at < total and hits[at][0] - 1 <= end:
            patterns.add(hits[at][1])
            at += 1
        offset = chunk.line_offset if start == 0 else chunk.offset + start
        place = Place(source, numbers.at(start), offset)
        yield from _segments(data[start:end], place, patterns, hits[group:at], start, chunk.offset)


def _segments(
    raw: bytes, place: Place, patterns: set[int], hits: list[Hit], start: int, base: int
) -> Iterator[LineHits]:
    """A progress bar rewrites its line with carriage returns: each part that was hit stands for itself.

    So does what stands before and behind NUL bytes, and the latter begins where its text does. ``raw`` begins at
    ``start`` of a chunk that begins at ``base``.
    """
    if len(raw) <= MAX_BYTES and b"\r" not in raw.rstrip(b"\r") and b"\0" not in raw:
        yield LineHits(place, raw.rstrip(b"\r"), tuple(sorted(patterns)))
        return
    parts: dict[tuple[int, int], set[int]] = {}
    for end, pattern in hits:
        parts.setdefault(_part(raw, max(0, end - 1 - start)), set()).add(pattern)
    for (first, last), found in sorted(parts.items()):
        at = replace(place, offset=base + start + first) if first and raw[first - 1] == 0 else place
        yield LineHits(at, raw[first:last], tuple(sorted(found)))


def _part(raw: bytes, position: int) -> tuple[int, int]:
    """The part around ``position``: between carriage returns or NUL bytes, and not longer than a line may be."""
    first, last = 0, len(raw)
    for between in (b"\r", b"\0"):
        first = max(first, raw.rfind(between, first, position) + 1)
        end = raw.find(between, position, last)
        last = last if end < 0 else end
    if last - first > MAX_BYTES:
        # Around the hit, at a fixed grid so that hits close together share one part.
        first += (position - first) // MAX_BYTES * MAX_BYTES
        last = min(last, first + MAX_BYTES)
    return first, last
