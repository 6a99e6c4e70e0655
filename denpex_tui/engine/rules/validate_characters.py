"""Checks that no text of a rule holds a character that a terminal acts on, or that hides or reorders others."""

from __future__ import annotations

import unicodedata
from typing import Any

from denpex_tui.engine.clean import clean_text
from denpex_tui.engine.rules.errors import Problems
from denpex_tui.engine.rules.toml_strings import strings

_UNSAFE = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})


def check_characters(data: dict[str, Any], problems: Problems) -> None:
    """Add every key and string that holds one, but for the samples: these are log lines and are never shown."""
    for where, text in strings({key: value for key, value in data.items() if key != "samples"}):
        unsafe = next((character for character in text if _is_unsafe(character)), None)
        if unsafe is not None:
            what = f"{clean_text('.'.join(map(str, where)))} holds the control character U+{ord(unsafe):04X}"
            problems.add(where, what, help=r"leave it out; a pattern says \x1b in single quotes")


def _is_unsafe(character: str) -> bool:
    return character not in "\n\t" and unicodedata.category(character) in _UNSAFE
