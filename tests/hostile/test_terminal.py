"""No byte of a log, a name or a rule reaches the terminal but as a character to look at."""

from __future__ import annotations

import base64
import re
from pathlib import Path

import pytest

from tests.hostile.payloads import write_hostile_logs
from tests.hostile.rules import write_hostile_rule
from tests.hostile.terminal import Terminal, dangers, sequences

OWN = re.compile(r"\x1b\[(?:#;#H|\?#[hl]|\?#\$p|[<>]#?u|#[ABCDGJK]|K|H|#n)|\x1b\](?:#;default|#;\?|52;c;.*)\x07")
"""What the screen itself sends: cursor, modes and questions at its start; the answer to a copy."""
COPIED = re.compile(rb"\x1b\]52;c;([A-Za-z0-9+/=]*)\x07")
KEYS = ("2", "j", "j", "Y", "3", "j", "4", "y", "v", "5", "1", "j", "?", "?", "n", "N", "]", ">", "z", "w", "3", "m")


@pytest.fixture
def place(tmp_path: Path) -> Path:
    write_hostile_logs(tmp_path / "logs")
    return tmp_path


def assert_harmless(received: bytes) -> None:
    """Only sequences of the screen's own, and no character that acts; what was copied is clean as well."""
    copies = [base64.b64decode(copied).decode() for copied in COPIED.findall(received)]
    foreign = {each for each in sequences(COPIED.sub(b"", received)) if not OWN.fullmatch(each)}
    assert foreign == set()
    assert dangers(received) == set()
    assert all(dangers(copied.replace("\n", " ").encode()) == set() for copied in copies)


@pytest.mark.parametrize("size", [(120, 40), (50, 14)])
def test_the_screen(place: Path, size: tuple[int, int]) -> None:
    """Every pane, the help, a copy, a notification and the report file, with a rule of a stranger's."""
    write_hostile_rule(place / "rules", clean=True)
    with Terminal(["logs", "--rules", "rules"], place, size) as terminal:
        terminal.wait_for("FIRST")
        for keys in KEYS:
            terminal.send(keys)
            terminal.settle(0.15)
        terminal.send("\x1b")
        terminal.settle(0.5)
        terminal.send("q")
        assert terminal.end() == 0
        assert terminal.is_restored()
        assert b"reading stopped" not in terminal.received, "a directory whose name is no UTF-8 is followed too"
        assert_harmless(bytes(terminal.received))
        assert COPIED.search(terminal.received)
    assert_harmless((place / "denpex-report.md").read_bytes())


@pytest.mark.parametrize("words", [(), ("--format", "json"), ("--format", "markdown"), ("--quick",)])
def test_the_plain_report(place: Path, words: tuple[str, ...]) -> None:
    with Terminal(["report", "logs", *words], place) as terminal:
        assert terminal.end() == 1
        assert_harmless(bytes(terminal.received))
        assert b"bad value" in terminal.received


@pytest.mark.parametrize(
    "words", [("logs",), ("report", "logs"), ("rules", "list"), ("rules", "show", "shard-broken"), ("rules", "check")]
)
def test_a_rule_with_escapes_is_refused_and_its_error_is_harmless(place: Path, words: tuple[str, ...]) -> None:
    write_hostile_rule(place / "rules")
    more = ("rules",) if words[-1] == "check" else ("--rules", "rules")
    with Terminal([*words, *more], place) as terminal:
        if words == ("logs",):
            terminal.wait_for("FIRST")
            terminal.settle(0.3)
            terminal.send("q")
        terminal.end()
        assert_harmless(bytes(terminal.received))


@pytest.mark.parametrize(
    "words", [("report", "no\x1b]52;c;T1dORUQ=\x07\u202e"), ("\x1b[2J",), ("rules", "show", "\x9b2J")]
)
def test_a_mistake_is_told_harmlessly(place: Path, words: tuple[str, ...]) -> None:
    with Terminal(words, place) as terminal:
        assert terminal.end() == 2
        assert_harmless(bytes(terminal.received))
