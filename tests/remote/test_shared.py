"""Logs on a file system that all workers see: each reads a share of them, and the report is that of one machine."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from denpex_tui.cli import main
from denpex_tui.engine.session import Session
from denpex_tui.report.json import render_json
from tests.engine.cases import corpus
from tests.remote.clusters import book, by_name, client, cluster, on_one_machine, remote

pytest.importorskip("distributed", reason="--dask needs the extra: pip install 'denpex-tui[dask]'")

if TYPE_CHECKING:
    from distributed import LocalCluster

CASES = {
    "one file a rank": corpus("pt-valueerror-rank2"),
    "all ranks in one file": corpus("slurm-labelled"),
    "restarts": corpus("pt-elastic-restart"),
    "JSON of torchrun": corpus("pt-error-json"),
}


@pytest.fixture(scope="module")
def workers() -> Iterator[LocalCluster]:
    with cluster() as started:
        yield started


@pytest.mark.parametrize("name", CASES)
def test_the_report_is_byte_for_byte_that_of_one_machine(workers: LocalCluster, name: str) -> None:
    with closing(remote([str(CASES[name])], workers)) as session:
        session.poll()
        assert render_json(session.snapshot) == on_one_machine(CASES[name])


def test_the_quick_verdict_is_that_of_one_machine(workers: LocalCluster) -> None:
    logs = CASES["one file a rank"]
    with closing(Session([str(logs)], book=book())) as here, closing(remote([str(logs)], workers)) as there:
        assert render_json(there.quick()) == render_json(here.quick())


def test_the_command_line_writes_the_same_report(
    workers: LocalCluster, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    logs = CASES["one file a rank"]
    words = ["report", str(logs), "--format", "json", "--dask", workers.scheduler_address]
    assert main(words) == 1
    assert capfdbinary.readouterr().out == on_one_machine(logs)


def test_the_evidence_comes_with_what_stands_around_it_and_nothing_else(workers: LocalCluster, tmp_path: Path) -> None:
    noise = [f"INFO shard {number:06d} is here" for number in range(20_000)]
    block = ["Traceback (most recent call last):", '  File "train.py", line 3, in main', "ValueError: bad batch"]
    (tmp_path / "rank_0.log").write_text("\n".join([*noise, *block, *noise]) + "\n")
    with closing(remote([str(tmp_path)], workers)) as session:
        session.poll()
        log = session.log(0)
        assert log.count == 40_003
        assert [line.text for line in log.lines(19_999, 6)] == [*noise[-2:], *block, noise[0]]
        assert log.lines(10_000, 1)[0].text == "· only on the workers"
        assert log.size < 4_000
        assert log.line_at(log.offset_of(20_003) or 0) == 20_003


def test_a_worker_that_dies_is_replaced_by_another(tmp_path: Path) -> None:
    logs = CASES["one file a rank"]
    with cluster() as started, closing(remote([str(logs)], started)) as session:
        with client(started) as connected:
            doomed = by_name(connected)[1]
            pid = connected.run(os.getpid, workers=[doomed])[doomed]
        session.poll(0)
        os.kill(pid, signal.SIGKILL)
        while session.backlog:
            session.poll()
        assert render_json(session.snapshot) == on_one_machine(logs)


def test_a_file_that_only_this_machine_has_is_named(workers: LocalCluster, tmp_path: Path) -> None:
    """The workers do not see what this machine sees: here the file is gone when they come to it."""
    log, other = tmp_path / "rank_0.log", tmp_path / "rank_1.log"
    log.write_text("step 1 loss=2.0\n")
    other.write_text("step 1 loss=2.0\n")
    with closing(remote([str(tmp_path)], workers)) as session:
        log.unlink()
        session.poll()
        assert [(row.path, row.reason) for row in session.snapshot.not_read] == [
            ("rank_0.log", "cannot be read: No such file or directory")
        ]
        assert [source.path for source in session.snapshot.sources] == ["rank_1.log"]
