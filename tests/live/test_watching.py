"""Being woken by changes where the kernel knows of them, and looking again where it does not."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from denpex_tui.engine import mounts
from denpex_tui.engine.mounts import shared_file_system
from denpex_tui.engine.watching import ChangeWaiter
from tests.live.tail import append

LONG_S = 60.0

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


LIMITED = """
import sys, threading
from pathlib import Path
limit, number, logs = sys.argv[1:]
Path("/proc/sys/user", limit).write_text(number)
from denpex_tui.engine.rules.book import RuleBook
from denpex_tui.engine.session import Session
from denpex_tui.ui.engine_feed import EngineFeed
from denpex_tui.ui.messages import EngineTrouble, SnapshotReady
session = Session([logs], book=RuleBook.bundled(), live=True)
told, lines, seen = [], [], threading.Event()
def deliver(message):
    if isinstance(message, EngineTrouble):
        told.append(message.sentence)
    elif isinstance(message, SnapshotReady):
        lines.append(sum(source.lines for source in message.snapshot.sources))
        if lines[-1] == 21:
            seen.set()
feed = EngineFeed(session, deliver)
thread = threading.Thread(target=feed.run)
thread.start()
feed.first_read.wait()
Path(logs, "d7", "rank_7.log").open("a").write("step 2\\n")
assert seen.wait(30), lines
feed.stop()
thread.join()
print("|".join(told))
"""


@pytest.mark.parametrize(("limit", "number"), [("max_inotify_watches", "5"), ("max_inotify_instances", "0")])
def test_used_up_watches_are_said_once(limit: str, number: str, tmp_path: Path) -> None:
    """In a name space of its own with five watches: lines are seen all the same."""
    if subprocess.run(["unshare", "-Ur", "true"], check=False, stderr=subprocess.DEVNULL).returncode:
        pytest.skip("this system allows no name space of its own")
    for rank in range(20):
        write(tmp_path / f"d{rank}" / f"rank_{rank}.log")
    command = ["unshare", "-Ur", sys.executable, "-c", LIMITED, limit, number, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == (
        "the kernel has no more watches for files (fs.inotify.max_user_watches, max_user_instances):"
        " the logs are looked at every second instead"
    )
