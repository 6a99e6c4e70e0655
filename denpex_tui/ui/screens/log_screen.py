"""What can be done with the log from every pane."""

from __future__ import annotations

from denpex_tui.ui.screens.panes_screen import PanesScreen
from denpex_tui.ui.widgets.searchable_log import SearchableLogPane

_WITH_SEARCH = {"hit", "end_search"}
_WITHOUT_SEARCH = {"evidence"}


class LogScreen(PanesScreen):
    """While a search is active, the keys of the tour of the evidence go through its hits."""

    @property
    def log_pane(self) -> SearchableLogPane:
        return self.query_one(SearchableLogPane)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        if action in _WITH_SEARCH or action in _WITHOUT_SEARCH:
            return self.is_mounted and self.log_pane.is_searching is (action in _WITH_SEARCH)
        return True

    def action_search(self) -> None:
        self.pane = "log"
        self.call_after_refresh(self.log_pane.ask_for_pattern)

    def action_hit(self, by: int) -> None:
        if said := self.log_pane.step_hit(by):
            self.app.notify(said, markup=False)

    def action_end_search(self) -> None:
        self.log_pane.end_search()
