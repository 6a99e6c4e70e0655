"""The text of a rule, which scrolls by itself."""

from __future__ import annotations

from collections.abc import Iterable

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from denpex_tui.ui.bindings import key
from denpex_tui.ui.hanging import Hanging, Stack


class RuleDetail(VerticalScroll, inherit_bindings=False):
    """Takes the keys of all lists; the screen pages it from wherever the user is."""

    HELP_TITLE = "Text of a rule"
    BINDINGS = [
        key("detail.up", "up,k", "scroll_up", "up", "scroll up"),
        key("detail.down", "down,j", "scroll_down", "down", "scroll down"),
        key("detail.page_up", "pageup,ctrl+b", "page_up", "page up", "one page up"),
        key("detail.page_down", "pagedown,ctrl+f", "page_down", "page down", "one page down"),
        key("detail.first", "home,g", "scroll_home", "first", "to the beginning"),
        key("detail.last", "end,G", "scroll_end", "last", "to the end"),
    ]

    def compose(self) -> ComposeResult:
        yield Static(classes="rule-text")

    def take(self, paragraphs: Iterable[Hanging], same: bool) -> None:
        """Show the paragraphs; of the ``same`` rule from where the user was."""
        self.query_one(Static).update(Stack(paragraphs))
        if not same:
            self.scroll_home(animate=False)
