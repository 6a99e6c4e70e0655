"""A log that is too much for the memory there is costs that log, and no other one."""

from __future__ import annotations

import lzma
import os
import subprocess
import sys
from pathlib import Path

import pytest

from denpex_tui.cli import main
from denpex_tui.engine.discover import discover
from denpex_tui.engine.metric_sampler import Budget
from denpex_tui.engine.model import Outcome
from denpex_tui.engine.reader import CHUNK_BYTES
from denpex_tui.engine.rules.book import RuleBook
from denpex_tui.engine.session import Session
from denpex_tui.remote.work import Order, read
from tests.hostile.terminal import ROOT

TOO_MUCH = "cannot be read: there is not enough memory for it"
_STARVED = """
import resource, sys, threading
from pathlib import Path
from denpex_tui.cli import main
from denpex_tui.engine import backfill
backfill.LARGE_BYTES = 0  # threads read logs of any size
main(["report", sys.argv[1], "-o", "/dev/null"])  # everything is loaded
threading.stack_size(int(sys.argv[3]) << 20)
used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (32 << 20), resource.RLIM_INFINITY))
sys.exit(main(["report", sys.argv[2]]))
"""


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    directory = tmp_path / "logs"
    directory.mkdir()
    (directory / "rank_0.log").write_bytes(
        b"[rank0]: Traceback (most recent call last):\n[rank0]: ValueError: bad value\n"
    )
    for rank in (1, 2):
        (directory / f"rank_{rank}.log").write_bytes(b"[rank%d]: loss 1.0\n" % rank)
    return directory


@pytest.fixture
def starved(logs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system has no room for a block of rank 1's log."""
    victim, real = (logs / "rank_1.log").stat().st_ino, os.pread

    def pread(fd: int, size: int, offset: int) -> bytes:
        if size >= CHUNK_BYTES and os.fstat(fd).st_ino == victim:
            raise MemoryError
        return real(fd, size, offset)

    monkeypatch.setattr(os, "pread", pread)


@pytest.mark.usefixtures("starved")
def test_the_log_is_told_and_the_verdict_of_the_others_stands(logs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    session = Session([str(logs)], book=RuleBook.bundled())
    session.poll()
    session.close()
    assert session.snapshot.outcome is Outcome.FAILED
    assert {entry.path: entry.reason for entry in session.snapshot.not_read} == {"rank_1.log": TOO_MUCH}
    assert not session.snapshot.warnings
    assert main(["report", str(logs)]) == 1
    assert TOO_MUCH in capsys.readouterr().out
    assert main(["report", str(logs / "rank_1.log")]) == 2


@pytest.mark.usefixtures("starved")
def test_a_worker_of_a_cluster_says_the_same(logs: Path) -> None:
    found = discover([str(logs)])
    order = Order(found.sources[1], found.probes[1], Budget.among(3), None)
    assert read(RuleBook.bundled().rules, order).problem == TOO_MUCH


@pytest.mark.skipif(sys.platform != "linux", reason="macOS sets no limit to the address space")
@pytest.mark.parametrize("stack_mib", [1, 256], ids=["threads", "no-room-for-a-thread"])
def test_a_log_whose_unpacking_needs_more_than_there_is(logs: Path, tmp_path: Path, stack_mib: int) -> None:
    """Few bytes, packed so that unpacking them takes 64 MiB, where a process may have 32 more."""
    small = tmp_path / "small"
    small.mkdir()
    (small / "rank_0.log").write_bytes((logs / "rank_0.log").read_bytes())
    (logs / "rank_1.log.1.xz").write_bytes(lzma.compress(b"[rank1]: loss 2.0\n", preset=9))
    words = [sys.executable, "-c", _STARVED, str(small), str(logs), str(stack_mib)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "")
    assert "rank_1.log.1.xz  there is not enough memory to unpack it" in done.stdout
    assert "3 files" in done.stdout and "ValueError: bad value" in done.stdout  # the path may fill a line
