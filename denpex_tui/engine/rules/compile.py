"""Patterns of signals, compiled for one line (`re`) and written for the scanner over raw bytes (hyperscan)."""

from __future__ import annotations

import re
from functools import lru_cache

from denpex_tui.engine.rules.model import Signal

_TAIL = re.compile(r"(?<!\\)(?:\(\?P<\w+>)?(?<!\\)(\\[dDsSwW]|\[(?:\\.|[^\]\\])+\]|\.)([*+])\)?$")

_LINE_END = re.compile(r"(\\.|\[\^?\]?(?:\\.|[^\]\\])*\])|\$")
"""An unescaped ``$`` outside character classes: the scanner sees many lines at once."""


@lru_cache(maxsize=4096)
def python_pattern(signal: Signal) -> re.Pattern[str]:
    """The pattern for one line whose prefixes were peeled, so that ``^`` is the start of the text.

    Raises `re.error` for a pattern that Python refuses.
    """
    return re.compile(signal.pattern, re.IGNORECASE if signal.ignore_case else 0)


def scanner_expression(signal: Signal) -> bytes:
    """A hyperscan expression that matches within every line the signal matches, and maybe within others.

    The ends are cut so that a hit is one offset and not one for each further byte: `python_pattern` decides on the
    line.
    """
    pattern = signal.pattern.removeprefix("^")
    if pattern.endswith("$") and not pattern.endswith("\\$"):
        pattern = pattern[:-1]
    pattern = _LINE_END.sub(lambda match: match[1] or r"(?:[\r\n]|$)", _cut_tail(pattern))
    return (f"(?i){pattern}" if signal.ignore_case else pattern).encode()


def _cut_tail(pattern: str) -> str:
    """``pattern`` without a last repeat that may run to the end of the line."""
    tail = _TAIL.search(pattern)
    if tail is None or _balance(pattern[: tail.start()]) != 0 or "|" in _top_level(pattern):
        return pattern
    # What is left matches the empty text only if the whole does, which no signal may.
    return pattern[: tail.start()] + (tail[1] if tail[2] == "+" else "") or pattern


def _balance(pattern: str) -> int:
    bare = _without_classes(pattern)
    return bare.count("(") - bare.count(")")


def _top_level(pattern: str) -> str:
    """The characters of ``pattern`` outside any group."""
    depth, kept = 0, []
    for character in _without_classes(pattern):
        depth += {"(": 1, ")": -1}.get(character, 0)
        if depth == 0:
            kept.append(character)
    return "".join(kept)


def _without_classes(pattern: str) -> str:
    """``pattern`` with escapes and character classes blanked."""
    return re.sub(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]", "_", pattern)
