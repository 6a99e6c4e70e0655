"""Dask clusters of several worker processes on this machine, and what one machine says of the same logs."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from denpex_tui.engine.rules.book import RuleBook
from denpex_tui.engine.session import Session
from denpex_tui.remote.session import RemoteSession
from denpex_tui.report.json import render_json

if TYPE_CHECKING:
    from distributed import Client, LocalCluster

WORKERS = 3


@cache
def book() -> RuleBook:
    return RuleBook.bundled()


@contextmanager
def cluster(workers: int = WORKERS) -> Iterator[LocalCluster]:
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=":0", silence_logs=50
    ) as started:
        yield started


@contextmanager
def client(started: LocalCluster) -> Iterator[Client]:
    from distributed import Client

    with Client(started.scheduler_address, set_as_default=False) as connected:
        yield connected


def by_name(connected: Client) -> Mapping[int, str]:
    """The name of each worker -> its address."""
    return {info["name"]: address for address, info in connected.scheduler_info(n_workers=-1)["workers"].items()}


def spread(logs: Path, nodes: Path, started: LocalCluster, label: str) -> Path:
    """Deal the files of a job out to directories of their own, in each of which one worker then stands.

    Returns the directory that the nodes' directories are in, which are called as the workers are.
    """
    with client(started) as connected:
        for name, address in by_name(connected).items():
            home = nodes / f"{label}-{name}"
            home.mkdir(parents=True)
            connected.run(os.chdir, str(home), workers=[address])
    homes = sorted(nodes.iterdir())
    for at, path in enumerate(sorted(path for path in logs.rglob("*") if path.is_file())):
        to = homes[at % len(homes)] / "logs" / path.relative_to(logs)
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, to)
    return nodes


def on_one_machine(path: Path) -> bytes:
    """The report of all logs below ``path``, read here."""
    with closing(Session([str(path)], book=book())) as session:
        session.poll()
        return render_json(session.snapshot)


def remote(paths: list[str], started: LocalCluster, node_local: bool = False, patience: float = 15.0) -> RemoteSession:
    address = started.scheduler_address
    return RemoteSession(paths, address=address, node_local=node_local, book=book(), patience=patience)
