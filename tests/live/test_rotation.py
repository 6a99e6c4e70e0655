"""Rotation, truncation and deletion while a log is read: every line is seen once, in order."""

from __future__ import annotations

import bz2
import gzip
import os
import shutil
from pathlib import Path

import pytest

from denpex_tui.engine import descriptors
from tests.live.tail import Tail, append, digest, steps


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "rank_0.log"
    path.write_bytes(steps(0, 100))
    return path


def started(log: Path) -> Tail:
    tail = Tail(log)
    tail.look()
    return tail


def rename_and_recreate(log: Path) -> None:
    for number in range(9, 0, -1):
        for packed in ("", ".gz"):
            older = log.with_name(f"{log.name}.{number}{packed}")
            if older.exists():
                older.rename(log.with_name(f"{log.name}.{number + 1}{packed}"))
    log.rename(f"{log}.1")
    log.touch()


def copy_and_truncate(log: Path) -> None:
    shutil.copyfile(log, f"{log}.1")
    os.truncate(log, 0)


@pytest.mark.parametrize("rotate", [rename_and_recreate, copy_and_truncate])
def test_lines_before_and_behind_a_rotation(log: Path, rotate: object) -> None:
    """The lines that came between the last look and the rotation are read from where they are now."""
    assert callable(rotate)
    tail, written = started(log), steps(0, 100)
    written += append(log, steps(100, 7))
    rotate(log)
    written += append(log, steps(107, 5))
    assert tail.sees(written)
    assert digest(tail.lines_now()) == digest(written), "the log view can still read all of it"
    assert (tail.course.loss.bytes, tail.course.loss.restarts, tail.course.trouble) == (0, 0, "")
    tail.close()


def test_the_name_is_gone_for_a_while(log: Path) -> None:
    tail, written = started(log), steps(0, 100)
    written += append(log, steps(100, 1))
    log.rename(f"{log}.1")
    assert tail.sees(written)
    assert tail.course.trouble == "it is gone; what was read of it is kept"
    written += append(log.with_name(f"{log.name}.1"), steps(101, 3))
    assert tail.sees(written), "its writer goes on until it opens the new file"
    log.touch()
    assert tail.sees(written)
    written += append(log, steps(104, 2))
    assert tail.sees(written)
    assert tail.course.trouble == ""
    tail.close()


def test_a_writer_that_never_opens_the_new_file(log: Path) -> None:
    """logrotate without copytruncate under a shell's redirection: the old file goes on, the new one stays empty."""
    with log.open("ab", buffering=0) as writer:
        tail, written = started(log), steps(0, 100)
        rename_and_recreate(log)
        assert tail.sees(written)
        for first in range(100, 140, 10):
            writer.write(steps(first, 10))
            written += steps(first, 10)
            assert tail.sees(written)
    tail.close()


def test_two_writers_of_which_one_stays_behind(log: Path) -> None:
    """A data loader that inherited the old file writes on while the trainer has the new one."""
    with log.open("ab", buffering=0) as loader:
        tail, written = started(log), steps(0, 100)
        rename_and_recreate(log)
        written += append(log, steps(100, 2))
        assert tail.sees(written)
        loader.write(b"loader: queue em")
        written += append(log, steps(102, 2))
        assert tail.sees(written), "half a line of another file waits"
        loader.write(b"pty\n")
        written += b"loader: queue empty\n"
        assert tail.sees(written)
        written += append(log, steps(104, 1))
        assert tail.sees(written)
    assert digest(tail.lines_now()) == digest(written)
    tail.close()


@pytest.mark.parametrize("times", [2, 5])
def test_several_rotations_between_two_looks(log: Path, times: int) -> None:
    tail, written = started(log), steps(0, 100)
    for turn in range(times):
        written += append(log, steps(1000 * (1 + turn), 10))
        rename_and_recreate(log)
    written += append(log, steps(9000, 3))
    assert tail.sees(written)
    assert digest(tail.lines_now()) == digest(written)
    tail.close()


def test_several_copies_between_two_looks(log: Path) -> None:
    tail, written = started(log), steps(0, 100)
    written += append(log, steps(100, 10))
    shutil.copyfile(log, f"{log}.2")
    os.truncate(log, 0)
    written += append(log, steps(200, 10))
    copy_and_truncate(log)
    written += append(log, steps(300, 1))
    assert tail.sees(written)
    tail.close()


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress])
@pytest.mark.parametrize("keeps_time", [True, False])
def test_rotated_parts_are_compressed_meanwhile(log: Path, pack: object, keeps_time: bool) -> None:
    """The part that was being read, and an older one under its new name: neither is read twice."""
    assert callable(pack)
    tail, written = started(log), steps(0, 100)
    for turn in range(3):
        written += append(log, steps(1000 * (1 + turn), 10))
        rename_and_recreate(log)
        for number in (1, 2):
            part = log.with_name(f"{log.name}.{number}")
            if turn and part.exists():
                packed = part.with_name(f"{part.name}.gz")
                times = (part.stat().st_atime_ns, part.stat().st_mtime_ns)
                packed.write_bytes(pack(part.read_bytes()))
                if keeps_time:
                    os.utime(packed, ns=times)
                part.unlink()
        written += append(log, steps(1000 * (1 + turn) + 500, 1))
        assert tail.sees(written)
    tail.close()
    assert digest(tail.lines_now()) == digest(written), "the log view unpacks what it needs"


def test_a_dated_rotation(log: Path) -> None:
    tail, written = started(log), steps(0, 100)
    for day in (28, 29, 30):
        written += append(log, steps(day * 100, 3))
        log.rename(f"{log}-202611{day}")
        log.touch()
        written += append(log, steps(day * 100 + 50, 3))
        assert tail.sees(written)
    tail.close()


def test_no_append_leaves_a_hole(log: Path) -> None:
    """A writer that does not append goes on at its old offset behind a truncation: what lies before is a hole."""
    with log.open("rb+", buffering=0) as writer:
        writer.seek(0, os.SEEK_END)
        tail, size = started(log), log.stat().st_size
        copy_and_truncate(log)
        writer.write(steps(100, 3))
        tail.look()
    assert tail.seen == steps(0, 100) + b"\0" * size + steps(100, 3)
    tail.close()


def test_truncated_without_a_copy(log: Path) -> None:
    """What was read stays, what was not is counted, and the new beginning is read."""
    tail, written = started(log), steps(0, 100)
    append(log, steps(100, 10))
    size = len(steps(100, 10))
    tail.reader.refresh()
    os.truncate(log, 0)
    written += append(log, steps(500, 4))
    assert tail.sees(written)
    assert (tail.course.loss.bytes, tail.course.loss.restarts) == (size, 1)
    assert f"{size} bytes of it are gone" in tail.course.loss.sentence
    tail.close()


def test_truncated_when_it_had_been_empty_a_moment_before_it_was_read(tmp_path: Path) -> None:
    """What was read is known although nothing was there when the file was looked at."""
    log = tmp_path / "rank_0.log"
    log.touch()
    tail = Tail(log)
    tail.reader.refresh()
    written = append(log, steps(0, 5))
    assert b"".join(chunk.data for chunk in tail.reader.chunks()) == written
    tail.seen += written
    os.truncate(log, 0)
    written += append(log, steps(500, 9))
    assert tail.sees(written)
    assert tail.course.loss.restarts == 1
    tail.close()


def test_the_unfinished_line_of_a_truncated_log_is_kept(log: Path) -> None:
    tail, written = started(log), steps(0, 100)
    append(log, b"saving checkpoint /wor")
    assert tail.sees(written)
    os.truncate(log, 0)
    append(log, steps(500, 1))
    assert tail.sees(written + b"saving checkpoint /wor\n" + steps(500, 1))
    assert tail.course.loss.bytes == 0
    tail.close()


def test_truncated_and_longer_than_before_at_the_next_look(log: Path) -> None:
    """The size alone does not tell: the first bytes do, or those before the place that was reached."""
    tail, written = started(log), steps(0, 100)
    log.write_bytes(steps(1000, 300))
    assert tail.sees(written + steps(1000, 300))
    banner = b"NCCL version 2.21.5+cuda12.4, and so many words that the first bytes are the same each time\n"
    log.write_bytes(banner + steps(2000, 300))
    again = written + steps(1000, 300) + banner + steps(2000, 300)
    assert tail.sees(again)
    log.write_bytes(banner + steps(3000, 400))
    assert tail.sees(again + banner + steps(3000, 400))
    tail.close()


@pytest.mark.parametrize("kept", [1, 40, 99])
def test_a_log_that_loses_its_end(log: Path, kept: int) -> None:
    """The lines that stay are not read twice."""
    tail, written = started(log), steps(0, 100)
    os.truncate(log, len(steps(0, kept)))
    assert tail.sees(written)
    written += append(log, steps(700, 5))
    assert tail.sees(written)
    tail.close()


def test_renamed_with_half_a_line(log: Path) -> None:
    """A line that a rotation cut in two is one line."""
    tail, written = started(log), steps(0, 100)
    append(log, b"[rank0]: ValueError: bat")
    tail.look()
    rename_and_recreate(log)
    append(log, b"ch 40\n")
    assert tail.sees(written + b"[rank0]: ValueError: batch 40\n")
    tail.close()


def test_few_descriptors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """More logs than may be open: they take turns, and rotation is noticed all the same."""
    monkeypatch.setattr(descriptors, "POOL", descriptors.Pool(limit=8))
    logs = [tmp_path / f"rank_{rank}.log" for rank in range(40)]
    written = {log: append(log, steps(0, 20, rank)) for rank, log in enumerate(logs)}
    tails = {log: Tail(log) for log in logs}
    assert all(tail.sees(written[log]) for log, tail in tails.items())
    assert len(descriptors.POOL._open) <= 8
    for rank, log in enumerate(logs):
        written[log] += append(log, steps(20, 5, rank))
        (rename_and_recreate, copy_and_truncate)[rank % 2](log)
        written[log] += append(log, steps(25, 5, rank))
    assert all(tail.sees(written[log]) for log, tail in tails.items())
    assert all(digest(tail.lines_now()) == digest(written[log]) for log, tail in tails.items())
    for tail in tails.values():
        tail.close()


@pytest.mark.parametrize("times", [(0, 0), (1_000_000_000, 1_000_000_000)])
def test_a_copy_with_an_old_time(log: Path, times: tuple[int, int]) -> None:
    """What it holds tells that it is the copy: its time may be the original's, in whole seconds, or any."""
    tail, written = started(log), steps(0, 100)
    written += append(log, steps(100, 7))
    shutil.copyfile(log, f"{log}.1")
    os.utime(f"{log}.1", times)
    os.truncate(log, 0)
    written += append(log, steps(107, 5))
    assert tail.sees(written)
    assert (tail.course.loss.bytes, tail.course.loss.restarts) == (0, 0)
    tail.close()
