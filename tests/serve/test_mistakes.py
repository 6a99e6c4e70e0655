"""What can be wrong before anything is served: one sentence, and exit code 2."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from denpex_tui.cli import main
from denpex_tui.demo import logs
from tests.hostile.terminal import environment
from tests.test_import_hygiene import assert_not_loaded

DEMO = str(logs("bf16-zero-norm"))

MISTAKES = {
    "standard input": (["serve", "-"], "write it to a file"),
    "missing path": (["serve", "/no/such/logs"], "/no/such/logs"),
    "missing rules": (["serve", DEMO, "--rules", "/no/such"], "/no/such"),
    "no path": (["serve"], "PATH"),
    "a word as port": (["serve", DEMO, "--port", "http"], "'http' is no port"),
    "a port that is none": (["serve", DEMO, "--port", "65536"], "'65536' is no port"),
    "what goes against each other": (["serve", DEMO, "--redact", "--show-secrets"], "choose one"),
    "reading by workers of nobody": (["serve", DEMO, "--node-local"], "add --dask ADDRESS"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_one_sentence(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    words, part = MISTAKES[name]
    assert main(words) == 2
    said = capsys.readouterr()
    assert said.out == "" and said.err.count("\n") == 1 and part in said.err


@pytest.mark.parametrize("host", ["no.such.host.invalid", "192.0.2.1", "two words"])
def test_a_host_that_is_not_this_machine(host: str, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("textual_serve", reason="serve needs the extra: pip install 'denpex-tui[serve]'")
    assert main(["serve", DEMO, "--host", host]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert f"--host {host}: this machine cannot listen there" in said.err


def test_a_port_in_use(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("textual_serve", reason="serve needs the extra: pip install 'denpex-tui[serve]'")
    from tests.serve.serving import serving

    with serving(tmp_path) as served:
        assert main(["serve", DEMO, "--port", str(served.port)]) == 2
    said = capsys.readouterr()
    assert said.out == "" and said.err.count("\n") == 1
    assert f"port {served.port} of 127.0.0.1 is in use; choose another --port" in said.err


def test_another_host_is_warned_of(tmp_path: Path) -> None:
    pytest.importorskip("textual_serve", reason="serve needs the extra: pip install 'denpex-tui[serve]'")
    from tests.serve.serving import serving

    with serving(tmp_path, DEMO, "--host", "0.0.0.0") as served:
        served.end()
        assert served.process.stderr is not None
        said = served.process.stderr.read()
    assert said.startswith("denpex-tui: warning: --host 0.0.0.0: ")
    assert "nothing is encrypted" in said and said.count("\n") == 1


def test_the_extra_is_missing(tmp_path: Path) -> None:
    code = f"""
import sys
sys.modules["textual_serve"] = sys.modules["aiohttp"] = None
from denpex_tui.cli import main
sys.exit(main(["serve", {DEMO!r}]))
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=tmp_path, env=environment({})
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "pip install 'denpex-tui[serve]'" in done.stderr


def test_help_and_completions_need_no_extra() -> None:
    for words in (["serve", "--help"], ["completions", "bash"], ["report", DEMO]):
        assert_not_loaded(f"from denpex_tui.cli import main; main({words!r})", "aiohttp", "textual_serve", "textual")


def test_completions_know_it(capsys: pytest.CaptureFixture[str]) -> None:
    for shell in ("bash", "zsh", "fish"):
        assert main(["completions", shell]) == 0
        said = capsys.readouterr().out
        assert "serve" in said and "port" in said
