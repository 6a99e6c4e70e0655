"""Things to choose one of, each with a name and a line that says what it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from denpex_tui.ui.bindings import key, movement
from denpex_tui.ui.hanging import Hanging


@dataclass(frozen=True, slots=True)
class Choice:
    """One of them."""

    name: str
    shows: str


class ChoiceList(OptionList, inherit_bindings=False):
    """Begins on the one that was chosen last."""

    HELP_TITLE = "Incidents"
    BINDINGS = [
        *movement("choice", lines="incident"),
        key("choice.open", "enter,l", "select", "open", "open the incident", show=True, display="⏎"),
    ]

    def __init__(self, choices: Sequence[Choice], chosen: str | None = None) -> None:
        super().__init__(*(Option(_row(choice), id=choice.name) for choice in choices))
        names = [choice.name for choice in choices]
        self.highlighted = names.index(chosen) if chosen in names else 0


def _row(choice: Choice) -> Hanging:
    return Hanging(Content("  "), Content.assemble((choice.name, "bold"), (f"\n{choice.shows}", "dim")))
