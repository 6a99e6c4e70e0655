"""Which files a log was and is written to: what rotation, truncation and deletion did to it, and what that lost."""

from __future__ import annotations

import os
import time
from collections.abc import Container, Sequence
from pathlib import Path

from denpex_tui.engine import put_aside, rotation
from denpex_tui.engine.descriptors import Identity, OpenFile, OtherFileError
from denpex_tui.engine.fingerprint import HEAD
from denpex_tui.engine.live_file import LiveFile
from denpex_tui.engine.loss import Loss
from denpex_tui.engine.model import RotatedPart
from denpex_tui.engine.parts import GONE, Part, PartList, Parts
from denpex_tui.engine.predecessor import Predecessor
from denpex_tui.engine.put_aside import Aside, begin_alike, copy_of, is_known, look_aside, open_part
from denpex_tui.engine.tree_walk import reason_of
from denpex_tui.engine.unfinished_copy import UnfinishedCopy, is_unfinished

_Signature = tuple[int, int, int, int]


class Succession:
    """The parts of one log, kept up to date by `look`."""

    def __init__(self, location: Path, earlier: Sequence[RotatedPart], foreign: Container[Path]) -> None:
        self.location = location
        self.foreign = foreign
        self._list = PartList()
        self.trouble = ""
        """Why the log cannot be reached now, as a sentence."""
        self.refused: list[tuple[Path, str]] = []
        """Rotated parts that are not read, or not to their end, and why."""
        self.loss = Loss()
        self.known: set[Identity] = set()
        """The files that the log was or is made of."""
        self.unfinished = UnfinishedCopy()
        self._earlier = list(earlier)
        self._live: LiveFile | None = None
        self._signature: _Signature | None = None
        self._predecessor: Predecessor | None = None

    @property
    def parts(self) -> Parts:
        """The parts, in the order of the log."""
        return self._list.all

    @property
    def size(self) -> int:
        """Length of the whole log when it was last looked at."""
        last = self.parts[-1]
        return last.end if self._live is None else last.start + max(0, self._live.length - last.begin)

    @property
    def live(self) -> Identity | None:
        """The file that is being written."""
        return self._live.identity if self._live is not None else None

    @property
    def age(self) -> float:
        """For how many seconds the file that is being written has not been written to; less than 0 on other clocks."""
        return time.time() - (self._live.modified if self._live is not None else 0) / 1e9

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
            self._signature = signature if self._meet(status, seen, rest) else None
            self.trouble = ""
            return True
        except OtherFileError:  # replaced between two looks: the next one will see it
            self._signature = None
            return True
        except OSError as error:
            return self._unreachable(error) or late

    def consumed(self, data: bytes, offset: int) -> None:
        """``data`` was read at ``offset`` and will not be read again."""
        last = self.parts[-1]
        if self._live is not None and offset + len(data) > last.start:
            ahead = max(0, last.start - offset)
            self._live.print.note(data[ahead:], offset + ahead - last.start + last.begin)

    def is_intact(self) -> bool:
        """Whether the file that is being written still holds what was read of it. Raises `OSError`."""
        live = self._live
        if live is None or live.is_intact(self.location):
            return True
        self._signature = None
        return False

    def _meet(self, status: os.stat_result, seen: int, rest: bytes) -> bool:
        """False when nothing is settled yet."""
        before = live = self._live
        if live is None:
            self._begin()
        elif live.identity != (status.st_dev, status.st_ino):
            self._replaced(live, seen, self.unfinished.settled(rest))
        elif live.may_be_cut(status.st_size, self.location, self._knows):
            was_empty, aside = live.was_empty(), self._look_aside(live, None, seen)
            if not live.is_whole(status.st_size) and self.unfinished.is_awaited(aside, rest):
                return False
            self._cut(live, status.st_size, seen, self.unfinished.settled(rest), aside, was_empty)
        assert self._live is not None
        # One that was met anew was looked at later than ``status``, and may have been cut in between.
        self._live.note(status if self._live is before else self._live.file.status())
        # The copy of what it held before that would have been written before that, too.
        self._live.modified = min(self._live.modified, status.st_mtime_ns)
        return True

    def _knows(self, file: RotatedPart) -> bool:
        return file.identity in self.known and not put_aside.took_number(self._list.all, file)

    def _take_late(self, seen: int) -> bool:
        ends_line = self._live is None or self._live.print.ends_line
        return self._predecessor is not None and self._predecessor.take_late(self._list, seen, ends_line)

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
        self.trouble = "it is gone; what was read of it is kept" if gone else f"it cannot be read: {reason_of(error)}"
        return self.trouble != before or self._live.grew()

    # Beginning

    def _begin(self) -> None:
        live = LiveFile(OpenFile(self.location))
        if not self.parts:
            self._put_aside(live.identity)
        self._go_on_in(live)

    def _put_aside(self, live: Identity | None) -> None:
        """The rotated parts that were there when the log was found."""
        for _ in range(3):
            try:
                self._append_all(self._earlier, strict=True)
                return
            except (OtherFileError, FileNotFoundError):  # rotated again since: under which names are they now?
                self._list.clear()
                present = rotation.siblings(self.location)
                present = [part for part in present if part.identity != live and part.path not in self.foreign]
                self._earlier = [part for part in present if put_aside.size_at(part.path)]

    def _append_all(self, rotated: Sequence[RotatedPart], strict: bool = False) -> None:
        """A ``strict`` one raises `OSError` for a file that is not under its name any more."""
        for file in rotated:
            try:
                part = open_part(file, 0, self._refuse)
            except OSError as error:
                if strict and isinstance(error, OtherFileError | FileNotFoundError):
                    raise
                self._refuse(file.path, f"it cannot be read: {reason_of(error)}")
                part = None
            self.known.add(file.identity)
            if part is not None:
                self._list.append_part(part)

    def _refuse(self, path: Path, reason: str) -> None:
        self.refused.append((path, reason))

    def _go_on_in(self, live: LiveFile, begin: int = 0) -> None:
        self.known.add(live.identity)
        self._list.append(live.file, begin, identity=live.identity)
        live.newest = rotation.newest(self.location)
        self._live = live

    # The file that was written has another name now, or none

    def _replaced(self, live: LiveFile, seen: int, rest: bytes) -> None:
        successor = LiveFile(OpenFile(self.location))
        sure, was_empty, size = live.is_sure, live.was_empty(), put_aside.size_of(live.file)
        whole = not live.is_readable() or live.is_whole(size)
        if whole and sure and live.is_newest_part(self.location):
            aside = Aside(found=True)
        else:
            aside = self._look_aside(live, successor.identity, seen)
        if not whole or (not sure and (aside.found or aside.copy)):
            live = self._cut(live, size, seen, rest, aside, was_empty)
        self._close(live, seen, rest, aside)
        self._append_all(aside.written_after(whole))
        self._go_on_in(successor)

    def _close(self, live: LiveFile, seen: int, rest: bytes, aside: Aside) -> None:
        """Nothing will be written behind what the file holds now, or only late."""
        if self._predecessor is not None:
            self._predecessor.release(self._list, seen)
            self._predecessor = None
        try:
            status = live.file.status()
        except OSError:
            self._close_without_file(live, seen, rest, aside)
            return
        self._predecessor = Predecessor(live.file, status.st_size)
        self._list.seal(live.file, status.st_size, live.print.head)
        if status.st_nlink == 0 and not aside.found:
            self.known.discard(live.identity)  # its inode number is free for another file once it is closed
            if status.st_size and live.file.read(status.st_size - 1, 1) != b"\n":
                self._list.append_text(b"\n")

    def _close_without_file(self, live: LiveFile, seen: int, rest: bytes, aside: Aside) -> None:
        if aside.copy is not None:
            self._list.seal(aside.copy.file, aside.copy.end, live.print.head)
        else:
            self.known.discard(live.identity)
            self._lose(live, 0, self._done(seen), rest)

    def _done(self, seen: int) -> int:
        """How much of the file that is being written has been read."""
        last = self._list.last
        return last.begin + max(0, seen - last.start)

    def _look_aside(self, live: LiveFile, successor: Identity | None, seen: int) -> Aside:
        done = self._done(seen)

        def is_new(file: RotatedPart) -> bool:
            if self._knows(file) or file.identity == successor or file.path in self.foreign:
                return False
            return not is_known(self._list.all, file)

        def is_same(file: RotatedPart) -> bool:
            same = begin_alike(file, live.file)
            if same and successor is not None:
                self.known.add(file.identity)  # else it may be a copy that is not finished
            return same

        def as_copy(file: RotatedPart, late: bool) -> Part | None:
            # Of an old file that begins alike in a few bytes nobody can tell.
            return copy_of(live.print, done, file, self._refuse) if late or done >= HEAD else None

        return look_aside(
            self.location,
            live.file,
            is_new=is_new,
            is_same=is_same,
            as_copy=as_copy,
            is_unfinished=lambda file: is_unfinished(live.print, done, file.path),
            since=live.modified,
        )

    # The file is the same, its content is not

    def _cut(self, live: LiveFile, size: int, seen: int, rest: bytes, aside: Aside, was_empty: bool) -> LiveFile:
        """Go on in what the file holds now; returns the same file, known anew."""
        done, head = self._done(seen), live.print.head
        is_whole = size >= done and live.print.holds(live.file.read)
        is_copied = was_empty and aside.found  # and when it was cut since, the next look finds that copy
        if aside.copy is None and not aside.older and (is_whole or is_copied):
            self.loss.count(live.length, size)
            return live  # nothing that was read was cut off
        begin = 0
        if was_empty:
            self._list.seal(GONE, self._list.last.begin, b"")  # written to and cut again before it was looked at
            self._append_all(aside.older)
            if aside.copy is not None:
                self._list.append_part(aside.copy)
                self._append_all(aside.between)
        elif aside.copy is not None:
            self._list.seal(aside.copy.file, aside.copy.end, head)
            self._append_all(aside.between)
        else:
            begin = size if live.print.keeps(live.file.read, size) else 0
            self._lose(live, begin, done, rest)
            self._append_all(aside.older)
        self.known |= aside.copies()
        again = LiveFile(live.file)
        self._go_on_in(again, begin)
        return again

    def _lose(self, live: LiveFile, kept: int, done: int, rest: bytes) -> None:
        """No copy holds what was cut off: what was read of it stays counted, the rest is lost."""
        self.loss.restarts += 1
        self.loss.count(live.length, done + len(rest))
        if kept > self._list.last.begin:
            self._list.seal(live.file, kept, live.print.head)
            self._list.append(GONE, 0, done - kept)
        else:
            self._list.seal(GONE, done, b"")
        if rest or not live.print.ends_line:
            self._list.append_text(rest + b"\n")
