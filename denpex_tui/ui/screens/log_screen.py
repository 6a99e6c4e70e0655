"""What can be done with the log from every pane."""

from __future__ import annotations

from denpex_tui.ui.outside import OutsideError, open_outside, program
from denpex_tui.ui.screens.panes_screen import PanesScreen
from denpex_tui.ui.widgets.merged_log_pane import MergedLogPane


class LogScreen(PanesScreen):
    """While a search is active, the keys of the tour of the evidence go through its hits."""

    @property
    def log_pane(self) -> MergedLogPane:
        return self.query_one(MergedLogPane)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        if action not in ("hit", "evidence", "show_all") or not self.is_mounted:
            return True
        pane = self.log_pane
        if action == "show_all":
            return pane.is_searching or pane.filter.is_set or pane.selection is not None
        return pane.is_searching is (action == "hit")

    def action_search(self) -> None:
        self.pane = "log"
        self.call_after_refresh(self.log_pane.ask_for_pattern)

    def action_goto(self) -> None:
        self.pane = "log"
        self.call_after_refresh(self.log_pane.ask_where)

    def action_merged(self) -> None:
        self._tell(self.log_pane.toggle_merged())

    def action_ranks(self) -> None:
        self.pane = "log"
        self.call_after_refresh(self.log_pane.ask_for_ranks)

    def action_read_as(self, what: str) -> None:
        """Turn one way of reading on or off."""
        self.log_pane.turn_reading(what)

    def action_outside(self, kind: str) -> None:
        """The log at the line under the cursor, in the user's own program."""
        source, line = self.log_pane.shown_source, self.log_pane.line
        if source is None:
            self._tell("no log is open")
            return
        if source.earlier:
            self._tell("this log was rotated: its current file is opened, whose lines count anew")
            line = 1
        elif line < 0:
            self._tell("the number of this line is not known yet: its log is opened at the beginning")
        try:
            open_outside(self.app, program(kind), source.location, max(1, line))
        except OutsideError as error:
            self.app.notify(str(error), severity="warning", markup=False)

    def action_bookmark(self) -> None:
        self._tell(self.log_pane.toggle_bookmark())

    def action_next_bookmark(self) -> None:
        if not self.log_pane.next_bookmark():
            self._tell("no line is marked: b marks the one under the cursor")

    def action_hit(self, by: int) -> None:
        self._tell(self.log_pane.step_hit(by))

    def action_show_all(self) -> None:
        """One thing after the other: first the search ends, then all lines are shown."""
        pane = self.log_pane
        if pane.is_searching:
            pane.end_search()
        else:
            pane.show_all()

    def action_only_evidence(self) -> None:
        self.log_pane.toggle_evidence()

    def action_next_level(self) -> None:
        self.log_pane.next_level()

    def action_only_matching(self) -> None:
        if not self.log_pane.toggle_matching():
            self._tell("search for something first: / takes a pattern")

    def action_context(self, by: int) -> None:
        self.log_pane.widen(by)

    def _tell(self, sentence: str) -> None:
        if sentence:
            self.app.notify(sentence, markup=False)
