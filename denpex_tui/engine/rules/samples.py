"""Runs the signals of a rule over its samples as the engine does over a log."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from denpex_tui.engine.prefixes import peel
from denpex_tui.engine.rules.compile import python_pattern
from denpex_tui.engine.rules.model import Role, Rule, Signal, Where

_FILE_LINE = re.compile(r'^\s+File "[^"]+", line \d+')
_TELLING = (Role.INITIATOR, Role.COLLATERAL)


@dataclass(frozen=True, slots=True)
class SampleLine:
    """One line of a sample with its place in a traceback."""

    text: str
    quoted: bool = False
    """A file line or a quoted source line of a traceback."""
    innermost: bool = False
    """In the frame where the exception was raised."""


def check_samples(rule: Rule) -> list[tuple[int, str, str]]:
    """For each sample that does not hold: its index, what is wrong, and why."""
    problems = []
    for index, sample in enumerate(rule.samples):
        seen = matching_signals(rule, sample.text)
        missing = [name for name in sample.matches if name not in seen]
        telling = [signal.id for signal in rule.signals if signal.id in seen and signal.role in _TELLING]
        if missing:
            problems.append((index, f"the sample does not match {', '.join(missing)}", f"it matches {_listed(seen)}"))
        elif not sample.matches and telling:
            problems.append((index, f"the sample must not match, but {', '.join(telling)} does", sample.note))
    return problems


def matching_signals(rule: Rule, text: str) -> dict[str, str]:
    """Ids of the signals that match somewhere in ``text``, each with the first line that it matches."""
    seen: dict[str, str] = {}
    for line in sample_lines(text):
        for signal in rule.signals:
            if signal.id not in seen and applies(signal, line) and python_pattern(signal).search(line.text):
                seen[signal.id] = line.text
    return seen


def applies(signal: Signal, line: SampleLine) -> bool:
    """Whether ``signal`` may match ``line`` at all."""
    match signal.where:
        case Where.MESSAGE:
            return not line.quoted
        case Where.RAISE:
            return line.innermost
        case Where.FRAME:
            return line.quoted
        case Where.ANY:
            return True


def sample_lines(text: str) -> Iterator[SampleLine]:
    """The lines of an excerpt, traceback lines told apart; a traceback need not show its first line."""
    lines = [peel(line).text for line in text.strip("\n").splitlines()]
    quoted, innermost = _traceback_lines(lines)
    for index, line in enumerate(lines):
        yield SampleLine(line, index in quoted, index in innermost)


def _traceback_lines(lines: list[str]) -> tuple[set[int], set[int]]:
    """Indices of the quoted lines of tracebacks, and of those that belong to a frame where an exception was raised."""
    quoted: set[int] = set()
    innermost: set[int] = set()
    frame: set[int] = set()
    for index, line in enumerate(lines):
        if _FILE_LINE.match(line):
            frame = {index}
        elif frame and line[:1].isspace() and line.strip():
            frame.add(index)
        else:
            innermost |= frame
            frame = set()
        quoted |= frame
    return quoted, innermost


def _listed(seen: dict[str, str]) -> str:
    return ", ".join(seen) or "nothing"
