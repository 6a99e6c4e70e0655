"""Logs on disks of the nodes: each worker reads what it alone sees, and the report is that of all logs together."""

from __future__ import annotations

import os
import signal
from contextlib import closing
from pathlib import Path

import pytest

from denpex_tui.engine.errors import UsageError
from denpex_tui.report.json import render_json
from tests.engine.cases import corpus
from tests.remote.clusters import by_name, client, cluster, on_one_machine, remote, spread

pytest.importorskip("distributed", reason="--dask needs the extra: pip install 'denpex-tui[dask]'")

LOGS = corpus("pt-valueerror-rank2")
HOST = os.uname().nodename


def test_what_each_node_has_makes_one_report(tmp_path: Path) -> None:
    with cluster() as started:
        nodes = spread(LOGS, tmp_path / "nodes", started, HOST)
        with closing(remote(["logs"], started, node_local=True)) as session:
            session.poll()
            there = render_json(session.snapshot)
    collected = tmp_path / "collected"
    collected.mkdir()
    for home in nodes.iterdir():
        (home / "logs").rename(collected / home.name)
    assert there == on_one_machine(collected)


@pytest.mark.slow
def test_a_worker_that_comes_back_goes_on(tmp_path: Path) -> None:
    with cluster() as started:
        nodes = spread(LOGS, tmp_path / "nodes", started, HOST)
        with closing(remote(["logs"], started, node_local=True)) as session:
            with client(started) as connected:
                doomed = by_name(connected)[1]
                pid = connected.run(os.getpid, workers=[doomed])[doomed]
            os.kill(pid, signal.SIGKILL)
            while session.backlog:
                session.poll()
            paths = {source.path for source in session.snapshot.sources}
    files = [path for path in nodes.rglob("*") if path.is_file()]
    assert len(paths) == len(files)
    assert session.snapshot.not_read == ()


def test_the_logs_of_a_worker_that_stays_away_are_named(tmp_path: Path) -> None:
    with cluster() as started:
        nodes = spread(LOGS, tmp_path / "nodes", started, HOST)
        with closing(remote(["logs"], started, node_local=True, patience=0.0)) as session:
            with client(started) as connected:
                connected.retire_workers([by_name(connected)[1]], close_workers=True)
            session.poll()
            gone = nodes / f"{HOST}-1" / "logs"
            lost = sorted(f"{HOST}-1/{path.relative_to(gone)}" for path in gone.rglob("*") if path.is_file())
            assert sorted(row.path for row in session.snapshot.not_read) == lost
            reasons = {row.reason for row in session.snapshot.not_read}
            assert reasons == {f"its worker on {HOST}-1 went away before it was read"}
            assert session.snapshot.sources


def test_a_directory_that_all_workers_of_a_host_see_counts_once() -> None:
    with cluster(2) as started, closing(remote([str(LOGS)], started, node_local=True)) as session:
        session.poll()
        paths = sorted(source.path for source in session.snapshot.sources)
        assert paths
        assert paths == sorted({path for path in paths if path.startswith(f"{HOST}/")})


def test_a_path_that_no_worker_has_is_one_sentence() -> None:
    with cluster(1) as started, pytest.raises(UsageError, match="no Dask worker can read '/no/such/logs'"):
        remote(["/no/such/logs"], started, node_local=True)
