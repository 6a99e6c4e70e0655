"""The paths of the command line: what each stands for, and the directory that names are relative to."""

from __future__ import annotations

import glob
import os
import stat
from collections.abc import Sequence
from pathlib import Path

from denpex_tui.engine.clean import clean_text
from denpex_tui.engine.errors import UsageError
from denpex_tui.engine.tree_walk import reason_of, special

STDIN = "-"


def expand(text: str) -> list[str]:
    """The path itself, or what a glob that no shell expanded matches. Raises `UsageError`."""
    if text == STDIN or os.path.lexists(text):
        return [text]
    shown = clean_text(text, 256)
    if not text:
        raise UsageError("An empty path was given; give a directory of logs, log files, or - for standard input.")
    if not glob.has_magic(text):
        raise UsageError(f"There is no file or directory {shown!r}; check the path.")
    matches = sorted(glob.glob(text, recursive=True))  # noqa: PTH207  (the pattern may be absolute)
    if not matches:
        raise UsageError(f"Nothing matches {shown!r}; check the pattern.")
    return matches


def status(text: str) -> os.stat_result:
    """The status of a readable file, directory or named pipe. Raises `UsageError` for anything else."""
    shown = clean_text(text, 256)
    try:
        found = Path(text).stat()
    except (OSError, ValueError) as error:
        why = reason_of(error) if isinstance(error, OSError) else "the name holds a NUL"
        raise UsageError(f"{shown!r} cannot be read: {why}.") from error
    if stat.S_ISDIR(found.st_mode):
        needed = os.R_OK | os.X_OK
    elif special(found.st_mode) and not stat.S_ISFIFO(found.st_mode):
        raise UsageError(f"{shown!r} is not a regular file; give its text on standard input and - as the path.")
    else:
        needed = os.R_OK
    if not os.access(text, needed):
        raise UsageError(f"{shown!r} cannot be read: permission denied; ask its owner or change its mode.")
    return found


def base_directory(given: Sequence[str]) -> Path:
    """The directory that names are shown relative to: the one that was given, or the nearest around all of them."""
    directories = [path if path.is_dir() else path.absolute().parent for path in map(Path, given)]
    if len(directories) == 1:
        return directories[0]
    return Path(os.path.commonpath([path.absolute() for path in directories])) if directories else Path()


def is_pipe(path: Path) -> bool:
    """Whether the name is that of a pipe, which can be read only once."""
    try:
        return stat.S_ISFIFO(path.stat().st_mode)
    except OSError:
        return False
