"""The files that rotation put aside: opening them as parts of a log, and knowing a copy by what it holds."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from denpex_tui.engine import rotation, unpacking
from denpex_tui.engine.descriptors import Identity, OpenFile, open_unblocked
from denpex_tui.engine.fingerprint import HEAD, Fingerprint
from denpex_tui.engine.model import RotatedPart
from denpex_tui.engine.parts import Part, Parts
from denpex_tui.engine.unpacking import UnpackingError

_COMPARED = 1 << 16
Refuse = Callable[[Path, str], None]
"""Told of a file that cannot be read, or not to its end, and why."""


def is_packed(path: Path) -> bool:
    """Whether the file is compressed, by its name and its first bytes. Raises `OSError`."""
    name = rotation.parse(path.name)
    return name is not None and name.packed and unpacking.compression(path) is not None


def open_part(rotated: RotatedPart, start: int, refuse: Refuse) -> Part | None:
    """The whole file as a part; None when it is refused. Raises `OSError` when it cannot be opened."""
    if not is_packed(rotated.path):
        file = OpenFile(rotated.path, rotated.identity)
        size = file.status().st_size
        return Part(start, file, 0, size, file.read(0, HEAD), rotated.identity)
    try:
        unpacked = unpacking.unpack(rotated.path)
    except UnpackingError as error:
        refuse(rotated.path, error.reason)
        return None
    if unpacked.problem:
        refuse(rotated.path, f"only a part of it: {unpacked.problem}")
    return Part(start, unpacked, 0, unpacked.size, unpacked.read(0, HEAD), rotated.identity)


def copy_of(print_: Fingerprint, done: int, rotated: RotatedPart, refuse: Refuse) -> Part | None:
    """The file as a part when it holds all that was read of another one, which is ``done`` bytes; else None."""
    if not print_.head:
        return None
    try:
        if is_packed(rotated.path):
            first = unpacking.head(rotated.path, HEAD)
            if not print_.begins(lambda at, size: first[at : at + size]):
                return None
        part = open_part(rotated, 0, refuse)
    except OSError:
        return None
    if part is None or part.end < max(done, len(print_.head)) or not print_.holds(part.file.read):
        return None
    return part


def took_number(parts: Parts, rotated: RotatedPart) -> bool:
    """Whether a file has the inode number of a part and not its bytes: the part is gone, its number was given anew."""
    mine = [part for part in parts if part.identity == rotated.identity and part.head]
    if not mine or any(isinstance(part.file, OpenFile) and part.file.is_open for part in mine):
        return False
    try:
        with open_unblocked(rotated.path) as file:
            head, size = file.read(HEAD) or b"", os.fstat(file.fileno()).st_size
    except OSError:
        return False
    return not any(head.startswith(part.head) and size >= part.begin + (part.length or 0) for part in mine)


def is_known(parts: Parts, rotated: RotatedPart) -> bool:
    """Whether the file holds the same as one of ``parts``: rotation compressed it since."""
    try:
        packed = is_packed(rotated.path)
        first = unpacking.head(rotated.path, HEAD) if packed else OpenFile(rotated.path).read(0, HEAD)
        sizes = {part.length for part in parts if part.head and first.startswith(part.head)}
        if not sizes:
            return False
        return (unpacking.unpack(rotated.path).size if packed else rotated.path.stat().st_size) in sizes
    except OSError:
        return False


@dataclass(slots=True)
class Aside:
    """The files put aside that are not parts of the log yet, by their age beside the one that is being read."""

    older: list[RotatedPart] = field(default_factory=list)
    """Older than the copy; without one, than what it holds now."""
    copy: Part | None = None
    """Holds all that was read of it."""
    between: list[RotatedPart] = field(default_factory=list)
    """Newer than the copy, and older than what it holds now."""
    newer: list[RotatedPart] = field(default_factory=list)
    """Newer than the file itself, which was put aside as well."""
    unfinished: RotatedPart | None = None
    """Seems to be a copy of it that is still being written."""
    found: bool = False
    """Whether the file itself was put aside."""

    def written_after(self, whole: bool) -> list[RotatedPart]:
        """What was written after the file itself; it is ``whole`` unless something was cut off."""
        if self.found or not whole:
            return self.newer
        # It was deleted, or compressed: then its copy tells where it stood.
        return self.between if self.copy is not None else self.older

    def copies(self) -> set[Identity]:
        """The files that hold what it held, or a part of that, and are nothing else."""
        if self.copy is not None:
            return {self.copy.identity} if self.copy.identity is not None else set()
        begun = self.unfinished
        return {begun.identity} if begun is not None and size_at(begun.path) else set()


def look_aside(
    location: Path,
    live: OpenFile,
    *,
    is_new: Callable[[RotatedPart], bool],
    is_same: Callable[[RotatedPart], bool],
    as_copy: Callable[[RotatedPart, bool], Part | None],
    is_unfinished: Callable[[RotatedPart], bool],
    since: int,
) -> Aside:
    """What is there now, oldest first. ``live`` is given the name that it has.

    ``is_same`` tells a file that holds what ``live`` holds now: it stands where ``live`` stood, or is being copied.
    ``as_copy`` is told whether the file was written ``since`` that time, and decides by what the file holds: a copy may
    have been given any time. All other files count only when they were.
    """
    aside = Aside()
    for file in rotation.siblings(location):
        if file.identity == live.identity:
            live.path, aside.found = file.path, True
        elif not is_new(file):
            continue
        elif (late := modified(file.path) >= since) and is_same(file):
            aside.found = True
        elif not aside.found and aside.copy is None and (copy := as_copy(file, late)) is not None:
            aside.copy = copy
        elif late and is_unfinished(file):
            aside.unfinished = file
        elif late:
            (aside.newer if aside.found else aside.older if aside.copy is None else aside.between).append(file)
    return aside


def begin_alike(rotated: RotatedPart, live: OpenFile) -> bool:
    """Whether a file holds what another one holds now, as far as it goes."""
    try:
        if is_packed(rotated.path):
            first = unpacking.head(rotated.path, _COMPARED)
        else:
            first = OpenFile(rotated.path, rotated.identity).read(0, _COMPARED)
        return bool(first) and live.read(0, len(first)) == first
    except OSError:
        return False


def modified(path: Path) -> int:
    """When the file was last written, in nanoseconds; 0 when it is not there."""
    try:
        return os.stat(path).st_mtime_ns  # noqa: PTH116  (as fast as it gets: called for thousands of files)
    except OSError:
        return 0


def size_at(path: Path) -> int:
    """The size of the file, 0 when it is not there; a copy that has just been begun holds nothing yet."""
    try:
        return os.stat(path).st_size  # noqa: PTH116
    except OSError:
        return 0


def size_of(file: OpenFile) -> int:
    """Its size, 0 when it cannot be found any more."""
    try:
        return file.status().st_size
    except OSError:
        return 0
