"""The caption over the log: which claim the marked lines support."""

from __future__ import annotations

from textual.content import Content
from textual.reactive import reactive
from textual.visual import VisualType
from textual.widget import Widget

from denpex_tui.ui.citation import Citation
from denpex_tui.ui.hanging import Hanging


class LogCaption(Widget):
    """As many rows as the style sheet gives it, whatever the text, so that the lines below do not jump."""

    citation: reactive[Citation | None] = reactive(None)
    stop: reactive[str] = reactive("")
    """Which line of evidence this is, such as ``3/12``."""

    def render(self) -> VisualType:
        if self.citation is None:
            return Content.styled("nothing is selected; ↑ ↓ choose what is shown here", "dim")
        tail = "" if self.citation.opens else "  (no line of the logs is cited)"
        number = Content.styled(f"{self.stop} " if self.stop else "", "dim")
        lead = number + Content.styled(f"{self.citation.label}  ", "bold $text-accent")
        body = Content(self.citation.text) + Content.styled(tail, "dim")
        return Hanging(lead, body, max(1, self.content_size.height))
