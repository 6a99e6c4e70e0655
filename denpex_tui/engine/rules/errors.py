"""What is wrong with a rule file: where, what, why, and how to put it right."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from denpex_tui.engine.clean import clean_text
from denpex_tui.engine.rules.toml_lines import Key, TomlLines


@dataclass(eq=False)
class RuleError(Exception):
    """One problem of one rule file. Prints as ``file:line: what``, the reason, and ``help: …``, safe to show."""

    path: Path
    line: int
    """From 1; the line of the key or table that is wrong, or 1 when it concerns the whole file."""
    what: str
    why: str = ""
    help: str = ""
    others: tuple[RuleError, ...] = ()
    """The other problems of the same file, when it was raised for the first of several."""

    def __str__(self) -> str:
        lines = [f"{self.path}:{self.line}: {self.what}"]
        if self.why:
            lines.append(f"  {self.why}")
        if self.help:
            lines.append(f"  help: {self.help}")
        return "\n".join(clean_text(line) for line in lines)

    @property
    def sentence(self) -> str:
        """The same in one line."""
        reason = f" ({self.why})" if self.why else ""
        return clean_text(f"{self.path}:{self.line}: {self.what}{reason}" + (f"; {self.help}" if self.help else ""))


class Problems:
    """Collects the problems of one rule file, so that all of them are reported at once."""

    def __init__(self, path: Path, text: str) -> None:
        self._path = path
        self._text = text
        self._lines: TomlLines | None = None
        self.found: list[RuleError] = []

    def add(self, where: Key, what: str, why: str = "", help: str = "", mark: str = "") -> None:  # noqa: A002
        """Record a problem of the key ``where``, such as ``("signals", 0, "pattern")``.

        In a text of several lines it stands at the first one that holds ``mark``.
        """
        # Finding lines costs as much as reading the file, so it waits for the first problem.
        self._lines = self._lines or TomlLines(self._text)
        self.found.append(RuleError(self._path, self._line_of(self._lines.of(where), mark), what, why, help))

    def _line_of(self, first: int, mark: str) -> int:
        lines = self._text.splitlines()
        return next((number for number in range(first, len(lines) + 1) if mark in lines[number - 1]), first)
