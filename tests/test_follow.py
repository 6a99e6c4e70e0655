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
from tests.live.job import CLOSED
from tests.live.tail import append, steps

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


def test_it_ends_when_all_launchers_have_ended(tmp_path: Path) -> None:
    """The last line counts every byte and line that the job has written."""
    path = begun(tmp_path)
    with following(path) as process:
        assert next_report(process)["outcome"] == "running"
        shutil.copytree(INCIDENT, path, dirs_exist_ok=True)
        assert process.wait(timeout=300) == 1
        assert process.stdout is not None
        last = orjson.loads(process.stdout.read().splitlines()[-1])
    assert last["outcome"] == "failed"
    logs = {str(file.relative_to(path)): file.read_bytes() for file in path.rglob("*.log")}
    read = {source["path"]: (source["bytes_read"], source["lines"]) for source in last["sources"]}
    assert read == {name: (len(data), data.count(b"\n")) for name, data in logs.items()}


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


def undecided(tmp_path: Path) -> Path:
    """A job of which two ranks say that they lost another one, and none that it failed itself."""
    path = tmp_path / "logs"
    path.mkdir()
    for rank in range(4):
        append(path / f"rank_{rank}.log", steps(0, 10, rank))
    for rank in (0, 1):
        fail(path, rank, CLOSED.format(port=40000 + rank))
    return path


def fail(path: Path, rank: int, error: str) -> None:
    frame = f'  File "/workspace/train.py", line {151 + rank}, in train\n'
    text = f"Traceback (most recent call last):\n{frame}    step(batch)\n{error}\n"
    append(path / f"rank_{rank}.log", "".join(f"[rank{rank}]: {line}\n" for line in text.splitlines()).encode())


def test_an_undecided_failure_is_given_its_grace(tmp_path: Path) -> None:
    """It is told at once; the rank that really failed is named within the time, and that ends it."""
    path = undecided(tmp_path)
    with following(path, "--until-failure", "--grace", "100000") as process:
        first = next_report(process)
        assert (first["outcome"], first["incidents"][0]["first"]["certainty"]) == ("failed", "unknown")
        assert process.poll() is None
        fail(path, 2, "ValueError: batch 40 has 3 non-finite input values (shard train-00002-of-00004)")
        assert process.wait(timeout=300) == 1
        assert process.stdout is not None
        last = orjson.loads(process.stdout.read().splitlines()[-1])
    assert last["incidents"][0]["first"]["ranks"] == [2]
    written = {file.name: file.stat().st_size for file in path.iterdir()}
    assert {source["path"]: source["bytes_read"] for source in last["sources"]} == written
    lines = {file.name: file.read_bytes().count(b"\n") for file in path.iterdir()}
    assert {source["path"]: source["lines"] for source in last["sources"]} == lines


def test_an_undecided_failure_ends_it_when_its_grace_is_over(tmp_path: Path) -> None:
    """The last line says how much was read until then."""
    path = undecided(tmp_path)
    with following(path, "--until-failure", "--grace", "1.5") as process:
        assert next_report(process)["outcome"] == "failed"
        append(path / "rank_3.log", steps(10, 10, 3))
        assert process.wait(timeout=300) == 1
        assert process.stdout is not None
        lines = process.stdout.read().splitlines()
    assert len(lines) <= 1
    for line in lines:
        last = orjson.loads(line)
        assert (last["outcome"], last["incidents"][0]["first"]["certainty"]) == ("failed", "unknown")
        assert last["sources"][3]["bytes_read"] == len(steps(0, 20, 3))


def test_without_grace_it_ends_at_once(tmp_path: Path) -> None:
    with following(undecided(tmp_path), "--until-failure", "--grace", "0") as process:
        assert next_report(process)["outcome"] == "failed"
        assert process.wait(timeout=300) == 1
