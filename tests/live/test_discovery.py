"""Logs that appear, vanish and become readable while their directory is followed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from denpex_tui.engine import tree_watch
from denpex_tui.engine.model import Outcome
from tests.engine.cases import corpus
from tests.live.sessions import following, read_on, reasons, shown, shows, source_at
from tests.live.tail import append, digest, steps, until


def test_from_nothing(tmp_path: Path) -> None:
    """An empty directory waits; files and whole attempts that come later are read from their beginning."""
    with following(tmp_path) as session:
        assert not session.snapshot.sources
        written = append(tmp_path / "rank_0.log", steps(0, 5))
        until(lambda: shows(session, "rank_0.log", written))
        for attempt in range(3):
            log = tmp_path / "none_abcdefgh" / f"attempt_{attempt}" / "1" / "stderr.log"
            log.parent.mkdir(parents=True)
            late = append(log, steps(0, 4, 1))
            name = str(log.relative_to(tmp_path))
            until(partial(shows, session, name, late))
            assert source_at(session, name).attempt == attempt
        written += append(tmp_path / "rank_0.log", steps(5, 5))
        assert shows(session, "rank_0.log", written)
        assert [one.id for one in session.snapshot.sources] == list(range(4))


@pytest.mark.slow
def test_4_096_ranks_from_nothing(tmp_path: Path) -> None:
    """They come in four waves into an empty directory, grow, and every line of every one is there."""
    with following(tmp_path) as session:
        written: dict[str, bytes] = {}
        for wave in range(4):
            for rank in range(wave * 1_024, (wave + 1) * 1_024):
                written[f"rank_{rank}.log"] = append(tmp_path / f"rank_{rank}.log", steps(0, 2, rank))
            until(lambda: len(read_on(session).snapshot.sources) == len(written))
        for rank in range(0, 4_096, 7):
            written[f"rank_{rank}.log"] += append(tmp_path / f"rank_{rank}.log", steps(2, 2, rank))
        sizes = {name: len(data) for name, data in written.items()}
        until(lambda: {one.path: one.bytes_read for one in read_on(session).snapshot.sources} == sizes)
        seen = {source.path: digest(shown(session, source.path)) for source in session.snapshot.sources}
        assert seen == {name: digest(data) for name, data in written.items()}


def test_a_late_file_holds_what_its_writer_had_buffered(tmp_path: Path) -> None:
    append(tmp_path / "rank_0.log", steps(0, 500))
    with following(tmp_path) as session:
        late = append(tmp_path / "rank_1.log", steps(0, 400, 1))
        until(lambda: shows(session, "rank_1.log", late))


def test_what_a_late_file_proves_of_the_others(tmp_path: Path) -> None:
    """One ``0.log`` is nobody's; with ``1.log`` and ``2.log`` beside it the numbers are ranks."""
    line = b"2026-11-30 20:00:00,000 INFO train: step 1/9000 loss=2.0\n"
    append(tmp_path / "0.log", line)
    with following(tmp_path) as session:
        assert source_at(session, "0.log").rank is None
        for rank in (1, 2):
            append(tmp_path / f"{rank}.log", line)
        until(lambda: read_on(session) and len(session.snapshot.sources) == 3)
        assert [source_at(session, f"{rank}.log").rank for rank in range(3)] == [0, 1, 2]


def test_a_file_that_was_empty_is_looked_at_again(tmp_path: Path) -> None:
    """srun --label: whose lines they are is seen when they are there."""
    log = tmp_path / "srun.log"
    log.touch()
    content = (corpus("slurm-labelled") / "srun.log").read_bytes()
    with following(tmp_path) as session:
        for at in range(0, len(content), 700):
            append(log, content[at : at + 700])
            session.poll()
        until(lambda: read_on(session).snapshot.outcome is Outcome.FAILED)
        whole = tmp_path.parent / "whole.log"
        whole.write_bytes(content)
        with following(whole) as expected:
            until(lambda: read_on(session).snapshot.ranks == expected.snapshot.ranks)
            assert session.snapshot.incident is not None and expected.snapshot.incident is not None
            assert session.snapshot.incident.first.ranks == expected.snapshot.incident.first.ranks


def test_an_unknown_file_that_turns_out_to_be_a_log(tmp_path: Path) -> None:
    """And one that turns out to be none."""
    (tmp_path / "job.o991").touch()
    (tmp_path / "rank_0.log").touch()
    with following(tmp_path) as session:
        written = append(tmp_path / "job.o991", steps(0, 3))
        until(lambda: shows(session, "job.o991", written))
        append(tmp_path / "rank_0.log", bytes(range(256)) * 40)
        until(lambda: read_on(session) and "rank_0.log" in reasons(session))
        assert reasons(session)["rank_0.log"] == "it is binary"


def test_vanished_and_back(tmp_path: Path) -> None:
    log = tmp_path / "rank_0.log"
    written = append(log, steps(0, 10))
    with following(tmp_path) as session:
        log.rename(tmp_path.parent / "away")
        until(lambda: read_on(session) and reasons(session))
        assert reasons(session) == {"rank_0.log": "it is gone; what was read of it is kept"}
        assert source_at(session, "rank_0.log").lines == 10
        written += append(tmp_path.parent / "away", steps(10, 3))
        assert shows(session, "rank_0.log", written), "its writer still has it open"
        (tmp_path.parent / "away").rename(log)
        until(lambda: read_on(session) and not reasons(session))
        written += append(log, steps(13, 3))
        assert shows(session, "rank_0.log", written)


def test_a_named_file_that_vanishes_takes_nothing_with_it(tmp_path: Path) -> None:
    first, second = tmp_path / "rank_0.log", tmp_path / "rank_1.log"
    append(first, steps(0, 10))
    written = append(second, steps(0, 10, 1))
    with following(first, second) as session:
        first.unlink()
        written += append(second, steps(10, 10, 1))
        until(lambda: shows(session, "rank_1.log", written) and reasons(session))
        again = steps(0, 10) + append(first, steps(50, 2))
        until(lambda: read_on(session) and source_at(session, "rank_0.log").lines == 12)
        assert shows(session, "rank_0.log", again)


UNPRIVILEGED = """
import os, sys
from pathlib import Path
from tests.engine.pipeline import book
from tests.live.sessions import following, reasons, shows
from tests.live.tail import steps, until
book()
os.setgid(65534); os.setuid(65534)
logs = Path(sys.argv[1])
with following(logs) as session:
    assert reasons(session) == {"rank_1.log": "it cannot be read: permission denied"}, reasons(session)
    assert shows(session, "rank_0.log", steps(0, 10))
    print("unreadable", flush=True)
    until(lambda: shows(session, "rank_1.log", steps(0, 10, 1)))
    assert not reasons(session)
    print("read", flush=True)
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give up what binds others")
def test_unreadable_then_readable(tmp_path: Path) -> None:
    """Said and tried again. Root may read everything, so this runs in a process that is nobody."""
    logs = tmp_path / "logs"
    logs.mkdir()
    append(logs / "rank_0.log", steps(0, 10))
    append(logs / "rank_1.log", steps(0, 10, 1))
    (logs / "rank_1.log").chmod(0)
    for path in (*list(tmp_path.parents)[:3], tmp_path, logs):
        if path.stat().st_uid == 0 and path != Path("/tmp"):
            path.chmod(0o755)
    environment = os.environ | {"XDG_CACHE_HOME": str(tmp_path / "cache"), "HOME": "/nonexistent"}
    command = [sys.executable, "-c", UNPRIVILEGED, str(logs)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment) as child:
        assert child.stdout is not None and child.stderr is not None
        if child.stdout.readline() != "unreadable\n":
            pytest.fail(child.stderr.read())
        (logs / "rank_1.log").chmod(0o644)
        assert child.stdout.readline() == "read\n", child.stderr.read()


def test_unreadable_while_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A log that is open stays readable, whatever its mode becomes."""
    log = tmp_path / "rank_0.log"
    written = append(log, steps(0, 10))
    with following(tmp_path) as session:
        log.chmod(0)
        written += append(log, steps(10, 10))
        assert shows(session, "rank_0.log", written)


def test_thousands_of_files_are_not_walked_for_nothing(tmp_path: Path) -> None:
    """A poll at which no directory changed opens nothing and lists nothing."""
    for rank in range(300):
        directory = tmp_path / "none_abcdefgh" / "attempt_0" / str(rank)
        directory.mkdir(parents=True)
        (directory / "stdout.log").write_bytes(steps(0, 2, rank))
    with following(tmp_path) as session:
        time.sleep(2.1)  # until the times of the directories are older than a tick of any file system
        read_on(session)
        time.sleep(tree_watch._PAUSE_S)
        read_on(session)
        before = set_of_opened(session.poll)
        assert before == set()
        late = append(tmp_path / "none_abcdefgh" / "attempt_0" / "7" / "stderr.log", steps(0, 3, 7))
        until(lambda: shows(session, "none_abcdefgh/attempt_0/7/stderr.log", late))


def set_of_opened(work: object) -> set[str]:
    """The files and directories that are opened or listed while ``work`` runs, as the interpreter audits them."""
    assert callable(work)
    found: set[str] = set()
    active = True

    def audit(event: str, arguments: tuple[object, ...]) -> None:
        if active and event in ("open", "os.scandir", "os.listdir"):
            found.add(str(arguments[0]))

    sys.addaudithook(audit)
    work()
    active = False
    return {path for path in found if "none_" in path}


def test_a_directory_that_is_replaced(tmp_path: Path) -> None:
    """``rm -rf logs`` and a new run under the same names."""
    logs = tmp_path / "logs"
    logs.mkdir()
    written = append(logs / "rank_0.log", steps(0, 10))
    with following(logs) as session:
        shutil.rmtree(logs)
        until(lambda: read_on(session) and reasons(session))
        logs.mkdir()
        written += append(logs / "rank_0.log", steps(50, 3))
        append(logs / "rank_1.log", steps(50, 3, 1))
        until(lambda: read_on(session) and len(session.snapshot.sources) == 2)
        assert shows(session, "rank_0.log", written)
        assert shows(session, "rank_1.log", steps(50, 3, 1))
