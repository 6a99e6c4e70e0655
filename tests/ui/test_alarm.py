"""The alarm when a job fails that is being watched: which bytes the terminal gets, and when it gets none."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from denpex_tui.engine.xdg import config_path
from denpex_tui.ui.alarm import Alarm
from denpex_tui.ui.screens.incident_screen import SETTLE_S
from tests.hostile.terminal import SEQUENCE, Terminal
from tests.live.job import CLOSED
from tests.live.tail import append, steps

ERROR = "ValueError: \x1b]0;title\x07batch 40\x07 has ;\x9b2J non-finite\x1b[2J input values"
BOTH = ("--bell", "--notify")


@pytest.fixture
def job(tmp_path: Path) -> Path:
    """Four ranks that have begun."""
    logs = tmp_path / "job-7"
    logs.mkdir()
    for rank in range(4):
        append(logs / f"rank_{rank}.log", steps(0, 10, rank))
    return logs


def fail(logs: Path, rank: int, error: str) -> None:
    text = f'Traceback (most recent call last):\n  File "train.py", line 9, in step\n    step(batch)\n{error}\n'
    append(logs / f"rank_{rank}.log", "".join(f"[rank{rank}]: {line}\n" for line in text.splitlines()).encode())


def watch(logs: Path, *options: str) -> Terminal:
    return Terminal([*options, logs.name], logs.parent, (120, 40))


def bells(terminal: Terminal) -> int:
    """How often the terminal rings: a BEL that ends no sequence."""
    return SEQUENCE.sub("", terminal.received.decode("utf-8", "replace")).count("\x07")


def notifications(terminal: Terminal) -> list[str]:
    found = SEQUENCE.findall(terminal.received.decode("utf-8", "replace"))
    return [each for each in found if each.startswith(("\x1b]9", "\x1b]777", "\x1bPtmux"))]


def fails_while_it_is_watched(terminal: Terminal, logs: Path) -> None:
    """First one rank, then the others that lose it; when all of that was shown, the screen is left."""
    terminal.wait_for("NO FAILURE FOUND")
    fail(logs, 2, ERROR)
    terminal.wait_for("failed by itself")
    for rank in (0, 1, 3):
        fail(logs, rank, CLOSED.format(port=40000 + rank))
    terminal.wait_for("only report that a peer was gone")
    leave(terminal)


def leave(terminal: Terminal) -> None:
    """After the time in which an alarm would have come."""
    terminal.receive(2 * SETTLE_S)
    terminal.send("q")
    assert terminal.end() == 0
    assert terminal.is_restored()


def test_a_failure_rings_and_is_notified_once(job: Path) -> None:
    with watch(job, *BOTH) as terminal:
        fails_while_it_is_watched(terminal, job)
        assert bells(terminal) == 1
        (told,) = notifications(terminal)
    assert told.startswith("\x1b]9;denpex-tui: job-7: rank 2 · ") and told.endswith("\x1b\\")
    assert "ValueError: batch 40␇ has ;� non-finite input values" in told or "batch 40" in told
    assert not any(character < " " for character in told[1:-2])


def test_without_being_asked_for_it_is_silent(job: Path) -> None:
    with watch(job) as terminal:
        fails_while_it_is_watched(terminal, job)
        assert (bells(terminal), notifications(terminal)) == (0, [])


def test_a_job_that_was_dead_already_is_no_news(job: Path) -> None:
    """Nor are more lines of it."""
    fail(job, 2, ERROR)
    with watch(job, *BOTH) as terminal:
        terminal.wait_for("failed by itself")
        terminal.settle()
        fail(job, 1, CLOSED.format(port=40001))
        terminal.wait_for("only reports that a peer was gone")
        leave(terminal)
        assert (bells(terminal), notifications(terminal)) == (0, [])


def test_the_configuration_asks_for_it_too(job: Path) -> None:
    config_path().parent.mkdir(parents=True, exist_ok=True)
    config_path().write_text("bell = true\n")
    with watch(job) as terminal:
        fails_while_it_is_watched(terminal, job)
        assert (bells(terminal), notifications(terminal)) == (1, [])


UTF8 = {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
KINDS: dict[str, tuple[Mapping[str, str], str]] = {
    "most": (UTF8, "\x1b]9;denpex-tui: rank 2; ∇\x1b\\"),
    "VTE": ({**UTF8, "VTE_VERSION": "7600"}, "\x1b]777;notify;denpex-tui;rank 2, ∇\x1b\\"),
    "rxvt": ({**UTF8, "TERM": "rxvt-unicode"}, "\x1b]777;notify;denpex-tui;rank 2, ∇\x1b\\"),
    "in tmux": ({**UTF8, "TMUX": "/tmp/s,1,0"}, "\x1bPtmux;\x1b\x1b]9;denpex-tui: rank 2; ∇\x1b\x1b\\\x1b\\"),
    "no UTF-8": ({"TERM": "xterm", "LC_ALL": "C"}, "\x1b]9;denpex-tui: rank 2; ?\x1b\\"),
    "console": ({**UTF8, "TERM": "linux"}, ""),
    "nothing known": ({}, ""),
}


@pytest.mark.parametrize("name", KINDS)
def test_each_terminal_gets_what_it_knows(name: str) -> None:
    environ, expected = KINDS[name]
    assert Alarm(notify=True).sequences("rank 2; ∇", environ) == expected
    assert Alarm(bell=True).sequences("rank 2; ∇", environ) == "\x07"
    assert Alarm().sequences("rank 2; ∇", environ) == ""


def test_what_a_log_says_cannot_leave_the_sequence() -> None:
    """Neither its end, nor another sequence, nor a line's end, nor a flood of text."""
    for text in ("a\x1b\\b", "a\x07b", "a\x9cb", "a\x1b]52;c;eA==\x07b", "a\nb\r", "a" * 5_000):
        told = Alarm(notify=True).sequences(text, UTF8)
        inner = told.removeprefix("\x1b]9;").removesuffix("\x1b\\")
        assert inner.isprintable() and len(inner) < 250, told
