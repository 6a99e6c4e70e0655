"""Which files a log was and is written to: what rotation, truncation and deletion did to it, and what that lost."""

from __future__ import annotations

import os
import time
from collections.abc import Container, Sequence
from dataclasses import replace
from pathlib import Path

from denpex_tui.engine import rotation
from denpex_tui.engine.descriptors import Identity, OpenFile, OtherFileError
from denpex_tui.engine.fingerprint import Fingerprint
from denpex_tui.engine.model import RotatedPart
from denpex_tui.engine.parts import GONE, Bytes, Literal, Part, Parts, insert
from denpex_tui.engine.put_aside import copy_of, is_known, modified, open_part

_LATE = 1 << 20
"""Of what is still written to a file that was rotated away, so much is taken at a time."""
_Signature = tuple[int, int, int, int]


class Succession:
    """The parts of one log, kept up to date by `look`."""

    def __init__(self, location: Path, earlier: Sequence[RotatedPart], foreign: Container[Path]) -> None:
        self.location = location
        self.foreign = foreign
        self.parts: Parts = ()
        self.trouble = ""
        """Why the log cannot be reached now, as a sentence."""
        self.refused: list[tuple[Path, str]] = []
        """Rotated parts that are not read, or not to their end, and why."""
        self.lost = 0
        """Bytes that were seen to be there and are gone before they could be read."""
        self.restarts = 0
        """How often the log began anew without a copy of what it held: what was written just before may be lost."""
        self.known: set[Identity] = set()
        """The files that the log was or is made of."""
        self._earlier = list(earlier)
        self._live: OpenFile | None = None
        self._print = Fingerprint()
        self._signature: _Signature | None = None
        self._length = 0
        """Of the file that is being written, when it was last looked at."""
        self._modified = 0
        self._predecessor: OpenFile | None = None
        self._predecessor_end = 0

    @property
    def size(self) -> int:
        """Length of the whole log when it was last looked at."""
        last = self.parts[-1]
        return last.start + max(0, self._length - last.begin) if last.length is None else last.end

    @property
    def live(self) -> Identity | None:
        """The file that is being written."""
        return self._live.identity if self._live is not None else None

    @property
    def age(self) -> float:
        """For how many seconds the file that is being written has not been written to; less than 0 on other clocks."""
        return time.time() - self._modified / 1e9

    @property
    def loss(self) -> str:
        """What was lost for good, as the rest of a sentence that begins with the log's name; empty for nothing."""
        if self.lost:
            return f"was cut or replaced while it was read: {self.lost:,} bytes of it are gone and were not read"
        if self.restarts:
            return "was cut while it was read: what was written just before that may be missing"
        return ""

    @property
    def current(self) -> int:
        """Where the file that is being written begins in the whole log."""
        return self.parts[-1].start

    def look(self, seen: int, rest: bytes) -> bool:
        """Whether anything changed; ``seen`` bytes were consumed, ``rest`` is the unfinished line behind them."""
        late = self._take_late(seen)
        try:
            status = os.stat(self.location)  # noqa: PTH116  (called for thousands of files a second)
            signature = (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)
            if signature == self._signature and not self.trouble:
                return late
            self._meet(status, seen, rest)
            self._signature, self.trouble = signature, ""
            return True
        except OtherFileError:  # replaced between two looks: the next one will see it
            self._signature = None
            return True
        except OSError as error:
            return self._unreachable(error) or late

    def consumed(self, data: bytes, offset: int) -> None:
        """``data`` was read at ``offset`` and will not be read again."""
        last = self.parts[-1]
        if last.length is None and offset + len(data) > last.start:
            ahead = max(0, last.start - offset)
            self._print.note(data[ahead:], offset + ahead - last.start + last.begin)

    def is_intact(self) -> bool:
        """Whether the file that is being written still holds what was read of it. Raises `OSError`."""
        if self._live is None or self._print.holds(self._live.read):
            return True
        self._signature = None
        return False

    def _meet(self, status: os.stat_result, seen: int, rest: bytes) -> None:
        live, identity = self._live, (status.st_dev, status.st_ino)
        if live is None:
            self._begin()
        elif live.identity != identity:
            self._replaced(live, seen)
        elif status.st_size < self._length or not self._print.holds(live.read):
            self._cut(live, status.st_size, seen, rest)
        assert self._live is not None
        self._length, self._modified = status.st_size, status.st_mtime_ns
        self._print.learn(self._live.read)

    def _unreachable(self, error: OSError) -> bool:
        self._signature = None
        if not self.parts:
            if not self._earlier:
                raise error
            self._put_aside(None)
            return True
        if self._live is None:
            return False
        before = self.trouble
        gone = isinstance(error, FileNotFoundError)
        reason = (error.strerror or str(error)).lower()
        self.trouble = "it is gone; what was read of it is kept" if gone else f"it cannot be read: {reason}"
        return self.trouble != before or self._grew(self._live)

    def _grew(self, live: OpenFile) -> bool:
        """Whether a file that lost its name is still written to."""
        if not live.is_open:
            return False
        before, self._length = self._length, live.status().st_size
        return self._length != before

    # Beginning

    def _begin(self) -> None:
        live = OpenFile(self.location)
        live.status()
        if not self.parts:
            self._put_aside(live.identity)
        self._go_on_in(live)

    def _put_aside(self, live: Identity | None) -> None:
        """The rotated parts that were there when the log was found."""
        for _ in range(3):
            try:
                self._append_all(self._earlier)
                return
            except (OtherFileError, FileNotFoundError):  # rotated again since: under which names are they now?
                self.parts = ()
                present = rotation.siblings(self.location)
                self._earlier = [part for part in present if part.identity != live and part.path not in self.foreign]

    def _append_all(self, rotated: Sequence[RotatedPart]) -> None:
        for file in rotated:
            part = open_part(file, self._end, self._refuse)
            self.known.add(file.identity)
            if part is not None:
                self.parts = (*self.parts, part)

    def _refuse(self, path: Path, reason: str) -> None:
        self.refused.append((path, reason))

    @property
    def _end(self) -> int:
        return self.parts[-1].end if self.parts else 0

    def _go_on_in(self, live: OpenFile, begin: int = 0) -> None:
        assert live.identity is not None
        self.known.add(live.identity)
        self.parts = (*self.parts, Part(self._end, live, begin, identity=live.identity))
        self._live, self._print = live, Fingerprint()

    # The file that was written has another name now, or none

    def _replaced(self, live: OpenFile, seen: int) -> None:
        successor = OpenFile(self.location)
        successor.status()
        done = self._done(seen)
        copy, newer = self._aside(live, successor.identity, done)
        file, size, deleted = self._remainder(live, copy, done)
        self._seal(file, size)
        if deleted and size and file.read(size - 1, 1) != b"\n":
            self._append_literal(b"\n")
        self._append_all(newer)
        if self._predecessor is not None and self._predecessor.is_open and not self._predecessor.status().st_nlink:
            self._predecessor.close()  # so that a deleted file does not fill the disk for ever
        self._predecessor = live if live.is_open else None
        self._predecessor_end = size
        self._go_on_in(successor)

    def _remainder(self, live: OpenFile, copy: Part | None, done: int) -> tuple[Bytes, int, bool]:
        """The old file, to its end: its bytes, its size, and whether nothing but our descriptor holds it."""
        try:
            status = live.status()
            return live, status.st_size, status.st_nlink == 0 and copy is None
        except OSError:
            if copy is not None:
                return copy.file, copy.end, False
        self.lost += max(0, self._length - done)
        return GONE, done, True

    def _done(self, seen: int) -> int:
        """How much of the file that is being written has been read."""
        last = self.parts[-1]
        return last.begin + max(0, seen - last.start)

    def _seal(self, file: Bytes, size: int) -> None:
        """The last part ends with the first ``size`` bytes of ``file``."""
        last = self.parts[-1]
        self.parts = (*self.parts[:-1], replace(last, file=file, length=size - last.begin, head=self._print.head))

    def _append_literal(self, data: bytes) -> None:
        self.parts = (*self.parts, Part(self._end, Literal(data), 0, len(data)))

    def _aside(self, live: OpenFile, successor: Identity | None, done: int) -> tuple[Part | None, list[RotatedPart]]:
        """A file put aside that holds what was read of ``live``, and those that were written after it."""
        first = rotation.newest(self.location)
        if first is not None and first.identity == live.identity:
            live.path = first.path
            return None, []
        copy: Part | None = None
        newer: list[RotatedPart] = []
        for file in rotation.siblings(self.location):
            if file.identity == live.identity:
                live.path = file.path
            elif file.identity not in self.known and file.identity != successor and file.path not in self.foreign:
                found = copy_of(self._print, done, file, self._refuse)
                if found is not None:
                    copy, newer = found, []
                    self.known.add(file.identity)
                elif modified(file.path) >= self._modified and not is_known(self.parts, file):
                    newer.append(file)
        return copy, newer

    # The file is the same, its content is not

    def _cut(self, live: OpenFile, size: int, seen: int, rest: bytes) -> None:
        done = self._done(seen)
        if size >= done and self._print.holds(live.read):
            self.lost += self._length - size  # what was not read yet was cut off, and nothing else
            return
        copy, newer = self._aside(live, None, done)
        begin = 0
        if copy is not None:
            self._seal(copy.file, copy.end)
        else:
            begin = size if self._print.keeps(live.read, size) else 0
            self._lose(live, begin, done, rest)
        self._append_all(newer)
        self._go_on_in(live, begin)

    def _lose(self, live: OpenFile, kept: int, done: int, rest: bytes) -> None:
        """No copy holds what was cut off: what was read of it stays counted, the rest is lost."""
        self.restarts += 1
        self.lost += max(0, self._length - done - len(rest))
        last = self.parts[-1]
        if kept > last.begin:
            self._seal(live, kept)
            self.parts = (*self.parts, Part(self._end, GONE, 0, done - kept))
        else:
            self._seal(GONE, done)
        if rest or not self._print.ends_line:
            self._append_literal(rest + b"\n")

    # The file that was rotated away is still written to

    def _take_late(self, seen: int) -> bool:
        old = self._predecessor
        if old is None or not old.is_open:
            return False
        try:
            begin, size = self._predecessor_end, old.status().st_size
            return size > begin and self._insert_late(old, begin, size, seen)
        except OSError:
            self._predecessor = None
            return False

    def _insert_late(self, old: OpenFile, begin: int, size: int, seen: int) -> bool:
        at = max(part.end for part in self.parts if part.file is old)
        length = size - begin
        if seen > at:
            # Its successor has been read from already: whole lines only, between two lines.
            at, length = seen, old.read(begin, min(length, _LATE)).rfind(b"\n") + 1
            if not length or not self._print.ends_line:
                return False
        self.parts = insert(self.parts, at, Part(0, old, begin, length, identity=old.identity))
        self._predecessor_end += length
        return True
