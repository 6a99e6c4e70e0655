"""The cause pane: the causes compared, each with what speaks for and against it."""

from __future__ import annotations

from textual import on
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from denpex_tui.engine.model import Diagnosis, Snapshot
from denpex_tui.ui.bindings import key, movement
from denpex_tui.ui.cause_rows import CauseRow, cause_rows
from denpex_tui.ui.citation import Citation
from denpex_tui.ui.messages import LogWanted, Selected

NOTHING = Content("there is no cause to show")


class CausePane(OptionList, inherit_bindings=False):
    """Rows with evidence show it in the log pane when they are selected."""

    HELP_TITLE = "Cause pane"
    BINDINGS = [
        *movement("cause", lines="row"),
        key("cause.open", "enter", "open", "open", "go to the line in the log", show=True, display="⏎"),
    ]

    def __init__(self) -> None:
        super().__init__(id="cause")
        self.border_title = "Cause"
        self._diagnoses: tuple[Diagnosis, ...] | None = None
        self._rows: list[CauseRow] = []

    def take(self, snapshot: Snapshot) -> None:
        """Show the diagnosis of the headline's incident, then what is wrong although nothing crashed."""
        diagnosis = snapshot.incident.diagnosis if snapshot.incident else None
        diagnoses = (*([diagnosis] if diagnosis else []), *snapshot.concerns)
        if diagnoses == self._diagnoses:
            return
        at, self._diagnoses = self.highlighted, diagnoses
        self._rows = [row for diagnosis in diagnoses for row in cause_rows(diagnosis)]
        self.border_title = Content(f"Cause  {diagnoses[0].title}" if diagnoses else "Cause")
        self.set_options([Option(row.prompt) for row in self._rows] or [Option(NOTHING, disabled=True)])
        self.highlighted = min(at or 0, len(self._rows) - 1) if self._rows else None

    @property
    def citation(self) -> Citation | None:
        at = self.highlighted
        return self._rows[at].citation if at is not None and at < len(self._rows) else None

    @on(OptionList.OptionHighlighted)
    def _select(self) -> None:
        if self.has_focus and self.citation is not None:
            self.post_message(Selected(self.citation))

    def action_open(self) -> None:
        if self.citation is not None:
            self.post_message(LogWanted())
