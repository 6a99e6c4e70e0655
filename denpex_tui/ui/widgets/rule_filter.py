"""The line in which words to filter the rules by are typed."""

from __future__ import annotations

from textual.widgets import Input

from denpex_tui.ui.bindings import key


class RuleFilter(Input):
    """Filters while it is typed in; the arrow and enter lead back to the list, escape empties it first."""

    HELP_TITLE = "Filter of the rules"
    BINDINGS = [
        key("filter.done", "enter,down", "done", "to the list", "keep the filter, back to the rules", show=True),
        key(
            "filter.clear", "escape", "clear", "clear", "empty the filter, back to the rules", show=True, display="esc"
        ),
    ]

    def __init__(self) -> None:
        super().__init__(
            placeholder="/ to filter: words of id, title, area, tags; 'seen' for what the logs show",
            compact=True,
            select_on_focus=False,
        )

    def action_done(self) -> None:
        self.screen.query_one("RuleList").focus()

    def action_clear(self) -> None:
        self.value = ""
        self.action_done()
