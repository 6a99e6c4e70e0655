"""Tracebacks and tables whose end was not read yet: they are joined again from their heads once more was read.

Only whole lines settle anything. What an unfinished last line adds to a block is told apart, and is forgotten when the
line grows, so that it does not matter how the bytes arrived.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from denpex_tui.engine.chunk import Chunk
from denpex_tui.engine.model import Event, Place

if TYPE_CHECKING:
    from denpex_tui.engine.source_scan import SourceScan

MAX_BLOCK_BYTES = 1 << 20
"""A block that has not ended after this much (its writer was killed, others write on) is taken as it is."""


class OpenBlocks:
    """The open blocks of one source, by the places of their heads."""

    def __init__(self, scan: SourceScan) -> None:
        self._scan = scan
        self._heads: list[Place] = []
        self._ended: tuple[Place, list[Event]] | None = None
        """Where the first open block begins, and all that is told from there on if the log ends where it does now."""
        self.ending = False
        """True while the unfinished last line is looked at as if it were whole."""

    def add(self, head: Place) -> None:
        """The block that begins at ``head`` may go on."""
        self._heads.append(head)

    def resume(self, end: int) -> None:
        """Join the open blocks again: more was read than the ``end`` bytes that they were joined from."""
        self._ended = None
        if (first := self._first(end)) is not None:
            self._join_from(first, end)

    def _first(self, end: int) -> Place | None:
        """The head of the first block that may still go on; earlier ones stay as they are."""
        heads, self._heads = self._heads, []
        return min((head for head in heads if end - head.offset <= MAX_BLOCK_BYTES), default=None)

    def _join_from(self, first: Place, end: int) -> bool:
        data = self._scan.reader.between(first.offset, end)
        if len(data) < end - first.offset:
            return False  # its bytes are gone
        self._scan.forget_from(first)
        self._scan.take_again(Chunk(data, first.offset, first.line, first.offset))
        return True

    @contextmanager
    def as_if_ended(self, end: int) -> Iterator[None]:
        """What is looked at now is behind the first ``end`` bytes and ends the log.

        Afterwards the scan is as it was, but for what `told` adds.
        """
        scan, heads = self._scan, self._heads
        kept = scan.events, scan.anomalies, scan.block_lines, scan.stamps, scan.near
        scan.block_lines, scan.stamps = dict(scan.block_lines), dict(scan.stamps)
        self.ending, self._ended = True, None
        try:
            if (first := self._first(end)) is not None and self._join_from(first, end):
                self._ended = first, [event for event in scan.events if event.place >= first]
            yield
        finally:
            self.ending, self._heads = False, heads
            scan.events, scan.anomalies, scan.block_lines, scan.stamps, scan.near = kept

    def forget_end(self) -> None:
        """There is no unfinished line any more."""
        self._ended = None

    def told(self, events: list[Event]) -> list[Event]:
        """``events``, which whole lines told, with the blocks that end with an unfinished line."""
        if self._ended is None:
            return events
        first, last = self._ended
        return [*(event for event in events if event.place < first), *last]
