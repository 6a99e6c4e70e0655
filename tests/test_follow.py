"""``report --follow`` tells every change of the verdict as a JSON line, and ends as it was asked to."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import orjson

from denpex_tui.demo import logs

INCIDENT = logs("bf16-nan-norm")


@contextmanager
def following(path: Path, *options: str) -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-m", "denpex_tui", "report", str(path), "--follow", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        try:
            yield process
        finally:
            process.kill()


def next_report(process: subprocess.Popen[bytes]) -> dict[str, Any]:
    assert process.stdout is not None
    value = orjson.loads(process.stdout.readline())
    assert isinstance(value, dict)
    return value


def begun(tmp_path: Path) -> Path:
    """A job whose ranks have written their first ten lines."""
    path = tmp_path / "logs"
    for file in INCIDENT.rglob("stdout.log"):
        target = path / file.relative_to(INCIDENT)
        target.parent.mkdir(parents=True)
        target.write_text("".join(file.read_text().splitlines(keepends=True)[:10]))
    return path


def test_it_ends_at_the_first_failure_when_asked(tmp_path: Path) -> None:
    path = begun(tmp_path)
    with following(path, "--until-failure") as process:
        first = next_report(process)
        assert (first["schema"], first["outcome"]) == ("denpex-report/1", "running")
        shutil.copytree(INCIDENT, path, dirs_exist_ok=True)
        assert process.wait(timeout=300) == 1
        assert process.stdout is not None
        last = orjson.loads(process.stdout.read().splitlines()[-1])
    assert last["outcome"] == "failed"
    assert last["incidents"][0]["first"]["certainty"] == "symmetric"


def test_a_job_that_has_failed_already_ends_it_at_once(tmp_path: Path) -> None:
    with following(INCIDENT, "--until-failure", "-o", str(tmp_path / "lines.json")) as process:
        assert process.wait(timeout=300) == 1
    assert len((tmp_path / "lines.json").read_bytes().splitlines()) == 1


def test_sigterm_and_ctrl_c_end_it_with_a_last_line(tmp_path: Path) -> None:
    path = begun(tmp_path)
    for number in (signal.SIGTERM, signal.SIGINT):
        with following(path) as process:
            assert next_report(process)["outcome"] == "running"
            process.send_signal(number)
            assert next_report(process)["outcome"] == "running"
            assert process.wait(timeout=300) == 0
            assert process.stderr is not None
            assert process.stderr.read() == b""
