"""How logs grow in the field: halves of lines and characters, bars, holes, lines without an end."""

from __future__ import annotations

import os
import resource
import sys
import threading
from pathlib import Path

import pytest

from denpex_tui.engine.model import Event
from denpex_tui.engine.scan import Hit
from denpex_tui.engine.source_scan import SourceScan
from tests.engine.pipeline import scan_file
from tests.live.tail import Tail, append, digest, steps, until

ERROR = b"[rank0]: ValueError: batch 40 has 3 non-finite input values\n"
TRACEBACK = (
    b"[rank0]: Traceback (most recent call last):\n"
    b'[rank0]:   File "/workspace/train.py", line 151, in train\n'
    b"[rank0]:     raise ValueError(...)\n"
)


def scan_of(path: Path) -> SourceScan:
    path.touch()
    return scan_file(path)


def names(scan: SourceScan) -> list[str]:
    return [event.name for event in scan.events_now()]


def blocks(scan: SourceScan) -> list[Event]:
    return [event for event in scan.events_now() if event.kind == "traceback"]


def test_a_line_in_two_halves(tmp_path: Path) -> None:
    log = tmp_path / "rank_0.log"
    log.write_bytes(steps(0, 3))
    tail = Tail(log)
    for cut in range(1, len(ERROR)):
        tail.look()
        append(log, ERROR[:cut])
        assert tail.look() == steps(0, 3) + ERROR * (cut - 1)
        rest = tail.reader.rest()
        assert rest is not None and rest.data == ERROR[:cut]
        append(log, ERROR[cut:])
        assert tail.look() == steps(0, 3) + ERROR * cut
    tail.close()


def test_halves_are_provisional_and_matched_once(tmp_path: Path) -> None:
    """While a line has no end it is looked at, and counts once when its end is there; nothing new is no news."""
    log = tmp_path / "rank_0.log"
    scan = scan_of(log)
    append(log, TRACEBACK + ERROR[:30])
    assert scan.advance() and scan.index.partial
    (block,) = blocks(scan)
    assert block.traceback is not None and block.traceback.message.startswith("batc")
    assert not scan.advance(), "the same half line is no change"
    append(log, ERROR[30:-1])
    assert scan.advance() and not scan.advance()
    append(log, b"\n")
    assert scan.advance() and not scan.advance()
    (block,) = blocks(scan)
    assert block.traceback is not None
    assert block.traceback.headline == "ValueError: batch 40 has 3 non-finite input values"
    assert (scan.lines, scan.index.count, scan.index.partial) == (4, 4, False)
    scan.close()


def test_a_character_split_between_two_reads(tmp_path: Path) -> None:
    log = tmp_path / "rank_0.log"
    scan, tail = scan_of(log), Tail(log)
    line = "[rank0]: ValueError: Gradient ist unzulässig: ∇L = 🏖 ".encode()
    append(log, TRACEBACK)
    for at in range(len(line)):
        append(log, line[at : at + 1])
        scan.advance()
        assert tail.look() == TRACEBACK, "no part of a line is a line"
    append(log, b"\n")
    scan.advance()
    assert tail.sees(TRACEBACK + line + b"\n")
    (block,) = blocks(scan)
    assert block.traceback is not None
    assert block.traceback.message == "Gradient ist unzulässig: ∇L = 🏖"
    scan.close()
    tail.close()


def test_carriage_returns_before_line_feeds(tmp_path: Path) -> None:
    """CRLF, also when the two come in different reads."""
    log, plain = tmp_path / "rank_0.log", tmp_path / "plain_0.log"
    scan, tail = scan_of(log), Tail(log)
    written = (TRACEBACK + ERROR).replace(b"\n", b"\r\n")
    for at in range(0, len(written), 40):
        append(log, written[at : at + 40])
        scan.advance()
        tail.look()
    assert tail.sees(written)
    plain.write_bytes(TRACEBACK + ERROR)
    expected = scan_file(plain)
    assert [(event.name, event.text) for event in scan.events_now()] == [
        (event.name, event.text) for event in expected.events_now()
    ]
    scan.close()
    tail.close()


def bar(step: int) -> bytes:
    return b"\rTraining:  12%%|###       | %d/90000 [1:02:03<9:59:59,  5.87it/s, loss=%.3f]" % (step, 2 + step % 7)


def test_a_bar_that_rewrites_one_line_for_hours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The work of a look does not grow with the line; what the bar said is read once more when the line ends."""
    log = tmp_path / "rank_0.log"
    log.write_bytes(steps(0, 3))
    scan, written = scan_file(log), steps(0, 3)
    scanned: list[int] = []
    hits = scan.catalogue.scanner.hits

    def counted(data: bytes) -> list[Hit]:
        scanned.append(len(data))
        return hits(data)

    monkeypatch.setattr(scan.catalogue.scanner, "hits", counted)
    for step in range(0, 8_000, 20):
        written += append(log, b"".join(map(bar, range(step, step + 20))))
        scan.advance()
    assert len(written) > 600_000
    assert max(scanned) < 64_000, "a look at the growing line is a look at its end"
    assert (scan.lines, scan.index.partial) == (3, True)
    written += append(log, b"\n" + TRACEBACK + ERROR)
    scan.advance()
    assert (scan.lines, len(blocks(scan))) == (8, 1)
    tail = Tail(log)
    assert tail.sees(written)
    tail.close()
    scan.close()


def test_what_a_growing_bar_said_long_ago_stays(tmp_path: Path) -> None:
    log = tmp_path / "rank_0.log"
    scan = scan_of(log)
    append(log, bar(1) + b"\r" + ERROR.rstrip())
    scan.advance()
    before = names(scan)
    assert before
    for step in range(2, 1_500):
        append(log, bar(step))
        if step % 50 == 0:
            scan.advance()
    scan.advance()
    assert names(scan) == before
    scan.close()


def test_a_line_of_fifty_megabytes(tmp_path: Path) -> None:
    """Bounded memory, the lines behind it are read, and it is shown cut."""
    log = tmp_path / "rank_0.log"
    with log.open("wb") as file:
        file.write(steps(0, 3) + b"state_dict: ")
        for _ in range(50):
            file.write(b"0.123456, " * 100_000)
        file.write(b"\n" + TRACEBACK + ERROR)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    scan = scan_file(log)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 40_000, "kilobytes"
    assert (scan.lines, len(blocks(scan))) == (8, 1)
    assert scan.bytes_read == log.stat().st_size
    tail = Tail(log)
    assert tail.sees(log.read_bytes())
    tail.close()
    scan.close()


def test_padding_left_by_a_crashed_node(tmp_path: Path) -> None:
    """NUL bytes between two lines hide neither; the second one's beginning is a line's beginning."""
    log = tmp_path / "rank_0.log"
    for padding in (1, 4_000, 70_000, 3 << 20):
        log.write_bytes(steps(0, 3) + b"half a li" + b"\0" * padding + TRACEBACK + ERROR + steps(3, 2))
        scan, tail = scan_file(log), Tail(log)
        (block,) = blocks(scan)
        assert block.traceback is not None
        assert block.traceback.headline.startswith("ValueError: batch 40")
        assert (block.place.line, block.place.offset) == (4, len(steps(0, 3) + b"half a li") + padding)
        assert scan.lines == 9
        assert tail.sees(log.read_bytes())
        scan.close()
        tail.close()


def test_padding_at_the_end_waits(tmp_path: Path) -> None:
    """What may still be written is not counted as a line, however long it is, and costs nothing while it waits."""
    log = tmp_path / "rank_0.log"
    log.write_bytes(steps(0, 3) + b"half a li" + b"\0" * (5 << 20))
    tail = Tail(log)
    assert tail.look() == steps(0, 3)
    rest = tail.reader.rest()
    assert rest is not None and rest.data == b"half a li"
    written = log.read_bytes() + append(log, b"ne\n")
    assert tail.sees(written)
    tail.close()


def test_a_sparse_file(tmp_path: Path) -> None:
    """A hole of a terabyte, as a job leaves that seeks, costs neither time nor memory; offsets are the file's own."""
    log = tmp_path / "rank_0.log"
    log.write_bytes(steps(0, 3))
    with log.open("rb+") as file:
        file.seek(1 << 40)
        file.write(b"\n" + TRACEBACK + ERROR)
    scan = scan_file(log)
    (block,) = blocks(scan)
    assert block.place.offset == (1 << 40) + 1
    assert block.place.line == 5
    assert scan.index.offset_of(5, lambda at, size: scan.reader.between(at, at + size)) == (1 << 40) + 1
    assert sys.getsizeof(scan.index._starts) < 1_000
    scan.close()


def test_a_file_with_holes(tmp_path: Path) -> None:
    """Small enough to be compared byte by byte: what lies in a hole is read as NUL bytes, or passed over as such."""
    log = tmp_path / "rank_0.log"
    log.write_bytes(steps(0, 3))
    tail = Tail(log)
    for part, hole in enumerate((4_096, 1 << 20, 9 << 20)):
        tail.look()
        with log.open("rb+") as file:
            file.seek(hole, os.SEEK_END)
            file.write(b"\n" + steps(10 * part, 3))
        assert log.stat().st_blocks * 512 < 1 << 20, "this file system keeps holes as holes"
        assert tail.sees(log.read_bytes())
    tail.close()


def test_a_block_that_arrives_after_a_later_one(tmp_path: Path) -> None:
    """On NFS a later page can be there before an earlier one: for a moment its place holds NUL bytes."""
    log = tmp_path / "rank_0.log"
    log.write_bytes(steps(0, 3))
    tail, written = Tail(log, patience=60.0), steps(0, 3)
    assert tail.sees(written)
    late, early = steps(3, 10), steps(13, 10)
    with log.open("rb+") as file:
        file.seek(len(written) + len(late))
        file.write(early)
    assert tail.look() == written
    with log.open("rb+") as file:
        file.seek(len(written))
        file.write(late)
    assert tail.sees(written + late + early)
    tail.close()


def test_padding_that_stays_is_accepted_after_a_while(tmp_path: Path) -> None:
    log = tmp_path / "rank_0.log"
    log.write_bytes(steps(0, 3) + b"\0" * 100 + steps(3, 2) + b"\0" * 50 + steps(5, 1))
    tail = Tail(log, patience=0.05)
    assert tail.look() == steps(0, 3)
    until(lambda: tail.sees(log.read_bytes()))
    tail.close()


def test_written_while_it_is_read(tmp_path: Path) -> None:
    """A writer at full speed in pieces of all sizes; every look gives a prefix of what it wrote."""
    log = tmp_path / "rank_0.log"
    log.touch()
    written = steps(0, 30_000)

    def write() -> None:
        fd = os.open(log, os.O_WRONLY | os.O_APPEND)
        at, size = 0, 1
        while at < len(written):
            at += os.write(fd, written[at : at + size])
            size = size * 7 % 4_099
        os.close(fd)

    writer = threading.Thread(target=write)
    writer.start()
    tail = Tail(log)
    until(lambda: tail.sees(written))
    writer.join()
    assert digest(tail.seen) == digest(written)
    tail.close()
