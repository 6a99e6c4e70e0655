"""Checks that nothing of the skeleton is left: neither a mark nor the words behind it."""

from __future__ import annotations

from typing import Any

from denpex_tui.engine.rules.errors import Problems
from denpex_tui.engine.rules.keys import TABLES, TOP
from denpex_tui.engine.rules.shape import path_of
from denpex_tui.engine.rules.skeleton import placeholder_words
from denpex_tui.engine.rules.toml_lines import Key
from denpex_tui.engine.rules.toml_strings import strings
from denpex_tui.engine.rules.vocabulary import PHASES

_MARK = "TODO"
_HELP = {
    ("", "phase"): f"use one of {', '.join(PHASES)}",
    ("signals", "pattern"): "write it from a real line of your log",
    ("references", "url"): "write its address, as in https://example.org/page",
    ("samples", "text"): "paste the real lines of your log",
}
_MEANINGS = {(table.name, key): meaning for table in (TOP, *TABLES) for key, meaning in table.keys.items()}


def check_left(data: dict[str, Any], problems: Problems) -> None:
    """Add every string that the skeleton wrote and nobody replaced."""
    for where, text in strings(data):
        if _MARK in text:
            problems.add(where, f"{path_of(where)} still says {_MARK}", help=_help(where), mark=_MARK)
        elif text.strip() in placeholder_words():
            problems.add(where, f"{path_of(where)} still says what the skeleton says", help=_help(where))


def _help(where: Key) -> str:
    place = (str(where[0]) if len(where) > 1 else "", str(where[-1]))
    return _HELP.get(place) or f"write {_MEANINGS.get(place, 'the text')}"
