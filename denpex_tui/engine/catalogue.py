"""All that the scanner looks for: the structures every log has, and the signals of the rules."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from denpex_tui.engine import elastic_table, launchers, metrics, storms, tracebacks
from denpex_tui.engine.launchers import LauncherRow
from denpex_tui.engine.rules.book import RuleBook
from denpex_tui.engine.rules.compile import python_pattern, scanner_expression
from denpex_tui.engine.rules.model import Role, Rule, Signal
from denpex_tui.engine.scan import Scanner, ScanPattern


class Structure(StrEnum):
    """What kind of thing a pattern finds."""

    TRACEBACK = "traceback"
    TABLE = "table"
    ANOMALY = "anomaly"
    LAUNCHER = "launcher"
    SIGNAL = "signal"


@dataclass(frozen=True, slots=True)
class Matcher:
    """One pattern, for the scanner's pass and for the closer look at a line that hit."""

    structure: Structure
    name: str
    """``<rule id>/<signal id>`` for a signal."""
    scan: ScanPattern
    line: re.Pattern[str] | None = None
    row: LauncherRow | None = None
    rule: Rule | None = None
    signal: Signal | None = None

    @property
    def regex(self) -> re.Pattern[str]:
        """The pattern for one line. That of a signal is compiled at its first hit: a start needs few of 300."""
        if self.line is not None:
            return self.line
        assert self.signal is not None
        return python_pattern(self.signal)


class Catalogue:
    """The matchers of one rule book and the scanner compiled from them."""

    def __init__(self, book: RuleBook) -> None:
        self.book = book
        self.matchers: tuple[Matcher, ...] = (*_structures(), *_signals(book))
        self.limits = tuple(_limit(matcher) for matcher in self.matchers)
        self.scanner = Scanner([matcher.scan for matcher in self.matchers])

    def of(self, pattern: int) -> Matcher:
        return self.matchers[pattern]


def _limit(matcher: Matcher) -> int:
    """How many hits of a pattern are worth parsing from either end of a source."""
    if matcher.signal is None:
        return storms.MANY
    return storms.MANY if matcher.signal.role in (Role.INITIATOR, Role.COLLATERAL) else storms.FEW


def _structures() -> list[Matcher]:
    rows = [
        Matcher(Structure.LAUNCHER, row.name, ScanPattern(row.expression), re.compile(row.pattern), row=row)
        for row in launchers.ROWS
    ]
    head = re.escape(tracebacks.HEAD)
    return [
        Matcher(Structure.TRACEBACK, "traceback", ScanPattern(head.encode()), re.compile(head)),
        Matcher(
            Structure.TABLE,
            "elastic-table",
            ScanPattern(elastic_table.HEAD.removeprefix("^").encode()),
            re.compile(elastic_table.HEAD),
        ),
        Matcher(Structure.ANOMALY, "anomaly", ScanPattern(metrics.ANOMALY), re.compile(metrics.ANOMALY.decode())),
        *rows,
    ]


def _signals(book: RuleBook) -> list[Matcher]:
    return [
        Matcher(
            Structure.SIGNAL,
            f"{rule.id}/{signal.id}",
            ScanPattern(scanner_expression(signal), signal.ignore_case),
            rule=rule,
            signal=signal,
        )
        for rule, signal in book.signals
    ]
