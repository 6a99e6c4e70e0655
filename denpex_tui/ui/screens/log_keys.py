"""The keys that act on the log from every pane."""

from __future__ import annotations

from textual.binding import BindingType

from denpex_tui.ui.bindings import key

LOG_KEYS: list[BindingType] = [
    key("search.open", "slash", "search", "search", "search all logs for a pattern", show=True, display="/"),
    key("search.next", "n", "hit(1)", "hit", "while a search is active: next hit", show=True, display="n N"),
    key("search.previous", "N", "hit(-1)", "previous hit", "while a search is active: previous hit"),
    key(
        "search.end", "escape", "end_search", "end search", "end the search; n N lead to evidence again",
        show=True, display="esc",
    ),
]  # fmt: skip
