"""Sources: the log files and streams that are read, and the files that are not."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path


class Stream(StrEnum):
    """Which of a process's two outputs a source holds."""

    STDOUT = "stdout"
    STDERR = "stderr"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class RotatedPart:
    """A file that holds an earlier part of a log."""

    path: Path
    identity: tuple[int, int]
    """Device and inode: names move on when a log is rotated again."""


@dataclass(frozen=True, slots=True)
class Source:
    """One log file or stream that is read; it may hold one rank or many."""

    id: int
    """Index in `Snapshot.sources`; stable while a session lasts."""
    path: str
    """Cleaned, relative to the path that the user gave."""
    location: Path
    """Where the bytes are; for standard input, the spool file."""
    layout: str
    """Name of the layout that was recognised, such as ``torchrun`` or ``combined``."""
    rank: int | None = None
    """Global rank, when the whole source belongs to one rank."""
    local_rank: int | None = None
    node: str | None = None
    """The node's directory in the tree, when there is one: separates the local ranks of several nodes."""
    host: str | None = None
    attempt: int | None = None
    """Attempt named by the path; None for a source that may hold several."""
    stream: Stream = Stream.BOTH
    run: int = 0
    """Which launch of the job the source belongs to, when several were given."""
    bytes: int = 0
    bytes_read: int = 0
    lines: int = 0
    earlier: tuple[RotatedPart, ...] = ()
    """The parts of the same log that rotation put aside, oldest first; they are read before ``location``."""


@dataclass(frozen=True, slots=True)
class NotRead:
    """A file that was seen and not read, with the reason in one sentence."""

    path: str
    reason: str
    unreadable: bool = False
    """Whether it may be a log: nobody knows, since the system does not let it be read."""
