"""A log as one run of bytes, whatever rotation, truncation and deletion did to the files it was written to.

Files are told apart by identity (device, inode, first bytes, some bytes further on), never by name alone. Offsets are
those of the whole log: its rotated parts from the oldest on, then the file that is being written.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Container, Iterable, Sequence
from pathlib import Path

from denpex_tui.engine import parts as stretches
from denpex_tui.engine import rotation
from denpex_tui.engine.descriptors import OpenFile, OtherFileError
from denpex_tui.engine.model import RotatedPart
from denpex_tui.engine.parts import Parts
from denpex_tui.engine.renamed import find_again
from denpex_tui.engine.succession import Succession


class LogicalFile:
    """Read by offset from any thread; `refresh`, which one thread calls, looks what became of the files."""

    def __init__(self, location: Path, earlier: Sequence[RotatedPart] = (), foreign: Container[Path] = ()) -> None:
        """``foreign`` are files that are logs of their own, whatever their names look like."""
        self.location = location
        self.course = Succession(location, earlier, foreign)
        self._map: tuple[Parts, list[int]] = ((), [])
        """The parts and where they start; replaced as a whole, since other threads read."""

    def refresh(self, seen: int, rest: bytes = b"") -> bool:
        """Look what became of the files; ``seen`` bytes were consumed, ``rest`` is the unfinished line behind them.

        True when there may be something new to read or to say. Raises `OSError` while nothing was ever there.
        """
        changed = self.course.look(seen, rest)
        if self.course.parts is not self._map[0]:
            self._map = (self.course.parts, [part.start for part in self.course.parts])
        return changed

    def read(self, offset: int, size: int) -> bytes:
        """Up to ``size`` bytes; fewer at the end, and where bytes are gone. Raises `OSError`."""
        if not self._map[0]:
            self.refresh(0)
        try:
            return self._read(offset, size, strict=True)
        except (OtherFileError, FileNotFoundError):
            self._find_again()
        try:
            return self._read(offset, size)
        except (OtherFileError, FileNotFoundError):
            return b""

    def _read(self, offset: int, size: int, strict: bool = False) -> bytes:
        parts, starts = self._map
        if len(parts) == 1:
            return parts[0].file.read(parts[0].begin + offset, size)
        return stretches.read(parts, max(0, bisect_right(starts, offset) - 1), offset, size, strict)

    def _find_again(self) -> None:
        """Rotation may have given parts other names while they were closed, or compressed them."""
        try:
            present = rotation.siblings(self.location)
        except OSError:
            return
        for part in self._map[0]:
            find_again(part, present)

    def size(self) -> int:
        """Length of the whole log when it was last looked at. Raises `OSError`."""
        if not self._map[0]:
            self.refresh(0)
        return self.course.size

    def data_from(self, offset: int) -> int | None:
        """Where the next bytes lie that are not in a hole, or None when there are none behind ``offset``."""
        for part in self._map[0]:
            if part.length is not None and part.end <= offset:
                continue
            at = max(offset, part.start)
            if not isinstance(part.file, OpenFile):
                return at
            found = part.file.data_from(part.begin + at - part.start)
            if found is not None and (part.length is None or found < part.begin + part.length):
                return part.start + found - part.begin
        return None

    def borders(self, start: int, end: int) -> Iterable[int]:
        """Where parts begin from ``start`` to before ``end``."""
        starts = self._map[1]
        return () if len(starts) < 2 else (at for at in starts if start <= at < end)

    def close(self) -> None:
        """Give all descriptors back; what is read next opens the files again."""
        for part in self._map[0]:
            if isinstance(part.file, OpenFile):
                part.file.close()
