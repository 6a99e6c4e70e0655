"""What can be wrong before anything is read: one sentence, and exit code 2."""

from __future__ import annotations

import socket
import subprocess
import sys

import pytest

from denpex_tui.cli import main
from denpex_tui.demo import logs
from tests.test_import_hygiene import assert_not_loaded

DEMO = str(logs("bf16-zero-norm"))


def refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    assert main(words) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    return said.err


def test_the_extra_is_missing() -> None:
    code = f"""
import sys
sys.modules["distributed"] = None
from denpex_tui.cli import main
sys.exit(main(["report", {DEMO!r}, "--dask", "tcp://127.0.0.1:8786"]))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "pip install 'denpex-tui[dask]'" in done.stderr


def test_a_report_without_it_does_not_load_dask() -> None:
    assert_not_loaded(f"from denpex_tui.cli import main; main(['report', {DEMO!r}])", "distributed", "dask")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["report", DEMO, "--node-local"], "add --dask ADDRESS"),
        (["report", DEMO, "--dask", "tcp://127.0.0.1:1", "--follow"], "--follow watches"),
        (["report", "-", "--dask", "tcp://127.0.0.1:1"], "standard input"),
    ],
)
def test_options_that_do_not_go_together(words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert sentence in refused(words, capsys)


def test_nobody_answers(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("distributed", reason="--dask needs the extra: pip install 'denpex-tui[dask]'")
    monkeypatch.setattr("denpex_tui.remote.cluster.TIMEOUT", "300ms")
    with socket.create_server(("127.0.0.1", 0)) as free:
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
    assert f"no Dask scheduler answers at '{address}'" in refused(["report", DEMO, "--dask", address], capsys)


def test_a_scheduler_without_workers(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("distributed", reason="--dask needs the extra: pip install 'denpex-tui[dask]'")
    from tests.remote.clusters import cluster

    with cluster(0) as started:
        said = refused(["report", DEMO, "--dask", started.scheduler_address], capsys)
    assert "the Dask scheduler has no workers" in said
