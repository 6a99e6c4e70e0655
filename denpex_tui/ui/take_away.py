"""Taking a verdict away: the Markdown report beside the working directory, and words for what was copied."""

from __future__ import annotations

from itertools import count
from pathlib import Path

from denpex_tui.engine.model import Snapshot

REPORT_NAME = "denpex-report"


class ReportError(Exception):
    """The report could not be written; the message is one sentence."""


def write_report(snapshot: Snapshot) -> Path:
    """Write the Markdown report to a new file in the working directory, never over an existing one; gives its path."""
    from denpex_tui.report.markdown import render_markdown

    text = render_markdown(snapshot)
    path = report_path()
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        why = error.strerror or error
        raise ReportError(f"cannot write {path}: {why}; start denpex-tui in a directory that you may write") from error
    return path


def report_path() -> Path:
    """The file that the next report goes to, in the working directory."""
    names = (REPORT_NAME if number == 1 else f"{REPORT_NAME}-{number}" for number in count(1))
    return next(path for name in names if not (path := Path(f"{name}.md")).exists())


def copied(what: str) -> str:
    """What to say after a copy: OSC 52 gives no answer, so the other way is always named."""
    return f"copied {what}; if your terminal has no OSC 52: w writes the report to {report_path()}"
