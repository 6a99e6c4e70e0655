"""The user's configuration: what it changes, and that whatever is wrong in it is told with line and help."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from denpex_tui.cli import main
from denpex_tui.engine.xdg import config_path
from denpex_tui.ui.remembered import Layout, layout_path, remembered
from tests.hostile.terminal import ROOT, Terminal

CASE = ROOT / "tests" / "cases" / "corpus" / "rank-local-error" / "logs"


def config(*words: str) -> subprocess.CompletedProcess[str]:
    """In a process of its own: keys are chosen before the screens are loaded."""
    command = [sys.executable, "-m", "denpex_tui", "config", *words]
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    return subprocess.run(command, capture_output=True, text=True, check=False, env=env)


def write(text: str) -> Path:
    path = config_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


MISTAKES = {
    "no TOML": ("[keys\n", ":1: is not TOML"),
    "unknown setting": ('\ncolour = "red"\n', ":2: unknown setting 'colour'"),
    "unknown theme": ('theme = "textual-drak"\n', ":1: unknown theme 'textual-drak'"),
    "no switch": ('\nbell = "yes"\n', ":2: 'bell' is neither true nor false"),
    "unknown action": ('[keys]\n"evidence.nxet" = "f5"\n', ":2: unknown action 'evidence.nxet'"),
    "no key": ('[keys]\n"evidence.next" = "ctrl+foo+x"\n', ":2: 'ctrl+foo+x' is no key"),
    "not a key": ('[keys]\n"evidence.next" = 5\n', ":2: 'evidence.next' has no key"),
    "clash with another key of the screen": ('[keys]\n"pane.zoom" = "y"\n', ":2: 'y' is also the key of fix.copy"),
    "clash with a key of a pane": ('[keys]\n"pane.zoom" = "x"\n', ":2: 'x' is also the key of checklist.reject"),
    "clash of two choices": (
        '[keys]\n"pane.zoom" = "f6"\n"view.ranks" = "f6"\n', ":3: 'f6' is also the key of pane.zoom",
    ),
    "the palette's key": ('[keys]\n"pane.zoom" = "ctrl+p"\n', ":2: 'ctrl+p' opens the palette"),
}  # fmt: skip


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_told_with_its_line_and_help(name: str) -> None:
    text, told = MISTAKES[name]
    path = write(text)
    done = config("check")
    assert done.returncode == 2 and f"{path}{told}" in done.stdout and "help: " in done.stdout


def test_the_screen_refuses_a_wrong_file_in_one_sentence(tmp_path: Path) -> None:
    write('theme = "nope"\ncolour = 1\n')
    with Terminal([str(CASE)], tmp_path) as terminal:
        assert terminal.end() == 2
        assert "unknown setting 'colour'" in terminal.tail() and "and 1 more" in terminal.tail()


def test_keys_that_change_places_do_not_clash() -> None:
    write('[keys]\n"fix.copy" = "v"\n"fix.copy_verify" = "y"\n')
    assert config("check").returncode == 0


def test_the_commented_file_is_right_and_so_is_all_of_it_without_its_comments() -> None:
    """Every action is in it with the keys that it has."""
    assert config("write").returncode == 0
    assert config("check").returncode == 0
    text = config_path().read_text(encoding="utf-8")
    assert '# "evidence.next" = "n"' in text and '# "app.quit" = ["q", "ctrl+c"]' in text
    assert "\n# bell = false\n# notify = false\n" in text
    write(re.sub(r'(?m)^# (?=["tbn][a-z_.]+"? = )', "", text))
    done = config("check")
    assert done.returncode == 0, done.stdout
    assert config("write").returncode == 2


def test_a_chosen_key_works_and_the_help_shows_it(tmp_path: Path) -> None:
    write('theme = "textual-light"\n[keys]\n"help.open" = "f7"\n"app.quit" = ["Q"]\n')
    with Terminal([str(CASE)], tmp_path, (120, 40)) as terminal:
        terminal.wait_for("rank 2")
        terminal.settle()
        terminal.send("q?")  # neither of them does anything now
        terminal.settle()
        assert "Keys and glyphs" not in terminal.tail()
        terminal.send("\x1b[18~")
        terminal.wait_for("all keys and glyphs")
        assert re.search(r"f7 +all keys and glyphs", terminal.tail())
        terminal.send("\x1b")
        terminal.settle()
        terminal.send("Q")
        assert terminal.end() == 0


def test_a_report_does_not_look_at_it() -> None:
    write("this is no TOML")
    done = subprocess.run(
        [sys.executable, "-m", "denpex_tui", "report", str(CASE)],
        capture_output=True, check=False, env=os.environ | {"PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.returncode == 1 and not done.stderr


def test_how_the_log_was_read_is_remembered(tmp_path: Path) -> None:
    """W wraps the lines; the next start wraps them too, and a state file that is no JSON does no harm."""
    for keys in ("W", ""):
        with Terminal([str(CASE)], tmp_path, (120, 40)) as terminal:
            terminal.wait_for("rank 2")
            terminal.send(keys)
            terminal.wait_for_bytes(b"lines wrapped")
            terminal.send("q")
            assert terminal.end() == 0
        assert json.loads(layout_path().read_text())["wrap"] is True
    layout_path().write_text("{")
    assert remembered() == Layout()


def test_without_a_file_nothing_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert main(["config", "check"]) == 0
    assert "everything is as by default" in capsys.readouterr().out
