"""A report in the form that was asked for, as the bytes of a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from denpex_tui.engine.model import Snapshot
from denpex_tui.report.disclosure import Disclosure

if TYPE_CHECKING:
    from denpex_tui.report.excerpts import OpenLog

ENDINGS = {"markdown": "md", "html": "html", "json": "json", "chat": "txt"}
"""The forms that are the same for everyone, and what their files end in; text depends on the terminal."""


def rendered(form: str, snapshot: Snapshot, log: OpenLog, disclosure: Disclosure) -> bytes:
    """``snapshot`` as it may be taken away; ``log`` opens a source for what is shown of it."""
    disclosure.learn_logs(snapshot, log)
    if form == "html":
        return _html(snapshot, log, disclosure)
    cleaned = disclosure.clean(snapshot)
    if form == "json":
        from denpex_tui.report.json import render_json

        return render_json(cleaned)
    if form == "chat":
        from denpex_tui.report.chat import render_chat

        return render_chat(cleaned).encode(errors="replace")
    from denpex_tui.report.markdown import render_markdown

    return render_markdown(cleaned).encode(errors="replace")


def _html(snapshot: Snapshot, log: OpenLog, disclosure: Disclosure) -> bytes:
    from denpex_tui.report.excerpts import excerpts
    from denpex_tui.report.html import render_html

    around = excerpts(snapshot, log)
    disclosure.learn(around)
    cleaned = disclosure.clean(snapshot)
    return render_html(cleaned, disclosure.clean(around)).encode(errors="replace")
