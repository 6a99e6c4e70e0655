"""Taking a verdict away: the Markdown report beside the working directory, and words for what was copied."""

from __future__ import annotations

from itertools import count
from pathlib import Path

from denpex_tui.engine.model import Snapshot

REPORT_NAME = "denpex-report"


class ReportError(Exception):
    """The report could not be written; the message is one sentence."""


def write_report(snapshot: Snapshot, directory: Path) -> Path:
    """Write the Markdown report to a new file in ``directory``, never over an existing one, and return its path."""
    from denpex_tui.report.markdown import render_markdown

    text = render_markdown(snapshot)
    path = report_path(directory)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise ReportError(f"cannot write {path}: {error.strerror or error}; start in a directory you own") from error
    return path


def report_path(directory: Path) -> Path:
    """The file that the next report goes to."""
    names = (REPORT_NAME if number == 1 else f"{REPORT_NAME}-{number}" for number in count(1))
    return next(path for name in names if not (path := directory / f"{name}.md").exists())


def copied(what: str, directory: Path) -> str:
    """What to say after a copy: OSC 52 gives no answer, so the other way is always named."""
    return f"copied {what}; if your terminal has no OSC 52: w writes the report to {report_path(directory).name}"
