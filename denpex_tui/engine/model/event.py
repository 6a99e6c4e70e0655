"""Events: what was seen at one place of one source."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

_INSTALLED = re.compile(r"site-packages|dist-packages|/lib/python|^<frozen ")


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Where something stands: source id, line (from 1) and the byte offset at which that line begins.

    The offset gives the order: a line's number is below zero while what lies before it has not been read.
    """

    source: int
    line: int = field(compare=False)
    offset: int


@dataclass(frozen=True, slots=True)
class Tags:
    """What a line's prefixes say of its writer, each in its own number space; None where they are silent."""

    rank: int | None = None
    local_rank: int | None = None
    host: str | None = None
    pid: int | None = None
    stream: str | None = None


@dataclass(frozen=True, slots=True)
class Frame:
    """One frame of a traceback."""

    file: str
    line: int
    function: str
    code: str = ""
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Traceback:
    """A Python traceback joined from its lines.

    ``exception`` and ``message`` are those of the last raised exception; ``causes`` holds the earlier links of a
    chain ("During handling of the above exception…"), oldest first: the first of them is the cause.
    """

    exception: str
    message: str
    frames: tuple[Frame, ...] = ()
    causes: tuple[Traceback, ...] = ()
    uncaught: bool = False
    """True when it is what Python prints of an exception that ends the process: under the rank's tag of torch's
    excepthook, or from the module level on."""
    final: bool = False
    """True under the tag of torch's excepthook, which runs as the process ends: what the process still buffered is
    written behind it."""
    thread: bool = False
    """True when it ended a thread only (``Exception in thread …`` stands before it)."""
    complete: bool = True
    """False while the end of the block has not been written yet."""
    place: Place | None = None
    """Of the line that names the exception."""
    lines: frozenset[int] = frozenset()
    """Line numbers that belong to the block."""
    quoted: frozenset[int] = frozenset()
    """Those of them that quote a file or its source: they are no events of their own."""
    raises: frozenset[int] = frozenset()
    """Those of them that quote the innermost frame, of any link of the chain."""

    @property
    def root(self) -> Traceback:
        """The first exception of the chain."""
        return self.causes[0] if self.causes else self

    @property
    def headline(self) -> str:
        """Exception and message in one line; for a bare exception the source line that raised it.

        Of a chain the first exception is the cause and comes first.
        """
        if self.causes:
            return f"{self.root.headline} → {self._own_headline}"
        return self._own_headline

    @property
    def _own_headline(self) -> str:
        if not self.exception:
            return "Traceback without the line that names the exception"
        if self.message:
            return f"{self.exception}: {self.message.splitlines()[0]}"
        code = self.frames[-1].code if self.frames else ""
        return f"{self.exception}: {code}" if code else self.exception

    @property
    def innermost(self) -> Frame | None:
        return self.frames[-1] if self.frames else None

    def user_frame(self) -> Frame | None:
        """The innermost frame outside installed packages and the interpreter's library."""
        return next((frame for frame in reversed(self.frames) if not _INSTALLED.search(frame.file)), None)


@dataclass(frozen=True, slots=True)
class Exit:
    """What a launcher or scheduler says of a process's end.

    ``code`` is as the launcher writes it: negative for a signal. ``blamed`` marks the row that the launcher calls
    the cause; that is a hint, not the truth (wrong in 8 of 25 real jobs).
    """

    rank: int | None
    local_rank: int | None
    pid: int | None
    code: int | None
    host: str | None = None
    blamed: bool = False
    by: str = ""
    """Which launcher says so: ``torchrun table``, ``torchrun agent``, ``srun``, ``mpirun``, ``deepspeed``."""


@dataclass(frozen=True, slots=True)
class Event:
    """A signal, or a structure such as a traceback or an exit, seen at one place.

    ``kind`` is ``signal`` for a rule's signal (then ``name`` is ``<rule id>/<signal id>``), else one of
    ``traceback``, ``exit``, ``launcher``, ``step``, ``finish``, ``cancel``, ``condition``.
    """

    kind: str
    name: str
    place: Place
    text: str
    """The line, cleaned: no control character, no markup meaning."""
    rank: int | None = None
    attempt: int = 0
    time: float | None = None
    """Seconds since the epoch as the writer's own clock says, or None."""
    after: float | None = None
    """For a line without a stamp: the last stamp that the same writer wrote before it, a lower bound."""
    tags: Tags = field(default_factory=Tags)
    fields: Mapping[str, str] = field(default_factory=dict)
    span: tuple[int, int] | None = None
    """The matched part of ``text``, in characters."""
    traceback: Traceback | None = None
    exit: Exit | None = None
    in_traceback: bool = False
    """True for a line inside a traceback block, quoted source lines included."""
