"""What can be wrong with a URL: one sentence, and exit code 2."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("fsspec", reason="URLs need the extra: pip install 'denpex-tui[fsspec]'")

from denpex_tui.cli import main
from denpex_tui.demo import logs
from tests.objects.stores import bucket, web
from tests.test_import_hygiene import assert_not_loaded

DEMO = str(logs("bf16-zero-norm"))


def refused(capfd: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["report", *words]) == 2
    said = capfd.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert "/tmp" not in said.err
    return said.err


def test_the_extra_is_missing() -> None:
    code = """
import sys
sys.modules["fsspec"] = sys.modules["fsspec.core"] = None
from denpex_tui.cli import main
sys.exit(main(["report", "s3://bucket/run/"]))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "pip install 'denpex-tui[fsspec]'" in done.stderr


def test_without_a_url_nothing_of_it_is_loaded() -> None:
    assert_not_loaded(f"from denpex_tui.cli import main; main(['report', {DEMO!r}])", "fsspec", "aiohttp", "requests")
    code = f"from denpex_tui.cli import main; main(['report', {'file://' + DEMO!r}])"
    assert_not_loaded(code, "fsspec", "aiohttp", "requests")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["nowhere://bucket/run/"], "'nowhere://bucket/run/': nowhere:// is no store that fsspec knows"),
        (["memory://nothing/run/"], "there is no such object, or you have no access"),
        (["memory://nothing/*.log"], "Nothing matches 'memory://nothing/*.log'"),
        (["memory://bucket/run/", DEMO], "URLs and paths are not read together"),
        (["memory://bucket/run/", "--dask", "tcp://127.0.0.1:1"], "--dask has workers read paths"),
        (["file://elsewhere/run/"], "is on another machine"),
        (["file:///no/such/run/"], "There is no file or directory '/no/such/run/'"),
        (["memory://nothing/\x1b]52;c;aGk=\x07/"], "there is no such object"),
    ],
)
def test_a_url_that_leads_nowhere(words: list[str], sentence: str, capfd: pytest.CaptureFixture[str]) -> None:
    said = refused(capfd, *words)
    assert sentence in said and "\x1b" not in said


def test_a_store_whose_package_is_missing(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "s3fs", None)
    assert "cannot be read without another package: Install s3fs" in refused(capfd, "s3://bucket/run/")


def test_nobody_answers_and_a_password_is_not_told(capfd: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    said = refused(capfd, f"http://user:hunter2@127.0.0.1:{port}/run/rank_0.log?X-Amz-Signature=abc")
    assert "hunter2" not in said and "abc" not in said


def test_access_is_denied(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "rank_0.log").write_text("step 1\n")
    with web(tmp_path) as (url, server):
        server.refuses = True
        assert "access" in refused(capfd, url)
        assert "access" in refused(capfd, url + "rank_0.log")


def test_an_empty_place(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with web(tmp_path) as (url, _):
        assert "holds nothing" in refused(capfd, url)


def test_only_objects_that_are_no_logs(capfd: pytest.CaptureFixture[str]) -> None:
    with bucket() as (url, store):
        store.pipe("/bucket/run/logs/step_100.safetensors", b"\0" * 64)
        assert main(["report", url]) == 2
        said = capfd.readouterr()
    assert "step_100.safetensors: it is a checkpoint" in said.err and "denpex-tui-" not in said.err + said.out
