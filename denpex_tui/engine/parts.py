"""Stretches of files, one after the other: what a logical file is made of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Protocol

from denpex_tui.engine.descriptors import Identity, OtherFileError


class Bytes(Protocol):
    """Anything that gives bytes by offset."""

    def read(self, offset: int, size: int) -> bytes: ...


@dataclass(frozen=True, slots=True)
class Literal:
    """Bytes kept in memory: the unfinished last line of a file that was cut, a line's end that it lacks."""

    data: bytes

    def read(self, offset: int, size: int) -> bytes:
        """Up to ``size`` bytes from ``offset``."""
        return self.data[offset : offset + size]


GONE = Literal(b"")
"""Bytes that were read once and are nowhere any more."""


@dataclass(frozen=True, slots=True)
class Part:
    """``length`` bytes of a file from ``begin`` on, which stand at ``start`` of the logical file."""

    start: int
    file: Bytes
    begin: int = 0
    length: int | None = None
    """None while the part may still grow; only the last one may."""
    head: bytes = b""
    """The first bytes of the file, to know it again when it was compressed."""
    identity: Identity | None = None

    @property
    def end(self) -> int:
        """Where the part ends in the logical file, as far as that is settled."""
        return self.start + (self.length or 0)


Parts = tuple[Part, ...]


class PartList:
    """The parts of a log so far; ``all`` is replaced as a whole, since other threads read it."""

    def __init__(self) -> None:
        self.all: Parts = ()

    @property
    def last(self) -> Part:
        return self.all[-1]

    @property
    def end(self) -> int:
        """Where the next part begins."""
        return self.all[-1].end if self.all else 0

    def append(self, file: Bytes, begin: int = 0, length: int | None = None, identity: Identity | None = None) -> None:
        """One more part, behind the others; without a ``length`` it may grow."""
        self.all = (*self.all, Part(self.end, file, begin, length, identity=identity))

    def append_part(self, part: Part) -> None:
        """``part`` behind the others, wherever it was before."""
        self.all = (*self.all, replace(part, start=self.end))

    def append_text(self, data: bytes) -> None:
        """Bytes that no file holds."""
        self.append(Literal(data), 0, len(data))

    def seal(self, file: Bytes, size: int, head: bytes) -> None:
        """The last part ends with the first ``size`` bytes of ``file``, which holds what it held."""
        self.all = (*self.all[:-1], replace(self.last, file=file, length=size - self.last.begin, head=head))

    def clear(self) -> None:
        """Begin anew."""
        self.all = ()


def insert(parts: Parts, at: int, new: Part) -> Parts:
    """``new``, whose length is known, put at ``at`` of the logical file; what lies there or behind moves on."""
    assert new.length is not None
    before = [part for part in parts if part.length is not None and part.end <= at]
    after: list[Part] = []
    for part in parts[len(before) :]:
        if part.start >= at:
            after.append(replace(part, start=part.start + new.length))
            continue
        cut = at - part.start
        before.append(replace(part, length=cut))
        rest = None if part.length is None else part.length - cut
        after.append(replace(part, start=at + new.length, begin=part.begin + cut, length=rest))
    return (*_joined(before, replace(new, start=at)), *after)


def _joined(before: list[Part], new: Part) -> Iterator[Part]:
    """``new`` behind the others, as one with the last where it goes on in the same file."""
    last = before[-1] if before else None
    if last is not None and last.file is new.file and last.begin + (last.length or 0) == new.begin:
        yield from before[:-1]
        yield replace(last, length=(last.length or 0) + (new.length or 0))
        return
    yield from before
    yield new


def read(parts: Parts, first: int, offset: int, size: int, strict: bool = False) -> bytes:
    """Bytes from ``offset`` on, which lies in part number ``first``; fewer at the end or where bytes are gone.

    Raises `OSError` when the very first cannot be read; a ``strict`` one also when a later part is not under its name.
    """
    found: list[bytes] = []
    for part in parts[first:]:
        at = offset - part.start
        room = size if part.length is None else min(size, part.length - at)
        if room > 0:
            try:
                data = part.file.read(part.begin + at, room)
            except OSError as error:
                if not found or (strict and isinstance(error, OtherFileError | FileNotFoundError)):
                    raise
                break
            found.append(data)
            offset += len(data)
            size -= len(data)
            if len(data) < room or not size:
                break
    return b"".join(found)
