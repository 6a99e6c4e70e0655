"""The texts of a rule read well whatever the log tells, and hold nothing that was never filled."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from denpex_tui.engine.model import Incident
from denpex_tui.engine.rules.compile import python_pattern
from denpex_tui.engine.rules.load import read_rule
from denpex_tui.engine.rules.model import Signal
from denpex_tui.engine.rules.samples import applies, sample_lines
from denpex_tui.engine.rules.texts import fill, placeholders
from tests.engine.pipeline import snapshot_of
from tests.engine.truth import Truth, all_truths
from tests.rules.catalogue import FILES, NAMES, bundled
from tests.rules.written import GOOD, written


def test_an_unknown_step_is_called_so() -> None:
    assert fill("no line past step {step}", {"step": "12"}) == "no line past step 12"
    assert fill("no line past step {step}", {}) == "no line past the failing step"


def test_what_is_unknown_in_a_command_is_a_word_and_no_redirection() -> None:
    assert fill("grep {message} .", {"message": "a; rm x"}, quote=True) == "grep 'a; rm x' ."
    assert fill("grep {message} .", {}, quote=True) == "grep MESSAGE ."
    assert fill("drain {lost_node}", {}) == "drain <lost node>"


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ('expect = "its name"', 'expect = "its name after {step}"', "{step} without the word before it"),
        ("(?P<shard>", "(?P<world_size>", "captures 'world_size', which the engine fills"),
    ],
)
def test_a_text_that_could_read_badly_is_refused(old: str, new: str, what: str, tmp_path: Path) -> None:
    _, problems = read_rule(written(tmp_path, GOOD.replace(old, new, 1)))
    assert any(what in problem.what for problem in problems), [str(problem) for problem in problems]


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_a_signal_says_only_what_its_lines_hold(path: Path) -> None:
    """In every sample line that it matches, each placeholder of its sentence was captured."""
    rule = bundled(path)
    lines = [line for sample in rule.samples for line in sample_lines(sample.text)]
    missed = [
        (signal.id, line.text)
        for signal in rule.signals
        for line in lines
        if applies(signal, line) and _leaves_open(signal, line.text)
    ]
    assert missed == []


def _leaves_open(signal: Signal, line: str) -> bool:
    match = python_pattern(signal).search(line)
    own = match.groupdict() if match is not None else {}
    return any(name in own and own[name] is None for name in placeholders(signal.text))


@pytest.mark.parametrize("truth", all_truths(), ids=lambda truth: truth.name)
def test_nothing_is_left_open_in_what_a_real_case_advises(truth: Truth) -> None:
    """No ``<name>`` in the fixes and the checklist: the log gave it, or the text does without it."""
    texts = [text for incident in snapshot_of(truth.logs).incidents for text in _advice(incident)]
    assert [text for text in texts if re.search(r"<[a-z][a-z ]*>", text)] == []


def _advice(incident: Incident) -> Iterator[str]:
    for fix in incident.fixes:
        yield from (fix.title, fix.when, fix.change, fix.verify, fix.expect)
    for item in incident.checklist:
        yield from (item.text, item.means, item.how, item.changes)
