"""Which lines of a log are shown; what is not shown is folded, and its lines are counted."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from textual.content import Content

from denpex_tui.engine.search.levels import Level

if TYPE_CHECKING:
    from denpex_tui.engine.logview import LogFile
    from denpex_tui.engine.search.query import Query
    from denpex_tui.engine.search.sieve import Sieve, Test

CONTEXT = 3
"""Lines shown around those that pass, until the user wants more or less."""
_LEVELS = {Level.WARNING: "errors and warnings", Level.ERROR: "errors"}


@dataclass(frozen=True, slots=True)
class LogFilter:
    """A line passes when every part that is set lets it through."""

    evidence: bool = False
    level: Level | None = None
    ranks: frozenset[int] = frozenset()
    """Of a log that several ranks write: only these."""
    query: Query | None = None
    context: int = CONTEXT

    @property
    def is_set(self) -> bool:
        return self.evidence or self.level is not None or bool(self.ranks) or self.query is not None

    @property
    def around(self) -> int:
        """Lines shown around those that pass: another rank's lines are no context."""
        return 0 if self.ranks else self.context

    def said(self) -> str:
        """``only errors, evidence``."""
        parts = ["evidence"] if self.evidence else []
        parts += [_LEVELS[self.level]] if self.level else []
        parts += ["lines that match"] if self.query is not None else []
        if self.ranks:
            ranks = ", ".join(map(str, sorted(self.ranks)))
            parts.append(f"rank {ranks}" if len(self.ranks) == 1 else f"ranks {ranks}")
        return f"only {', '.join(parts)}" + (f" ± {self.around} lines" if self.around else "")

    def sieve(self, log: LogFile, evidence: Collection[int]) -> Sieve:
        """What looks for the lines of ``log`` that pass."""
        from denpex_tui.engine.search.line_levels import lines_of_level
        from denpex_tui.engine.search.rank_lines import RankLines
        from denpex_tui.engine.search.sieve import Sieve
        from denpex_tui.engine.search.source_search import matching_lines

        tests: list[Test] = []
        if self.level is not None:
            tests.append(partial(lines_of_level, least=self.level, labels=log.labels))
        if self.query is not None:
            tests.append(partial(matching_lines, query=self.query))
        if self.ranks:
            tests.append(RankLines(self.ranks, log.labels))
        return Sieve(log, tests, frozenset(evidence) if self.evidence else None)


def filter_line(log_filter: LogFilter, shown: int, count: int, percent: int) -> Content:
    """What stands below the log while lines are hidden."""
    reading = f", {percent} % looked through" if percent < 100 else ""
    told = f"  {shown:,} of {count:,} lines shown{reading}"
    keys = "  ⏎ unfolds, esc shows all" if log_filter.ranks else "  + - context, ⏎ unfolds, esc shows all"
    return Content.assemble((log_filter.said(), "bold $text-accent"), told, (keys, "dim"))


def waiting_filter_line(log_filter: LogFilter) -> Content:
    """What stands below a log whose lines are not counted yet."""
    keys = "  esc shows all"
    return Content.assemble(
        (log_filter.said(), "bold $text-accent"), "  as soon as this log has been read", (keys, "dim")
    )
