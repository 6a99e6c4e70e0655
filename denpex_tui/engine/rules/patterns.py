"""What a pattern may be: the common subset of Python's `re` and of the scanner, matching at least one character."""

from __future__ import annotations

import re
from functools import lru_cache

import hyperscan

from denpex_tui.engine.rules.compile import python_pattern, scanner_expression
from denpex_tui.engine.rules.errors import Problems
from denpex_tui.engine.rules.model import Signal
from denpex_tui.engine.rules.toml_lines import Key

_SUBSET = "use no look-around, back-reference, atomic group or possessive repeat"


def groups(signal: Signal) -> tuple[str, ...]:
    """Names of the groups that the signal captures."""
    return tuple(python_pattern(signal).groupindex)


def check_pattern(signal: Signal, where: Key, problems: Problems, scanner: bool = True) -> None:
    """Add what is wrong with the pattern of ``signal``; ``scanner`` also compiles it for the scanner."""
    try:
        compiled = python_pattern(signal)
    except re.error as error:
        problems.add(where, f"signal {signal.id!r}: Python refuses the pattern", str(error))
        return
    if compiled.search(""):
        problems.add(where, f"signal {signal.id!r} matches an empty line", help="require at least one literal word")
    elif scanner and (reason := scanner_refusal(scanner_expression(signal))):
        problems.add(where, f"signal {signal.id!r}: the scanner refuses the pattern", reason, _SUBSET)


@lru_cache(maxsize=4096)
def scanner_refusal(expression: bytes) -> str:
    """Why hyperscan refuses ``expression``, or an empty string."""
    try:
        hyperscan.Database().compile(expressions=[expression])
    except hyperscan.HyperscanError as error:
        return str(error)
    return ""
