"""A file that was rotated away while somebody still writes to it: what comes late belongs to the log too."""

from __future__ import annotations

from denpex_tui.engine.descriptors import OpenFile
from denpex_tui.engine.parts import Part, PartList, insert

_AT_ONCE = 1 << 20


class Predecessor:
    """Followed through its descriptor, as long as that is open; ``end`` bytes of it are parts of the log."""

    def __init__(self, file: OpenFile, end: int) -> None:
        self._file = file
        self._end = end

    def release(self, parts: PartList, seen: int) -> None:
        """A later file took its place: when it was deleted and read, it no longer fills the disk for us."""
        try:
            was_read = all(part.end <= seen for part in parts.all if part.file is self._file)
            if was_read and self._file.is_open and not self._file.status().st_nlink:
                self._file.close()
        except OSError:
            return

    def take_late(self, parts: PartList, seen: int, ends_line: bool) -> bool:
        """Put what was written since among ``parts``, none of it before ``seen``; True when there was something.

        Until its successor has been read from it just goes on. From then on whole lines are taken, between two lines.
        """
        if not self._file.is_open:
            return False
        try:
            size = self._file.status().st_size
            return size > self._end and self._insert(parts, seen, size, ends_line)
        except OSError:
            return False

    def _insert(self, parts: PartList, seen: int, size: int, ends_line: bool) -> bool:
        at, length = max(part.end for part in parts.all if part.file is self._file), size - self._end
        if seen > at:
            at, length = seen, self._file.read(self._end, min(length, _AT_ONCE)).rfind(b"\n") + 1
            if not length or not ends_line:
                return False
        parts.all = insert(parts.all, at, Part(0, self._file, self._end, length, identity=self._file.identity))
        self._end += length
        return True
