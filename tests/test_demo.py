"""The bundled incidents: each shows what its line in the list promises, and one writes itself anew."""

from __future__ import annotations

import json
import signal
import threading
from collections import Counter
from pathlib import Path

import pytest

from denpex_tui.cli import main
from denpex_tui.demo import INCIDENTS, LIVE, logs, names
from denpex_tui.demo.replay import replay, script
from tests.hostile.terminal import Terminal

TRUTH = {
    "bf16-zero-norm": ([0, 1, 2, 3], "symmetric"),
    "bf16-nan-norm": ([0, 1, 2, 3], "symmetric"),
    "zero-norm-then-collateral": ([1], "certain"),
    "rank-local-error": ([2], "certain"),
    "hang-silent-rank": ([1], "likely"),
    "skewed-clocks": ([0], "certain"),
}


@pytest.mark.parametrize("name", names())
def test_an_incident_shows_who_was_first(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """As it is known of these jobs."""
    main(["report", str(logs(name)), "--format", "json"])
    first = json.loads(capsys.readouterr().out)["incidents"][0]["first"]
    assert (first["ranks"], first["certainty"]) == TRUTH[name]


def test_the_list_names_every_incident(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--list"]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert [row.split()[0] for row in rows] == [*names(), "live"]
    assert all(incident.shows in row for incident, row in zip(INCIDENTS, rows, strict=False))


def test_a_replay_writes_the_same_bytes(tmp_path: Path) -> None:
    replay(script(logs(LIVE)), tmp_path, threading.Event(), paced=False)
    for path in logs(LIVE).rglob("*.log"):
        copy = tmp_path / path.relative_to(logs(LIVE))
        assert (copy.read_bytes() if copy.exists() else b"") == path.read_bytes()


def test_a_replay_keeps_the_order_of_the_job() -> None:
    """The ranks step together, and the launcher's verdict comes after the errors of the ranks."""
    lines = script(logs(LIVE))
    step = Counter(str(line.path.parent) for line in lines[: len(lines) // 3] if b"step " in line.data)
    assert len(step) == 4
    error = max(at for at, line in enumerate(lines) if b"RuntimeError" in line.data)
    blame = next(at for at, line in enumerate(lines) if b"exitcode" in line.data)
    assert error < blame


def test_a_replay_ends_when_the_screen_does(tmp_path: Path) -> None:
    stop = threading.Event()
    stop.set()
    replay(script(logs(LIVE)), tmp_path, stop)
    assert sum(path.stat().st_size for path in tmp_path.rglob("*.log")) < 4096


def test_live_without_a_terminal_is_the_report(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "live"]) == 0
    assert "rank 1 · likely" in capsys.readouterr().out


def test_live_shows_the_job_running_first_and_leaves_nothing_behind(tmp_path: Path) -> None:
    with Terminal(["demo", "live"], tmp_path, (100, 30), None, TMPDIR=str(tmp_path)) as terminal:
        terminal.wait_for("LIVE, NO FAILURE")
        terminal.send("q")
        assert terminal.end() == 0
    assert not list(tmp_path.glob("denpex-demo-*"))


def test_without_a_name_one_chooses_and_comes_back(tmp_path: Path) -> None:
    """By keys: the second incident, back to the choice, the live one, back, and out."""
    with Terminal(["demo"], tmp_path, (100, 30), None, TMPDIR=str(tmp_path)) as terminal:
        terminal.wait_for("which one?")
        for keys, seen in (("j\r", "SYMMETRIC"), ("q", "which one?"), ("G\r", "LIVE, NO FAILURE"), ("q", "which one?")):
            terminal.settle()
            terminal.send(keys)
            terminal.wait_for(seen)
        terminal.settle()
        terminal.send("q")
        assert terminal.end() == 0 and terminal.is_restored()
    assert not list(tmp_path.glob("denpex-demo-*"))


def test_a_signal_ends_the_choice_as_well(tmp_path: Path) -> None:
    with Terminal(["demo"], tmp_path) as terminal:
        terminal.wait_for("which one?")
        terminal.settle()
        terminal.send("\r")
        terminal.wait_for("SYMMETRIC")
        terminal.process.send_signal(signal.SIGTERM)
        assert terminal.end() == 128 + signal.SIGTERM and terminal.is_restored()
