"""Nothing leaves the machine: a whole report and a whole session of the screen run where no socket can be made."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.hostile.terminal import ROOT, Terminal, environment

CASE = ROOT / "tests" / "cases" / "corpus" / "bf16-nan-norm" / "logs"
BLOCKED = """\
import socket

_real, _net = socket.socket, {socket.AF_INET, socket.AF_INET6}


class NoNetwork(_real):
    def __init__(self, family=-1, *more, **named):
        if family == -1 or family in _net:
            report("a socket was made")
        super().__init__(family, *more, **named)


def report(what, *_):
    with open(%r, "a") as file:
        file.write(what + "\\n")
    raise OSError(what)


socket.socket = NoNetwork
socket.getaddrinfo = socket.gethostbyname = socket.create_connection = lambda *a, **k: report("a name was looked up")
"""


@pytest.fixture
def guard(tmp_path: Path) -> tuple[dict[str, str], Path]:
    """The environment in which sockets are refused, and the file that tells of attempts."""
    attempts = tmp_path / "attempts"
    (tmp_path / "guard").mkdir()
    (tmp_path / "guard" / "sitecustomize.py").write_text(BLOCKED % str(attempts))
    return {"PYTHONPATH": f"{tmp_path / 'guard'}{os.pathsep}{ROOT}"}, attempts


def test_the_guard_itself_refuses(guard: tuple[dict[str, str], Path], tmp_path: Path) -> None:
    env, attempts = guard
    code = "import socket; socket.create_connection(('127.0.0.1', 9))"
    done = subprocess.run([sys.executable, "-c", code], env=environment(env), capture_output=True, cwd=tmp_path)
    assert done.returncode == 1 and attempts.exists()


@pytest.mark.parametrize("form", ["text", "json", "markdown", "html", "chat"])
def test_a_report(guard: tuple[dict[str, str], Path], tmp_path: Path, form: str) -> None:
    env, attempts = guard
    words = [sys.executable, "-m", "denpex_tui", "report", str(CASE), "--format", form]
    done = subprocess.run(words, env=environment(env), capture_output=True, cwd=tmp_path)
    assert done.returncode == 1 and done.stdout and not attempts.exists()


def test_a_session_of_the_screen(guard: tuple[dict[str, str], Path], tmp_path: Path) -> None:
    env, attempts = guard
    with Terminal(["logs"], tmp_path_with_logs(tmp_path), (100, 30), None, **env) as terminal:
        terminal.wait_for("rank")
        terminal.settle()
        for keys in ("n", "n", "y", "w", "V", "P", "A", "r", "\x1b", "?", "?", "3", "j", " "):
            terminal.send(keys)
            terminal.settle(0.2)
        terminal.send("q")
        assert terminal.end() == 0
    assert not attempts.exists()


def tmp_path_with_logs(tmp_path: Path) -> Path:
    (tmp_path / "logs").symlink_to(CASE)
    return tmp_path
