"""Logs that are deleted while they are read, and inode numbers that are given anew."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from denpex_tui.engine import descriptors
from tests.live.tail import Tail, append, steps


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "rank_0.log"
    path.write_bytes(steps(0, 100))
    return path


def started(log: Path) -> Tail:
    tail = Tail(log)
    tail.look()
    return tail


def copy_and_truncate(log: Path) -> None:
    shutil.copyfile(log, f"{log}.1")
    os.truncate(log, 0)


@pytest.mark.parametrize("limit", [None, 0])
def test_deleted_and_created_anew(log: Path, limit: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also under the same inode number, which a file system gives anew when nobody holds the old file."""
    monkeypatch.setattr(descriptors.POOL, "limit", limit)
    tail, written = started(log), steps(0, 100)
    before = log.stat().st_ino
    if limit == 0:
        tail.close()
    log.unlink()
    written += append(log, steps(800, 3))
    if limit == 0 and log.stat().st_ino != before:
        pytest.skip("this file system does not give an inode number anew at once")
    assert tail.sees(written)
    tail.close()


@pytest.mark.parametrize("half", [b"", b"half a li"])
def test_deleted_while_it_was_closed(log: Path, half: bytes) -> None:
    """Few descriptors: nobody holds the file, and what was written since the last look is lost and said to be."""
    tail, written = started(log), steps(0, 100)
    append(log, steps(100, 4) + half)
    tail.look()
    append(log, b"\n" + steps(104, 2))
    tail.reader.refresh()
    tail.close()
    other = append(log.with_name("other"), steps(800, 3))
    log.with_name("other").replace(log)
    assert tail.sees(written + steps(100, 4) + (half + b"\n" if half else b"") + other)
    assert tail.course.loss.bytes == len(b"\n" + steps(104, 2))
    tail.close()


def test_a_copy_under_the_inode_number_of_a_deleted_file(log: Path) -> None:
    """The number is known from a file that is gone: what has it now is new, and holds what was cut off meanwhile."""
    tail, written = started(log), steps(0, 100)
    before = log.stat().st_ino
    other = log.with_name("other")
    written += append(other, steps(800, 3))
    other.replace(log)
    assert tail.sees(written)
    tail.close()
    written += append(log, steps(803, 3))
    copy_and_truncate(log)
    written += append(log, steps(900, 2))
    if log.with_name(f"{log.name}.1").stat().st_ino != before:
        pytest.skip("this file system does not give an inode number anew at once")
    assert tail.sees(written)
    tail.close()


def test_a_copy_under_the_inode_number_of_a_part_that_rotation_removed(log: Path) -> None:
    """The oldest part was read, closed and removed; the next copy gets its number, and holds what was cut off."""
    tail, written = started(log), steps(0, 100)
    before, first = log.stat().st_ino, log.with_name(f"{log.name}.1")
    log.rename(first)
    written += append(log, steps(800, 3))
    assert tail.sees(written)
    tail.close()
    first.unlink()
    written += append(log, steps(803, 3))
    copy_and_truncate(log)
    written += append(log, steps(900, 2))
    if first.stat().st_ino != before:
        pytest.skip("this file system does not give an inode number anew at once")
    assert tail.sees(written)
    tail.close()


def test_deleted_with_half_a_line(log: Path) -> None:
    """The half is not glued to the first line of the next file."""
    tail, written = started(log), steps(0, 100)
    append(log, b"half a li")
    tail.look()
    log.unlink()
    append(log, steps(800, 3))
    assert tail.sees(written + b"half a li\n" + steps(800, 3))
    tail.close()
