"""The rules of the user's own directories, and what changed in them since they were read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from denpex_tui.engine.rules.errors import RuleError
from denpex_tui.engine.rules.load import load_directory, rule_files
from denpex_tui.engine.rules.model import Rule

Signature = tuple[tuple[str, int, int], ...]
"""Path, size and time of change of every rule file."""


@dataclass(frozen=True, slots=True)
class OwnRules:
    """What the directories held when they were read; a directory that does not exist holds nothing."""

    directories: tuple[Path, ...] = ()
    rules: tuple[Rule, ...] = ()
    """In the order of the directories; of several with one id the last wins."""
    problems: tuple[RuleError, ...] = ()
    signature: Signature = ()

    def renewed(self) -> OwnRules:
        """The directories as they are now, or this very object when nothing changed.

        A file that broke keeps the rule that it held before; its problems are among ``problems``.
        """
        if not self.directories or _signature(self.directories) == self.signature:
            return self
        now = read_own(self.directories)
        broken = {problem.path for problem in now.problems}
        kept = (rule for rule in self.rules if rule.path in broken)
        return OwnRules(now.directories, (*kept, *now.rules), now.problems, now.signature)


def read_own(directories: Sequence[Path]) -> OwnRules:
    """Read the rule files below ``directories``."""
    # Before the files: one that changes while it is read is then read again.
    signature = _signature(directories)
    rules: tuple[Rule, ...] = ()
    problems: tuple[RuleError, ...] = ()
    for directory in directories:
        added, more = load_directory(directory)
        rules, problems = (*rules, *added), (*problems, *more)
    return OwnRules(tuple(directories), rules, problems, signature)


def _signature(directories: Sequence[Path]) -> Signature:
    return tuple(_state(file) for directory in directories for file in rule_files(directory))


def _state(file: Path) -> tuple[str, int, int]:
    try:
        status = file.stat()
    except OSError:
        return str(file), -1, -1
    return str(file), status.st_size, status.st_mtime_ns
