"""Lists the files below a directory without following links or opening anything."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

MAX_ENTRIES = 200_000
"""Directory entries looked at; a tree beyond that is a data set, not a log folder."""
_MAX_DEPTH = 32
_DIGITS = re.compile(r"(\d{1,18})")


@dataclass(frozen=True, slots=True)
class Entry:
    """A file that may be read, or something that will not be, with the reason."""

    path: Path
    reason: str = ""
    size: int = 0
    identity: tuple[int, int] | None = None
    """Device and inode: one file under two names is read once."""


def natural_key(text: str) -> tuple[tuple[int, str], ...]:
    """Sorts ``rank2`` before ``rank10``."""
    parts = _DIGITS.split(text)
    return tuple((int(part) if at % 2 else -1, part) for at, part in enumerate(parts))


def walk(root: Path, visited: dict[Path, int] | None = None) -> Iterator[Entry]:
    """Everything below ``root``: the regular files, and the rest with the reason why it is not read.

    ``visited`` is filled with the directories and when each was last changed, in nanoseconds.
    """
    pending = [(root, 0)]
    seen = 0
    while pending:
        directory, depth = pending.pop()
        try:
            if visited is not None:
                # Before it is listed, so that what changes meanwhile is noticed.
                visited[directory] = directory.stat().st_mtime_ns
            with os.scandir(directory) as found:
                entries = sorted(found, key=lambda entry: natural_key(entry.name))
        except OSError as error:
            yield Entry(directory, f"the directory cannot be listed: {reason_of(error)}")
            continue
        for entry in entries:
            seen += 1
            if seen > MAX_ENTRIES:
                yield Entry(root, f"there are more than {MAX_ENTRIES:,} files; give the folder that holds the logs")
                return
            if entry.is_dir(follow_symlinks=False):
                if reason := _skipped(entry.name, depth):
                    yield Entry(Path(entry.path), reason)
                else:
                    pending.append((Path(entry.path), depth + 1))
            else:
                yield look_at(Path(entry.path), root)


def _skipped(name: str, depth: int) -> str:
    if name == "__pycache__":
        return "it is a directory of Python bytecode"
    if name.startswith("."):
        return "it is a hidden directory"
    return "it lies too deep" if depth >= _MAX_DEPTH else ""


def look_at(path: Path, root: Path) -> Entry:
    """A file of the tree below ``root``, by its status alone."""
    try:
        status = path.lstat()
    except OSError as error:
        return Entry(path, f"it cannot be looked at: {reason_of(error)}")
    if stat.S_ISLNK(status.st_mode):
        return Entry(path, _link(path, root))
    if reason := special(status.st_mode):
        return Entry(path, reason)
    if path.name.startswith("."):
        return Entry(path, "it is a hidden file")
    return Entry(path, size=status.st_size, identity=(status.st_dev, status.st_ino))


def special(mode: int) -> str:
    """Why a file of this kind is never opened; empty for a regular file."""
    if stat.S_ISREG(mode):
        return ""
    if stat.S_ISFIFO(mode):
        return "it is a pipe, and opening it could wait for ever"
    if stat.S_ISSOCK(mode):
        return "it is a socket"
    return "it is a device"


def _link(path: Path, root: Path) -> str:
    try:
        target = path.resolve(strict=True)
    except OSError as error:
        return f"it is a link that leads nowhere: {reason_of(error)}"
    except RuntimeError:
        return "it is a link that leads back to itself"
    if target.is_relative_to(root.resolve()):
        return "it is a link to something that is read under its own name"
    return f"it is a link out of the directory, to {target}; give that path to have it read"


def reason_of(error: OSError) -> str:
    """The system's reason in small letters: ``permission denied``."""
    return (error.strerror or str(error)).lower()
