"""The signals and conditions of a rule, those that the logs show with the lines they lead to."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from denpex_tui.ui.bindings import key, movement
from denpex_tui.ui.citation import Citation, unique
from denpex_tui.ui.hanging import Hanging
from denpex_tui.ui.rule_match import Part


class PartList(OptionList, inherit_bindings=False):
    """Opening a part that was seen leads to its line in the log."""

    HELP_TITLE = "Signals of a rule"
    BINDINGS = [
        *movement("parts", lines="signal"),
        key("parts.open", "enter", "open", "open", "go to the line in the log", show=True, display="⏎"),
    ]

    class Opened(Message):
        """The lines of a part are wanted; none when the logs do not show it."""

        def __init__(self, citation: Citation | None) -> None:
            super().__init__()
            self.citation = citation

    def __init__(self) -> None:
        super().__init__()
        self.parts: tuple[Part, ...] = ()

    def take(self, parts: Sequence[Part], places: Sequence[str]) -> None:
        """Show ``parts``, each with where its first line is in words."""
        self.parts = tuple(parts)
        self.set_options(Option(_row(part, place)) for part, place in zip(parts, places, strict=True))
        self.highlighted = 0 if parts else None

    @property
    def citation(self) -> Citation | None:
        at = self.highlighted
        part = self.parts[at] if at is not None and at < len(self.parts) else None
        if part is None or not part.events:
            return None
        return Citation(f"{part.role} {part.id}", part.text, unique(part.events))

    def action_open(self) -> None:
        self.post_message(self.Opened(self.citation))


def _row(part: Part, place: str) -> Hanging:
    kind = "metric" if part.condition else part.role.value
    head = Content.assemble((part.id, "bold"), (f"  {kind}", "dim"), (f"  {part.mark.word}", part.mark.tone))
    where = Content.styled(f"  {place}", "$text-accent") if place else Content("")
    lead = Content.styled(f"{part.mark.glyph} ", f"bold {part.mark.tone}")
    return Hanging(lead, head + where + Content(f"\n{part.text}"))
