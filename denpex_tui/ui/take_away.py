"""Taking a verdict away: files beside the working directory, and words for what was copied or written."""

from __future__ import annotations

import re
from itertools import count
from pathlib import Path

from denpex_tui.engine.xdg import state_directory
from denpex_tui.report.render import ENDINGS

REPORT_NAME = "denpex-report"
PICTURE_NAME = "denpex-screen"
VERDICT_NAME = "denpex-verdict"


_WEB_FONTS = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)


class ReportError(Exception):
    """The file could not be written; the message is one sentence."""


def write_new(path: Path, content: bytes) -> Path:
    """Write a new file, never over an existing one; gives its path."""
    try:
        with path.open("xb") as file:
            file.write(content)
    except OSError as error:
        why = error.strerror or error
        raise ReportError(f"cannot write {path}: {why}; start denpex-tui in a directory that you may write") from error
    return path


def standing_alone(svg: str) -> bytes:
    """A picture that is drawn with the fonts of the machine: nothing is fetched when it is opened."""
    return _WEB_FONTS.sub("", svg).encode()


def new_file(name: str, ending: str) -> Path:
    """The absolute path of the next file of that name in the working directory."""
    names = (name if number == 1 else f"{name}-{number}" for number in count(1))
    directory = _here()
    return next(path for name in names if not (path := directory / f"{name}.{ending}").exists())


def _here() -> Path:
    """The working directory; where it is gone, writing there will say so."""
    try:
        return Path.cwd()
    except OSError:
        return Path()


def report_path(form: str = "markdown") -> Path:
    """The file that the next report of a form goes to."""
    return new_file(VERDICT_NAME if form == "chat" else REPORT_NAME, ENDINGS[form])


def keep_copy(text: str) -> Path | None:
    """Keep what was last copied in the state directory; None where nothing can be written."""
    path = state_directory() / "copied.txt"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text + "\n", encoding="utf-8", errors="replace")
    except OSError:
        return None
    return path


def copied(what: str, saved: Path | None) -> str:
    """What to say after a copy: OSC 52 gives no answer, so the other way is always named."""
    if saved is not None:
        return f"copied {what}, if your terminal has OSC 52; saved to {saved}"
    return f"copied {what}; if your terminal has no OSC 52: w writes the report to {report_path()}"
