"""Whenever ctrl-C or SIGTERM come: the terminal is given back, with their exit code, and what was decided is kept."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from denpex_tui.engine.model import ItemState
from denpex_tui.engine.store import ChecklistStore
from tests.hostile.terminal import SEQUENCE, Terminal

FAILED = b"[rank0]: Traceback (most recent call last):\n[rank0]: ValueError: bad value\n"
BLOCK = b"".join(b"[rank0]: step %d loss 1.0 lr 0.1\n" % step for step in range(30_000))


def ctrl_c(terminal: Terminal) -> None:
    terminal.send("\x03")


def terminate(terminal: Terminal) -> None:
    terminal.process.send_signal(signal.SIGTERM)


both = pytest.mark.parametrize(("interrupt", "code"), [(ctrl_c, 130), (terminate, 143)], ids=["ctrl-C", "TERM"])


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    directory = tmp_path / "logs"
    directory.mkdir()
    (directory / "rank_0.log").write_bytes(FAILED)
    return directory


def grow(logs: Path, blocks: int) -> None:
    """A log that takes seconds to read; it fails at its end."""
    with (logs / "rank_0.log").open("wb") as file:
        for _ in range(blocks):
            file.write(BLOCK)
        file.write(FAILED)


def screen(logs: Path) -> Terminal:
    return Terminal([str(logs)], logs.parent, (120, 40), XDG_STATE_HOME=str(logs.parent / "state"))


def decide(terminal: Terminal) -> None:
    """Confirm the first item of the checklist."""
    terminal.wait_for("bad value")
    terminal.send("3")
    terminal.settle()
    terminal.send(" ")
    terminal.wait_for("confirmed by you")


def assert_kept(logs: Path) -> None:
    """The decision is in a valid file, and nothing half-written stands beside it."""
    store = ChecklistStore((str(logs),), logs.parent / "state" / "denpex-tui")
    (items,) = store.load().values()
    assert [decision.state for decision in items.values()] == [ItemState.CONFIRMED]
    assert store.problem is None and not list(store.path.parent.glob("*.tmp"))


@both
def test_while_a_large_log_is_read(logs: Path, interrupt: Callable[[Terminal], None], code: int) -> None:
    grow(logs, 300)
    with screen(logs) as terminal:
        terminal.wait_for("% read")
        interrupt(terminal)
        assert terminal.end() == code
        assert terminal.is_given_back()


@both
def test_while_a_log_is_followed(logs: Path, interrupt: Callable[[Terminal], None], code: int) -> None:
    with screen(logs) as terminal:
        decide(terminal)
        with (logs / "rank_0.log").open("ab") as log:
            log.write(b"[rank0]: came later\n")
        terminal.wait_for("came later")
        interrupt(terminal)
        assert terminal.end() == code
        assert terminal.is_given_back()
    assert_kept(logs)


@both
def test_while_a_dialog_is_open(logs: Path, interrupt: Callable[[Terminal], None], code: int) -> None:
    with screen(logs) as terminal:
        decide(terminal)
        terminal.send("A")
        terminal.wait_for("Redaction is off")
        interrupt(terminal)
        assert terminal.end() == code
        assert terminal.is_given_back()
    assert_kept(logs)


@both
def test_while_a_report_is_written(logs: Path, interrupt: Callable[[Terminal], None], code: int) -> None:
    """It is whole."""
    report = logs.parent / "denpex-report.md"
    with screen(logs) as terminal:
        decide(terminal)
        terminal.send("w")
        terminal.wait_until(report.exists)
        interrupt(terminal)
        assert terminal.end() == code
        assert terminal.is_given_back()
    text = report.read_text()
    assert text.startswith("#") and "bad value" in text and text.endswith("\n")
    assert_kept(logs)


@pytest.mark.parametrize(("interrupt", "code"), [(ctrl_c, 130), (terminate, -signal.SIGTERM)], ids=["ctrl-C", "TERM"])
def test_while_a_plain_report_reads(logs: Path, interrupt: Callable[[Terminal], None], code: int) -> None:
    """A shell says 143 of a program that SIGTERM ended."""
    grow(logs, 300)
    for rank in range(1, 300):
        (logs / f"rank_{rank}.log").write_bytes(b"[rank%d]: loss 1.0\n" % rank)
    report = logs.parent / "report.txt"
    with Terminal(["report", str(logs), "-o", str(report)], logs.parent) as terminal:
        terminal.wait_until(lambda: reads(terminal, logs / "rank_0.log"))
        interrupt(terminal)
        assert terminal.end() == code
        assert terminal.is_restored() and told(terminal) in ("", "^C")
    assert not report.exists()


def reads(terminal: Terminal, log: Path) -> bool:
    descriptors = Path(f"/proc/{terminal.process.pid}/fd")
    if not descriptors.exists():
        pytest.skip("the system does not say what a process has open")
    for each in list(descriptors.iterdir()):
        with suppress(OSError):  # closed since
            if each.readlink() == log:
                return True
    return False


def told(terminal: Terminal) -> str:
    return SEQUENCE.sub("", terminal.received.decode()).strip()


@pytest.mark.parametrize("interrupt", [ctrl_c, terminate], ids=["ctrl-C", "TERM"])
def test_following_without_a_screen(logs: Path, interrupt: Callable[[Terminal], None]) -> None:
    """It ends as documented: with the verdict's own exit code, behind a last whole line."""
    verdicts = logs.parent / "verdicts.jsonl"
    with Terminal(["report", str(logs), "--follow", "-o", str(verdicts)], logs.parent) as terminal:
        terminal.wait_until(lambda: verdicts.exists() and verdicts.read_bytes().endswith(b"\n"))
        interrupt(terminal)
        assert terminal.end() == 1
        assert terminal.is_restored() and told(terminal) in ("", "^C")
    lines = verdicts.read_text().splitlines()
    assert [json.loads(line)["outcome"] for line in lines] == ["failed"] * len(lines)
