"""The keys that act on the log from every pane."""

from __future__ import annotations

from textual.binding import BindingType

from denpex_tui.ui.bindings import key

LOG_KEYS: list[BindingType] = [
    key("search.open", "slash", "search", "search", "search all logs for a pattern", show=True, display="/"),
    key("search.next", "n", "hit(1)", "hit", "while a search is active: next hit", show=True, display="n N"),
    key("search.previous", "N", "hit(-1)", "previous hit", "while a search is active: previous hit"),
    key(
        "log.show_all", "escape", "show_all", "show all", "end the search, and then show all lines again",
        show=True, display="esc",
    ),
    key("log.only_evidence", "o", "only_evidence", "only evidence", "only evidence and the lines around it, or all"),
    key("log.level", "L", "next_level", "level", "only errors and warnings, only errors, or all lines"),
    key("log.only_matching", "ampersand", "only_matching", "only hits", "only lines that match the search, or all"),
    key("log.more_context", "plus", "context(1)", "more context", "one more line around those that are shown"),
    key("log.less_context", "minus", "context(-1)", "less context", "one line less around those that are shown"),
    key("log.merged", "M", "merged", "merged", "first rank and collateral as one log by corrected time, or one alone"),
    key("log.ranks", "at", "ranks", "choose ranks", "choose the ranks whose lines are shown, as one log"),
    key("log.goto", "colon", "goto", "go to", "go to a line, a time or a step of the log"),
    key("log.bookmark", "b", "bookmark", "bookmark", "mark the log line under the cursor, or no longer"),
    key("log.next_bookmark", "B", "next_bookmark", "next bookmark", "next line that you marked, across files"),
    key("log.wrap", "W", "read_as('wrap')", "wrap", "wrap long lines of the log, or not"),
    key("log.pretty", "p", "read_as('pretty')", "pretty", "write JSON records out, or show them as they are"),
    key("log.numbers", "number_sign", "read_as('numbers')", "numbers", "line numbers in the log, or none"),
    key("log.pager", "vertical_line", "outside('pager')", "pager", "open the log at this line in $PAGER"),
    key("log.editor", "E", "outside('editor')", "editor", "open the log at this line in $EDITOR"),
]  # fmt: skip
