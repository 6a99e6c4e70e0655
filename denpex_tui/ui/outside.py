"""Programs of the user's own, opened on a log at a line: ``$PAGER`` and ``$EDITOR``."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from textual.app import App, SuspendNotSupported

from denpex_tui.engine.lent import lender_of

_AT_LINE = {"less", "more", "most", "moar", "vi", "vim", "nvim", "view", "nano", "pico", "emacs", "kak", "micro", "joe"}
"""Programs that take ``+LINE`` before the file."""
_WITH_COLON = {
    "code": ("--wait", "--goto"),
    "codium": ("--wait", "--goto"),
    "subl": ("--wait",),
    "zed": ("--wait",),
    "hx": (),
}
"""Programs that take ``FILE:LINE``."""


class OutsideError(Exception):
    """The program could not be run; the message is one sentence."""


def pager(environ: Mapping[str, str]) -> str:
    return environ.get("PAGER") or "less"


def editor(environ: Mapping[str, str]) -> str:
    return environ.get("VISUAL") or environ.get("EDITOR") or "vi"


def command(program: str, path: Path, line: int) -> list[str]:
    """What to run; a program that is not known gets the file only. Raises `OutsideError`."""
    try:
        words = shlex.split(program)
    except ValueError as error:
        raise OutsideError(f"{program!r} is no command: {error}; set PAGER or EDITOR to one") from error
    if not words or shutil.which(words[0]) is None:
        raise OutsideError(f"{program!r} is not there: set PAGER or EDITOR to a program that is")
    name, file = Path(words[0]).name, str(path.resolve())
    if name in _WITH_COLON:
        return [*words, *_WITH_COLON[name], f"{file}:{line}"]
    return [*words, f"+{line}", file] if name in _AT_LINE else [*words, file]


def open_outside(app: App[None], program: str, path: Path, line: int) -> None:
    """Give the terminal to a program until it ends. Raises `OutsideError`."""
    if app.is_web:
        raise OutsideError("the pager and the editor need a terminal, which a page in a browser is not")
    if (lender := lender_of(path)) is not None:
        raise OutsideError(f"{lender.name(path)} is not on this machine: download it to open it in {program!r}")
    words = command(program, path, line)
    if not path.exists():
        raise OutsideError(f"{path} is not there any more")
    try:
        with app.suspend():
            subprocess.run(words, check=False)
    except SuspendNotSupported as error:
        raise OutsideError(f"{words[0]} needs the terminal, which a pipe is not") from error
    except OSError as error:
        raise OutsideError(f"{words[0]} cannot be run: {error.strerror or error}") from error


def program(kind: str) -> str:
    """The user's ``pager`` or ``editor``."""
    return pager(os.environ) if kind == "pager" else editor(os.environ)
