"""Logs that come through pipes: ``kubectl logs -f … | denpex-tui -``, ``srun … |& denpex-tui -``, a named pipe."""

from __future__ import annotations

import hashlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import orjson
import pytest

from denpex_tui.engine.model import Outcome
from denpex_tui.engine.session import Session
from tests.engine.cases import corpus
from tests.engine.pipeline import book, snapshot_of
from tests.hostile.terminal import Terminal
from tests.live.sessions import following, read_on, reasons, shows, source_at
from tests.live.tail import append, digest, steps, until

LABELLED = corpus("slurm-labelled") / "srun.log"


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    return path


@pytest.fixture
def stdin(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """Standard input is a pipe; gives its other end."""
    reading, writing = os.pipe()
    with os.fdopen(reading) as file:
        monkeypatch.setattr(sys, "stdin", file)
        yield writing


def test_standard_input_is_followed_to_its_end(stdin: int) -> None:
    """Lines appear as they come; when the stream has ended the job is not running any more."""
    with following("-") as session:
        written = b""
        for first in range(0, 30, 10):
            written += steps(first, 10)
            os.write(stdin, steps(first, 10)[:-20])
            os.write(stdin, steps(first, 10)[-20:])
            until(partial(shows, session, "-", written))
        assert session.live
        assert session.snapshot.outcome is Outcome.RUNNING
        os.close(stdin)
        until(lambda: not read_on(session).live)
        assert session.snapshot.outcome.value != "running"
        assert not session.snapshot.progress.live


def test_labels_of_standard_input(stdin: int, tmp_path: Path) -> None:
    """srun --label: whose lines they are is known although nothing was there when the stream was opened."""

    def write() -> None:
        os.write(stdin, LABELLED.read_bytes())
        os.close(stdin)

    writer = threading.Thread(target=write)
    writer.start()
    with following("-") as session:
        until(lambda: not read_on(session).live)
        expected = snapshot_of(LABELLED)
        assert session.snapshot.incident is not None and expected.incident is not None
        assert session.snapshot.incident.first.ranks == expected.incident.first.ranks
        assert [rank.rank for rank in session.snapshot.ranks] == [rank.rank for rank in expected.ranks]
        scan, written = session._scans[0], LABELLED.read_bytes()
        assert digest(scan.reader.between(0, scan.bytes_read)) == digest(written)
        assert scan.lines == written.count(b"\n")
    writer.join()


def test_a_named_pipe(pipe: Path, tmp_path: Path) -> None:
    """Read like standard input, beside files; its writer comes later."""
    written = append(tmp_path / "rank_0.log", steps(0, 10))
    with following(pipe, tmp_path / "rank_0.log") as session:
        assert source_at(session, "rank_0.log").lines == 10
        with pipe.open("wb", buffering=0) as writer:
            writer.write(steps(0, 5, 1))
            until(lambda: shows(session, "pipe", steps(0, 5, 1)))
            writer.write(steps(5, 5, 1))
            until(lambda: shows(session, "pipe", steps(0, 10, 1)))
        assert shows(session, "rank_0.log", written)
        assert read_on(session).live, "the file may still grow"


def test_a_pipe_in_a_directory_is_left_alone(pipe: Path) -> None:
    with following(pipe.parent) as session:
        assert reasons(session) == {"pipe": "it is a pipe, and opening it could wait for ever"}


def test_a_report_of_a_pipe_waits_for_its_end(pipe: Path) -> None:
    command = [sys.executable, "-m", "denpex_tui", "report", str(pipe), "--format", "json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        with pipe.open("wb") as writer:
            writer.write(LABELLED.read_bytes())
        assert process.stdout is not None
        found = orjson.loads(process.stdout.read())
    assert process.returncode == 1
    assert found["outcome"] == "failed"
    assert found["sources"][0]["bytes_read"] == LABELLED.stat().st_size


def test_following_a_stream_ends_with_it(tmp_path: Path) -> None:
    """``srun … | denpex-tui report - --follow``: a last line with the bytes that were read, and the exit code."""
    command = [sys.executable, "-m", "denpex_tui", "report", "-", "--follow"]
    done = subprocess.run(command, input=LABELLED.read_bytes(), capture_output=True, timeout=300, check=False)
    assert done.returncode == 1, done.stderr
    last = orjson.loads(done.stdout.splitlines()[-1])
    assert last["outcome"] == "failed"
    assert last["sources"][0]["bytes_read"] == LABELLED.stat().st_size


def test_the_keyboard_works_while_standard_input_is_data(tmp_path: Path) -> None:
    """Keys come from the terminal, lines from the pipe."""
    reading, writing = os.pipe()
    with Terminal(["-"], tmp_path, stdin=reading, XDG_STATE_HOME=str(tmp_path)) as terminal:
        os.close(reading)
        os.write(writing, LABELLED.read_bytes())
        terminal.wait_for("tokenizer returned 0 tokens")
        terminal.send("?")
        terminal.wait_for("Everywhere")
        terminal.send("\x1b")
        terminal.settle()
        terminal.send("q")
        assert terminal.end() == 0
        assert terminal.is_restored()
    os.close(writing)
    assert not list(Path(tmp_path).glob("denpex-tui-*"))


FULL = """
import hashlib, os, sys, tempfile
os.system(f"mount -t tmpfs -o size=400k none {sys.argv[1]}")
tempfile.tempdir = sys.argv[1]
from denpex_tui.engine import spool
spool.RESERVE_BYTES = 0
from denpex_tui.engine.session import Session
from tests.engine.pipeline import book
session = Session(["-"], book=book())
session.poll()
(source,) = session.snapshot.sources
kept = hashlib.sha256(source.location.read_bytes()).hexdigest()
print(source.bytes_read, kept, session.snapshot.warnings[-1], sep="|")
session.close()
"""


def test_a_full_disk_keeps_what_was_read(tmp_path: Path) -> None:
    """The stream is drained to its end, so that its writer does not wait; what is not kept is said."""
    can_mount = subprocess.run(["unshare", "-Urm", "true"], check=False, stderr=subprocess.DEVNULL).returncode == 0
    if not can_mount:
        pytest.skip("this system allows no name space of its own")
    command = ["unshare", "-Urm", sys.executable, "-c", FULL, str(tmp_path)]
    written = steps(0, 20_000)
    done = subprocess.run(command, input=written, capture_output=True, timeout=300, check=True)
    kept, seen, warning = done.stdout.decode().strip().split("|")
    assert 300_000 < int(kept) <= 400 * 1024
    assert seen == hashlib.sha256(written[: 400 * 1024]).hexdigest()
    dropped = len(written) - 400 * 1024
    assert warning == f"{tmp_path} is full: the last {dropped:,} bytes of standard input are not kept"


def test_the_copy_of_a_stream_is_removed(stdin: int) -> None:
    os.write(stdin, steps(0, 3))
    os.close(stdin)
    session = Session(["-"], book=book())
    session.poll()
    copy = session.snapshot.sources[0].location
    assert copy.exists()
    session.close()
    assert not copy.exists()


def test_a_killed_writer_is_the_end(pipe: Path) -> None:
    command = ["sh", "-c", f"exec 1>{pipe}; echo step 1; sleep 60"]
    with subprocess.Popen(command, start_new_session=True) as writer, following(pipe) as session:
        until(lambda: shows(session, "pipe", b"step 1\n"))
        os.killpg(writer.pid, signal.SIGKILL)
        until(lambda: not read_on(session).live)
