"""Hits of the scanner, grouped by line."""

from __future__ import annotations

import re

from denpex_tui.engine.chunk import Chunk
from denpex_tui.engine.line_hits import LineHits, line_hits
from denpex_tui.engine.lines import MAX_BYTES
from denpex_tui.engine.scan import Scanner, ScanPattern

PATTERNS = (rb"loss=\d", rb"Error: ")
SCANNER = Scanner([ScanPattern(pattern) for pattern in PATTERNS])


def found(data: bytes, offset: int = 0, line: int = 1, line_offset: int | None = None) -> list[LineHits]:
    chunk = Chunk(data, offset, line, offset if line_offset is None else line_offset)
    return list(line_hits(chunk, SCANNER.hits(data), 0))


def test_each_hit_line_once_with_its_place() -> None:
    data = b"step 1 loss=2 loss=3\nnothing\nstep 2 loss=1 ValueError: bad\n"
    assert [(hit.place.line, hit.place.offset, hit.raw, hit.patterns) for hit in found(data)] == [
        (1, 0, b"step 1 loss=2 loss=3", (0,)),
        (3, 29, b"step 2 loss=1 ValueError: bad", (0, 1)),
    ]


def test_places_count_from_the_chunk_s_own() -> None:
    (hit,) = found(b"\nloss=1\n", offset=1_000, line=41)
    assert (hit.place.line, hit.place.offset) == (42, 1_001)


def test_a_part_of_a_long_line_has_the_place_of_its_line() -> None:
    (hit,) = found(b"xx loss=1 xx", offset=5_000, line=7, line_offset=900)
    assert (hit.place.line, hit.place.offset) == (7, 900)


def test_crlf_is_no_part_of_a_line() -> None:
    assert [hit.raw for hit in found(b"step 1 loss=2\r\nstep 2 loss=3\r\n")] == [b"step 1 loss=2", b"step 2 loss=3"]


def test_parts_between_carriage_returns_stand_for_themselves() -> None:
    data = b"\r 0%|  | 0/3\r 33%|# | 1/3 step 1 loss=2\r 66%|# | 2/3\r100%|##| 3/3 ValueError: x\n"
    assert [(hit.place.line, hit.raw, hit.patterns) for hit in found(data)] == [
        (1, b" 33%|# | 1/3 step 1 loss=2", (0,)),
        (1, b"100%|##| 3/3 ValueError: x", (1,)),
    ]


def test_of_a_line_without_end_the_part_around_the_hit() -> None:
    data = b"x" * 1_000_000 + b" loss=1 " + b"x" * 500_000 + b" ValueError: bad " + b"x" * 100
    hits = found(data)
    assert [hit.patterns for hit in hits] == [(0,), (1,)]
    for hit, pattern in zip(hits, PATTERNS, strict=True):
        assert len(hit.raw) <= MAX_BYTES
        assert re.search(pattern, hit.raw)


def test_the_end_of_a_line_is_the_end_of_a_match() -> None:
    scanner = Scanner([ScanPattern(rb"AssertionError(?:[\r\n]|$)")])
    data = b"AssertionError\nAssertionError: x\nAssertionError\r\nAssertionError"
    hits = list(line_hits(Chunk(data, 0, 1, 0), scanner.hits(data), 0))
    assert [hit.place.line for hit in hits] == [1, 3, 4]


def test_nothing_found() -> None:
    assert found(b"all is well\n") == []
    assert found(b"") == []
