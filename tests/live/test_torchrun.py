"""A real job: torchrun on CPU, followed from an empty directory to its end. Slow, and only where torch is.

pytest -m realjob                                        # torch in the same environment
TORCHRUN=/path/to/torchrun pytest -m realjob             # torch in another one
"""

from __future__ import annotations

import importlib.util
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import orjson
import pytest

from denpex_tui.engine import reader
from denpex_tui.engine.model import Certainty, Outcome
from denpex_tui.engine.session import Session
from tests.live import torch_job
from tests.live.sessions import following, read_on
from tests.live.soak_ranks import Lines, Witness
from tests.live.tail import until

pytestmark = pytest.mark.realjob
RANKS = 4


def torchrun() -> list[str]:
    """How torchrun is called here; skips the test where it is not."""
    if given := os.environ.get("TORCHRUN"):
        return shlex.split(given)
    if importlib.util.find_spec("torch") is None:
        pytest.skip("torch is not installed here: pip install torch (for CPU), or set TORCHRUN to another torchrun")
    return [sys.executable, "-m", "torch.distributed.run"]


@contextmanager
def job(logs: Path, *options: str, restarts: int = 0) -> Iterator[subprocess.Popen[bytes]]:
    """Four ranks; torchrun looks at them every two seconds, so that those that lose one have time to say it."""
    launch = ["--nproc-per-node", str(RANKS), "--log-dir", str(logs), "--redirects", "3", "--monitor-interval", "2"]
    command = [*torchrun(), *launch, "--standalone", "--max-restarts", str(restarts), torch_job.__file__, *options]
    # Else the second attempt finds the addresses of the first one in the store, and cannot connect to them.
    environment = os.environ | {"TORCH_DISABLE_SHARE_RDZV_TCP_STORE": "1", "OMP_NUM_THREADS": "1"}
    with (logs / "agent.log").open("wb") as console:
        process = subprocess.Popen(command, stdout=console, stderr=console, env=environment, start_new_session=True)
    try:
        yield process
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@pytest.fixture
def logs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty directory; whoever reads a log keeps a hash of it."""
    torchrun()
    monkeypatch.setattr(reader, "LineIndex", Witness)
    path = tmp_path / "logs"
    path.mkdir()
    return path


def written(logs: Path) -> dict[str, str]:
    """What the processes of the job have written, by the file's name, of those that hold anything."""
    files = [path for path in logs.rglob("*.log") if path.stat().st_size]
    return {str(path.relative_to(logs)): hashed(path.read_bytes()) for path in files}


def hashed(data: bytes) -> str:
    lines = Lines()
    lines.add(data)
    return str(lines)


def seen(session: Session) -> dict[str, str]:
    """What was read, once, while it was written."""
    found = {}
    for scan in session._scans:
        assert isinstance(scan.index, Witness)
        if scan.index.seen.size:
            found[scan.source.path] = str(scan.index.seen)
    return found


def follow_to_the_end(session: Session, process: subprocess.Popen[bytes], logs: Path) -> int:
    """Read while the job runs, then what is left; returns the exit code of torchrun."""
    until(lambda: read_on(session) and process.poll() is not None)
    until(lambda: seen(read_on(session)) == written(logs))
    for path, text in sorted(seen(session).items()):
        print(f"{text}  {path}")
    return process.returncode


def test_a_rank_fails(logs: Path) -> None:
    with following(logs) as session:
        assert not session.snapshot.sources
        with job(logs, "--fail", "2:12:0") as process:
            assert follow_to_the_end(session, process, logs) == 1
        until(lambda: read_on(session).snapshot.outcome is Outcome.FAILED)
        incident = session.snapshot.incident
        assert incident is not None
        assert incident.first.ranks == (2,)
        assert incident.first.certainty in (Certainty.CERTAIN, Certainty.LIKELY)
        assert incident.first.message.startswith("ValueError: batch 12 has 3 non-finite input values")
        assert sorted(rank.rank for rank in session.snapshot.ranks) == list(range(RANKS))
        assert not session.snapshot.warnings


def test_a_restart_recovers(logs: Path) -> None:
    """The directory of the second attempt comes when the first one has failed."""
    with following(logs) as session:
        with job(logs, "--fail", "1:8:0", restarts=1) as process:
            assert follow_to_the_end(session, process, logs) == 0
        until(lambda: read_on(session).snapshot.outcome is Outcome.RECOVERED)
        assert [(each.attempt, each.first.ranks) for each in session.snapshot.incidents] == [(0, (1,))]
        assert {source.attempt for source in session.snapshot.sources} >= {0, 1}


def test_nothing_fails(logs: Path) -> None:
    with following(logs) as session:
        with job(logs) as process:
            assert follow_to_the_end(session, process, logs) == 0
        until(lambda: read_on(session).snapshot.outcome is Outcome.HEALTHY)
        assert not session.snapshot.incidents


def test_a_headless_watch_ends_with_the_failure(logs: Path) -> None:
    """Started before the job; its last line names the rank, its exit code says that there was a failure."""
    watch = watching(logs, "--until-failure", "--grace", "30")
    with job(logs, "--fail", "3:10:0") as process, watch:
        output, errors = watch.communicate(timeout=300)
        assert (watch.returncode, errors) == (1, b"")
        last = orjson.loads(output.splitlines()[-1])
        assert last["incidents"][0]["first"]["ranks"] == [3]
        until(lambda: process.poll() is not None)
    sizes = {str(path.relative_to(logs)): path.stat().st_size for path in logs.rglob("*.log")}
    assert all(source["bytes_read"] <= sizes[source["path"]] for source in last["sources"])


def test_a_headless_watch_ends_with_the_job(logs: Path) -> None:
    """Its last line counts every byte that was written."""
    watch = watching(logs)
    with job(logs, "--fail", "0:10:0"), watch:
        output, errors = watch.communicate(timeout=300)
        assert (watch.returncode, errors) == (1, b"")
    last = orjson.loads(output.splitlines()[-1])
    assert last["incidents"][0]["first"]["ranks"] == [0]
    read = {source["path"]: source["bytes_read"] for source in last["sources"] if source["bytes_read"]}
    assert read == {
        str(path.relative_to(logs)): path.stat().st_size for path in logs.rglob("*.log") if path.stat().st_size
    }


def watching(logs: Path, *options: str) -> subprocess.Popen[bytes]:
    command: Sequence[str] = [sys.executable, "-m", "denpex_tui", "report", str(logs), "--follow", *options]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
