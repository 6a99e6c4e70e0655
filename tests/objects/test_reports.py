"""The report on a URL is, byte for byte, the one on the directory of the same logs."""

from __future__ import annotations

import gzip
import json
import shutil
import tempfile
from pathlib import Path

import pytest

pytest.importorskip("fsspec", reason="URLs need the extra: pip install 'denpex-tui[fsspec]'")

from denpex_tui.cli import main
from tests.benchmarks.generate import write
from tests.engine.cases import corpus
from tests.objects.stores import bucket, web

CASES = {
    "one file a rank": corpus("rank-local-error"),
    "torchrun's tree": corpus("pt-valueerror-rank2"),
    "all ranks in one file": corpus("slurm-labelled"),
    "restarts": corpus("pt-elastic-restart"),
    "JSON of torchrun": corpus("pt-error-json"),
}


def reported(capfdbinary: pytest.CaptureFixture[bytes], *words: str) -> tuple[int, bytes]:
    code = main(["report", *words, "--format", "json"])
    said = capfdbinary.readouterr()
    assert said.err == b""
    return code, said.out


@pytest.fixture
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where temporary files are made."""
    directory = tmp_path / "scratch"
    directory.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(directory))
    return directory


@pytest.mark.parametrize("name", CASES)
def test_from_memory_from_a_web_server_and_from_a_disk(
    name: str, scratch: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    logs = CASES[name]
    here = reported(capfdbinary, str(logs))
    with bucket(logs) as (url, _):
        assert reported(capfdbinary, url) == here
    with web(logs) as (url, _):
        assert reported(capfdbinary, url) == here
    with web(logs, parts=False) as (url, _):
        assert reported(capfdbinary, url) == here
    for scheme in ("local", "file"):
        assert reported(capfdbinary, f"{scheme}://{logs}") == here
    assert list(scratch.iterdir()) == []


def test_rotated_and_compressed_parts(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    logs = tmp_path / "logs"
    shutil.copytree(corpus("rank-local-error"), logs)
    longest = max((path for path in logs.rglob("*") if path.is_file()), key=lambda path: path.stat().st_size)
    lines = longest.read_bytes().splitlines(keepends=True)
    third = len(lines) // 3
    longest.with_name(longest.name + ".2.gz").write_bytes(gzip.compress(b"".join(lines[:third]), mtime=0))
    longest.with_name(longest.name + ".1").write_bytes(b"".join(lines[third : 2 * third]))
    longest.write_bytes(b"".join(lines[2 * third :]))
    here = reported(capfdbinary, str(logs))
    with bucket(logs) as (url, _):
        assert reported(capfdbinary, url) == here
    with web(logs) as (url, _):
        assert reported(capfdbinary, url) == here


def test_one_object_and_a_glob(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    logs = corpus("rank-local-error")
    files = sorted(path for path in logs.iterdir() if path.is_file())
    with bucket(logs) as (url, _):
        for path in files:
            assert reported(capfdbinary, url + path.name) == reported(capfdbinary, str(path))
        pattern = f"*{files[0].suffix}"
        assert reported(capfdbinary, url + pattern) == reported(capfdbinary, f"{logs}/{pattern}")


def test_several_urls_are_named_relative_to_what_they_have_in_common(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    for node in ("node-0", "node-1"):
        shutil.copytree(corpus("pt-elastic-restart"), tmp_path / node)
    here = reported(capfdbinary, str(tmp_path / "node-0"), str(tmp_path / "node-1"))
    with bucket(tmp_path) as (url, _):
        assert reported(capfdbinary, url + "node-0", url + "node-1") == here


def test_a_run_to_compare_with(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    logs, control = corpus("bf16-zero-norm-torchrun"), corpus("fp16-control")
    here = reported(capfdbinary, str(logs), "--control", str(control))
    with bucket(control) as (url, _):
        assert reported(capfdbinary, str(logs), "--control", url) == here


def test_the_ends_of_large_logs_are_read_first(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    logs = tmp_path / "logs"
    guilty = write(logs, 4, 2_000_000)
    here, quick = reported(capfdbinary, str(logs)), reported(capfdbinary, str(logs), "--quick")
    with web(logs) as (url, server):
        assert reported(capfdbinary, url, "--quick") == quick
        few = server.sent
        assert reported(capfdbinary, url) == here
        size = sum(path.stat().st_size for path in logs.iterdir())
    report = json.loads(quick[1])
    assert report["partial"] and report["incidents"][report["headline"]]["first"]["ranks"] == [guilty]
    assert few < size / 10
    assert size <= server.sent - few < 1.1 * size  # next to nothing is fetched twice
