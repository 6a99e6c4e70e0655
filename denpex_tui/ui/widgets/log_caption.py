"""The caption over the log: which claim the marked lines support."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static

from denpex_tui.ui.citation import Citation
from denpex_tui.ui.hanging import Hanging


class LogCaption(Static):
    """One or two lines; hidden while nothing is selected."""

    def show(self, citation: Citation | None, stop: str, lines: int) -> None:
        """``stop`` says which line of evidence this is, such as ``3/12``."""
        self.display = citation is not None
        if citation is None:
            return
        tail = "" if citation.opens else "  (no line of the logs is cited)"
        number = Content.styled(f"{stop} " if stop else "", "$text-muted")
        lead = number + Content.styled(f"{citation.label}  ", "bold $text-accent")
        self.update(Hanging(lead, Content(citation.text) + Content.styled(tail, "$text-muted"), lines))
