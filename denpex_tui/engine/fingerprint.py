"""Whether a file still holds what was read of it: some bytes of its beginning and of places further on."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable

HEAD = 64
_TAIL = 32
_SPACING = 1_024
_MOST = 64
Read = Callable[[int, int], bytes]
"""``read(offset, size)`` of a file."""


class Fingerprint:
    """Remembers the first bytes and, as reading goes on, a few bytes at up to 64 places; some kilobytes."""

    def __init__(self) -> None:
        self.head = b""
        """The first bytes, as far as they were there."""
        self._start = b""
        """The first kilobyte, as far as it was read."""
        self._ends: list[int] = []
        self._bytes: list[bytes] = []
        self._last = (0, b"")
        self._spacing = _SPACING

    def note(self, data: bytes, offset: int) -> None:
        """``data`` was read at ``offset``."""
        end = offset + len(data)
        if offset == len(self._start) < _SPACING:
            self._start += data[: _SPACING - offset]
            self.head = max(self.head, self._start[:HEAD], key=len)
        at = (self._ends[-1] if self._ends else offset) + self._spacing
        while at <= end:
            if at - offset >= _TAIL:
                self._mark(at, data[at - offset - _TAIL : at - offset])
            at += self._spacing
        self._last = (end, data[-_TAIL:])

    @property
    def ends_line(self) -> bool:
        """Whether what was read ends with a line's end, or nothing was read."""
        return self._last[1][-1:] in (b"", b"\n")

    def _mark(self, end: int, data: bytes) -> None:
        self._ends.append(end)
        self._bytes.append(data)
        if len(self._ends) > _MOST:
            # Every second one, so that they stay spread over the whole file.
            self._ends, self._bytes = self._ends[1::2], self._bytes[1::2]
            self._spacing *= 2

    def holds(self, read: Read) -> bool:
        """Whether a file still has everything that was read, as far as the fingerprint tells."""
        end, data = self._last
        return self.begins(read) and (not data or read(end - len(data), len(data)) == data)

    def begins(self, read: Read) -> bool:
        """Whether a file begins as this one did, compared as far as both go."""
        found = read(0, len(self.head))
        return self.head.startswith(found)

    def keeps(self, read: Read, size: int) -> bool:
        """Whether a file that was cut to ``size`` bytes still has what was read before that.

        A false no has lines read twice, a false yes loses some: without a mark near the cut the answer is no.
        """
        if size <= len(self._start):
            return size > 0 and read(0, size) == self._start[:size]
        at = bisect_right(self._ends, size) - 1
        if at < 0:
            return False
        end, data = self._ends[at], self._bytes[at]
        return self.begins(read) and read(end - len(data), len(data)) == data
