"""What must not be loaded is not loaded: a start without a screen stays light, and the engine knows no terminal."""

from __future__ import annotations

import subprocess
import sys

import pytest

from denpex_tui.demo import logs

_RUN = "from denpex_tui.cli import main; main({words!r})"
_FORBID = """
import sys
bad = sorted({forbidden!r} & {{name.partition('.')[0] for name in sys.modules}})
assert not bad, bad
"""

_WALK = """
import importlib, pkgutil
import denpex_tui.engine as engine
for found in pkgutil.walk_packages(engine.__path__, 'denpex_tui.engine.'):
    importlib.import_module(found.name)
"""


def assert_not_loaded(statement: str, *forbidden: str) -> None:
    code = statement + "\n" + _FORBID.format(forbidden=set(forbidden))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("words", [["--help"], ["--version"], [], ["report", "--help"], ["report", "/no/such/path"]])
def test_help_version_and_mistakes_load_neither_screen_nor_rich(words: list[str]) -> None:
    assert_not_loaded(_RUN.format(words=words), "textual", "rich")


@pytest.mark.parametrize("words", [["--help"], ["--version"], []])
def test_help_and_version_do_not_load_the_scanner(words: list[str]) -> None:
    assert_not_loaded(_RUN.format(words=words), "hyperscan", "orjson", "watchfiles")


@pytest.mark.parametrize("form", ["text", "json", "markdown", "html", "chat"])
def test_a_report_never_loads_the_screen(form: str) -> None:
    words = ["report", str(logs("bf16-zero-norm")), "--format", form]
    assert_not_loaded(_RUN.format(words=words), "textual")


def test_json_and_markdown_do_not_load_rich() -> None:
    words = ["report", str(logs("bf16-zero-norm")), "--format", "json"]
    assert_not_loaded(_RUN.format(words=words), "rich", "textual")


@pytest.mark.parametrize(
    "words", [["rules", "list"], ["rules", "show", "deepspeed-bf16-grad-norm"], ["rules", "check"]]
)
def test_the_catalogue_never_loads_the_screen(words: list[str]) -> None:
    assert_not_loaded(_RUN.format(words=words), "textual")


def test_the_engine_loads_neither_textual_nor_rich() -> None:
    assert_not_loaded(_WALK, "textual", "rich")


_PAINTED = """
import sys
import denpex_tui.cli, denpex_tui.commands.screen, denpex_tui.ui.alarm, denpex_tui.ui.app
late = ("denpex_tui.engine.model", "denpex_tui.ui.screens.incident_screen", "denpex_tui.ui.widgets")
bad = [name for name in sys.modules if name.startswith(late)]
assert not bad, bad
import denpex_tui.ui.screens.incident_screen
bad = [name for name in ("denpex_tui.engine.session", "denpex_tui.engine.job") if name in sys.modules]
assert not bad, bad
"""


def test_the_screen_is_painted_before_the_engine_is_loaded() -> None:
    """The opening row needs the framework only; the incident screen neither the rules, nor the scanner, nor orjson."""
    assert_not_loaded(_PAINTED, "hyperscan", "orjson", "watchfiles", "tomllib")
