"""One pass over raw bytes for all patterns at once.

Hyperscan finds where patterns end; nothing else is asked of it. It reports only the end of a match, since the start
costs a second automaton; the line is cut around the hit and parsed by Python, per hit and never per line.
Measured with 170 patterns on logs of which 60 % are metric lines: 700 MB for one second of one core.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass

import hyperscan

from denpex_tui.engine import scan_cache

Hit = tuple[int, int]
"""Byte offset just behind the match, index of the pattern."""


@dataclass(frozen=True, slots=True)
class ScanPattern:
    """A pattern for the scanner: bytes in the linear-time syntax of hyperscan."""

    expression: bytes
    ignore_case: bool = False

    @property
    def flags(self) -> int:
        # Multi-line, so that `$` is the end of a line; the dot stays inside its line.
        flags: int = hyperscan.HS_FLAG_MULTILINE
        return flags | hyperscan.HS_FLAG_CASELESS if self.ignore_case else flags


class Scanner:
    """All patterns, compiled once; `hits` may be called from several threads, each with a scratch space of its own."""

    def __init__(self, patterns: Sequence[ScanPattern]) -> None:
        self.patterns = tuple(patterns)
        expressions = [pattern.expression for pattern in self.patterns]
        self._database = scan_cache.database(expressions, [pattern.flags for pattern in self.patterns])
        self._local = threading.local()

    def hits(self, data: bytes) -> list[Hit]:
        """Every match in ``data``, in order of its end; a pattern may hit one line several times."""
        found: list[Hit] = []
        append = found.append

        def note(pattern: int, _start: int, end: int, _flags: int, _context: object) -> None:
            append((end, pattern))

        self._database.scan(data, match_event_handler=note, scratch=self._scratch())
        found.sort()
        return found

    def _scratch(self) -> hyperscan.Scratch:
        scratch: hyperscan.Scratch | None = getattr(self._local, "scratch", None)
        if scratch is None:
            scratch = hyperscan.Scratch(self._database)
            self._local.scratch = scratch
        return scratch
