"""What the last line of a source says while it has no end yet: provisional, and looked at anew when it grows."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from denpex_tui.engine.chunk import Chunk
from denpex_tui.engine.model import Event
from denpex_tui.engine.reader import Reader

WINDOW_BYTES = 16 * 1024
"""A bar that rewrites one line for hours is not looked at from its beginning each time, but from about here."""
_KEPT = 400
Look = Callable[[Chunk | None], list[Event]]


class UnfinishedLine:
    """The events of the last line as far as it is written; ``look`` gives those of a piece of it, or of none."""

    def __init__(self, reader: Reader, look: Look) -> None:
        self._reader = reader
        self._look = look
        self._line = -1
        self._from = 0
        self._settled: deque[Event] = deque(maxlen=_KEPT)
        """Of the part before the window."""
        self._state: tuple[int, int, int] | None = None
        self.events: list[Event] = []
        self.size = 0
        """Bytes of the line so far."""

    def update(self) -> bool:
        """Look at what is there now; True when it is not what was there before."""
        if self._reader.offset != self._line:
            self._line = self._from = self._reader.offset
            self._settled.clear()
        rest = self._reader.rest(self._from)
        data = rest.data if rest is not None else b""
        self.size = self._from - self._line + len(data)
        state = (self._line, self.size, hash(data)) if self.size else None
        if state == self._state:
            return False
        self._state = state
        if rest is not None and len(data) > WINDOW_BYTES:
            rest = self._settle(rest)
        self.events = [*self._settled, *self._look(rest)]
        return True

    def _settle(self, rest: Chunk) -> Chunk:
        """Put the front aside, up to the last carriage return; returns what is left."""
        data = rest.data
        cut = data.rfind(b"\r", 0, len(data) - 1) + 1 or len(data) - WINDOW_BYTES // 2
        self._settled.extend(self._look(Chunk(data[:cut], rest.offset, rest.line, rest.line_offset)))
        self._from += cut
        return Chunk(data[cut:], self._from, rest.line, rest.line_offset)
