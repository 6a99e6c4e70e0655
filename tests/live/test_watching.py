"""Being woken by changes where the kernel knows of them, and looking again where it does not."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from denpex_tui.engine import mounts
from denpex_tui.engine.mounts import shared_file_system
from denpex_tui.engine.watching import ChangeWaiter
from tests.live.engine_process import followed
from tests.live.tail import append, digest, steps

LONG_S = 60.0
RANKS = 20

MOUNTINFO = """\
22 28 0:21 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
40 22 0:40 / /home rw,relatime shared:9 - nfs4 server:/home rw,vers=4.2
41 22 0:41 / /scratch rw - lustre 10.0.0.1@o2ib:/scratch rw,flock
42 41 0:42 / /scratch/local rw - xfs /dev/nvme0n1 rw
43 22 0:43 / /mnt/my\\040bucket rw - fuse.s3fs s3fs rw
44 22 0:44 / /media/stick rw - fuseblk /dev/sdb1 rw
45 22 0:45 / /gpfs rw - gpfs fs1 rw
46 22 0:46 / /auto rw - autofs map rw
47 46 0:47 / /auto rw - beegfs beegfs_nodev rw
48 22 0:48 / /homes rw - ext4 /dev/sdc1 rw
"""


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/var/log/x.log", None),
        ("/home/me/logs", "nfs4"),
        ("/homes/me/logs", None),
        ("/scratch/run", "lustre"),
        ("/scratch/local/run", None),
        ("/mnt/my bucket/run", "fuse.s3fs"),
        ("/media/stick/run", None),
        ("/gpfs", "gpfs"),
        ("/auto/run", "beegfs"),
    ],
)
def test_the_deepest_mount_decides(
    path: str, kind: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lines of /proc/self/mountinfo as kernels write them."""
    table = tmp_path / "mountinfo"
    table.write_text(MOUNTINFO)
    monkeypatch.setattr(mounts, "MOUNTS", table)
    assert shared_file_system(Path(path)) == kind


def test_where_the_system_does_not_tell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mounts, "MOUNTS", tmp_path / "none")
    assert shared_file_system(Path("/home")) is None


def waited(waiter: ChangeWaiter, seconds: float = LONG_S) -> float:
    began = time.monotonic()
    waiter.wait(threading.Event(), seconds)
    return time.monotonic() - began


def test_a_change_wakes(tmp_path: Path) -> None:
    """New files in new directories, and lines in known ones."""
    waiter = ChangeWaiter([tmp_path])
    waiter.wait(threading.Event(), 0.01)
    for path in (tmp_path / "rank_0.log", tmp_path / "attempt_1" / "0" / "stderr.log", tmp_path / "rank_0.log"):
        timer = threading.Timer(0.2, write, [path])
        timer.start()
        assert waited(waiter) < LONG_S / 2
        timer.join()
    assert waiter.note is None


def write(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    append(path, b"step 1\n")


def test_being_stopped_wakes(tmp_path: Path) -> None:
    stop = threading.Event()
    threading.Timer(0.2, stop.set).start()
    began = time.monotonic()
    ChangeWaiter([tmp_path]).wait(stop, LONG_S)
    assert time.monotonic() - began < LONG_S / 2


def test_without_a_change_it_is_looked_again(tmp_path: Path) -> None:
    waiter = ChangeWaiter([tmp_path])
    assert 0.1 <= waited(waiter, 0.1) < LONG_S
    assert 0.1 <= waited(ChangeWaiter([tmp_path / "none"]), 0.1) < LONG_S
    assert 0.1 <= waited(ChangeWaiter([]), 0.1) < LONG_S


def test_a_directory_that_comes_later_is_watched(tmp_path: Path) -> None:
    waiter = ChangeWaiter([tmp_path / "logs"])
    waited(waiter, 0.01)
    (tmp_path / "logs").mkdir()
    waited(waiter, 0.01)
    threading.Timer(0.2, write, [tmp_path / "logs" / "rank_0.log"]).start()
    assert waited(waiter) < LONG_S / 2


def test_nothing_is_watched_where_others_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a shared file system even a change on this very node only shows at the next look."""
    table = tmp_path / "mountinfo"
    table.write_text(f"22 28 0:21 / {tmp_path / 'logs'} rw - nfs4 server:/logs rw\n")
    monkeypatch.setattr(mounts, "MOUNTS", table)
    (tmp_path / "logs").mkdir()
    waiter = ChangeWaiter([tmp_path / "logs"])
    threading.Timer(0.05, write, [tmp_path / "logs" / "rank_0.log"]).start()
    assert waited(waiter, 0.4) >= 0.4
    assert waiter.note is None


def in_a_name_space(setup: str, seen: Path, writes: Path) -> Any:
    """What a process says that follows ``seen`` after ``setup`` while another one writes to the same logs."""
    own = ["unshare", "-Urm", "sh", "-c"]
    if subprocess.run([*own, setup], check=False, stderr=subprocess.DEVNULL).returncode:
        pytest.skip("this system allows no name space of its own, or not to do that in it")
    command = [*own, f'{setup} && exec "$0" -m tests.live.engine_process "$1"', sys.executable, str(seen)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, text=True, stdin=pipe, stdout=pipe, stderr=pipe) as child:
        assert child.stdin is not None and child.stdout is not None
        assert child.stdout.readline() == "ready\n", child.communicate()[1]
        for rank in range(RANKS):
            append(writes / f"d{rank}" / f"rank_{rank}.log", steps(1, 20, rank))
        late = writes / f"d{RANKS - 1}" / f"rank_{RANKS}.log"
        append(late, steps(0, 20, RANKS))
        child.stdin.write(f"{sum(path.stat().st_size for path in writes.rglob('*.log'))}\n")
        output, errors = child.communicate(timeout=300)
        assert child.returncode == 0, errors
    said = json.loads(output)
    assert said["lines"] == {str(one.relative_to(writes)): digest(one.read_bytes()) for one in writes.rglob("*.log")}
    return said["told"]


@pytest.fixture
def job(tmp_path: Path) -> Path:
    """More directories than the five that may be watched."""
    for rank in range(RANKS):
        log = tmp_path / "logs" / f"d{rank}" / f"rank_{rank}.log"
        log.parent.mkdir(parents=True)
        append(log, steps(0, 1, rank))
    return tmp_path / "logs"


@pytest.mark.parametrize(("limit", "number"), [("max_inotify_watches", "5"), ("max_inotify_instances", "0")])
def test_used_up_watches_are_said_once(limit: str, number: str, job: Path) -> None:
    """In a name space of its own with five watches: every line is seen all the same."""
    assert in_a_name_space(f"echo {number} > /proc/sys/user/{limit}", job, job) == [
        "the kernel has no more watches for files (fs.inotify.max_user_watches, max_user_instances):"
        " the logs are looked at every second instead"
    ]


def test_a_file_system_that_reports_nothing(job: Path, tmp_path: Path) -> None:
    """What is written below an overlay is there, and the kernel tells nobody who watches the overlay."""
    upper, work, merged = (tmp_path / name for name in ("upper", "work", "merged"))
    for directory in (upper, work, merged):
        directory.mkdir()
    layers = f"lowerdir={job},upperdir={upper},workdir={work}"
    assert in_a_name_space(f"mount -t overlay overlay -o {layers} {merged}", merged, job) == []


def test_a_rotating_job_on_a_shared_file_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is watched there: all that a job writes, rotates and cuts is found by looking, if its parts are kept."""
    logs, table = tmp_path / "logs", tmp_path / "mountinfo"
    logs.mkdir()
    table.write_text(f"22 28 0:21 / {logs} rw - nfs4 server:/logs rw\n")
    monkeypatch.setattr(mounts, "MOUNTS", table)
    command = [sys.executable, "-m", "tests.live.job", str(logs), "--seconds", "4", "--kept", "99"]
    with followed(str(logs)) as one:
        done = subprocess.run(command, capture_output=True, timeout=300, check=True)
        truth = json.loads(done.stdout)
        one.await_bytes(sum(int(text.split()[0]) for text in truth.values()))
        assert one.lines() == truth
        assert one.told == []
