"""The scanner finds every line that a signal matches, and texts are filled safely."""

from __future__ import annotations

from pathlib import Path

import hyperscan
import pytest

from denpex_tui.engine.rules.compile import python_pattern, scanner_expression
from denpex_tui.engine.rules.model import Role, Signal
from denpex_tui.engine.rules.names import Term, terms
from denpex_tui.engine.rules.samples import applies, sample_lines
from denpex_tui.engine.rules.texts import fill, placeholders, reflow
from tests.rules.catalogue import FILES, NAMES, bundled


def signal(pattern: str, ignore_case: bool = False) -> Signal:
    return Signal("s", pattern, Role.EVIDENCE, ignore_case=ignore_case)


def scanned(database: hyperscan.Database, data: bytes) -> set[int]:
    """Numbers of the expressions that hit."""
    hits: set[int] = set()

    def note(pattern: int, _start: int, _end: int, _flags: int, _context: object) -> None:
        hits.add(pattern)

    database.scan(data, match_event_handler=note)
    return hits


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_the_scanner_hits_whatever_python_matches(path: Path) -> None:
    """In each sample, on the raw bytes as they stand in the log, prefixes included."""
    rule = bundled(path)
    database = hyperscan.Database()
    expressions = [scanner_expression(signal) for signal in rule.signals]
    flags = [hyperscan.HS_FLAG_MULTILINE] * len(expressions)
    database.compile(expressions=expressions, ids=list(range(len(expressions))), flags=flags)
    for sample in rule.samples:
        hits = scanned(database, sample.text.encode())
        lines = list(sample_lines(sample.text))
        for number, candidate in enumerate(rule.signals):
            matching = any(applies(candidate, line) and python_pattern(candidate).search(line.text) for line in lines)
            assert number in hits or not matching, f"{candidate.id}: {sample.text}"


@pytest.mark.parametrize(
    ("pattern", "expression"),
    [
        ("^RuntimeError: x", rb"RuntimeError: x"),
        ("left: (?P<rest>.*)$", rb"left: "),
        ("code (?P<code>\\d+)", rb"code \d"),
        ("(?:a|b)x (?P<n>.+)", rb"(?:a|b)x ."),
        ("price \\$", rb"price \$"),
        ("a$|b", rb"a(?:[\r\n]|$)|b"),
        ("x|(?P<n>\\d+)", rb"x|(?P<n>\d+)"),
        ("ends with a dot\\.", rb"ends with a dot\."),
    ],
)
def test_ends_are_cut_for_the_scanner(pattern: str, expression: bytes) -> None:
    """One hit a line is enough: a repeat at the end would hit once for each byte."""
    assert scanner_expression(signal(pattern)) == expression


def test_ignore_case_reaches_both_sides() -> None:
    assert scanner_expression(signal("loss spike", ignore_case=True)) == b"(?i)loss spike"
    assert python_pattern(signal("loss spike", ignore_case=True)).search("Loss Spike!")


def test_placeholders_are_names_and_json_is_left_alone() -> None:
    text = 'set {"stage": 2} at step {step} of {world_size}'
    assert placeholders(text) == ("step", "world_size")
    assert fill(text, {"step": "8"}) == 'set {"stage": 2} at step 8 of <world size>'


def test_a_hostile_value_is_one_word_of_a_command() -> None:
    assert fill("cat {path}", {"path": "x; rm -rf ~"}, quote=True) == "cat 'x; rm -rf ~'"


def test_prose_is_reflowed_and_code_is_kept() -> None:
    text = "one\ntwo\n\nthree:\n    try:\n        step()\nfour"
    assert reflow(text) == "one two\n\nthree:\n    try:\n        step()\nfour"


def test_names_join_and_negate() -> None:
    assert terms("a + !b + @alone") == (Term("a"), Term("b", negated=True), Term("@alone"))
