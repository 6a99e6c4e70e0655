"""Lines by number, from files of any size that grow, shrink and vanish."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from denpex_tui.engine.line_index import BLOCK
from denpex_tui.engine.logview import LineIndex, LogFile, LogLine
from tests.engine.cases import corpus, raw_lines


def indexed(path: Path, chunk: int = 1 << 20) -> LogFile:
    index = LineIndex()
    data = path.read_bytes()
    for offset in range(0, len(data), chunk):
        index.add(data[offset : offset + chunk], offset)
    return LogFile(path, index)


@given(st.lists(st.sampled_from([b"", b"a", b"\xc3\xa9", b"x" * 900, b"y" * 70_000])), st.booleans(), st.integers(1, 9))
def test_lines_and_offsets_agree_with_a_plain_split(parts: list[bytes], ended: bool, size: int) -> None:
    data = b"\n".join(parts) + (b"\n" if ended and parts else b"")
    index = LineIndex()
    for offset in range(0, len(data), size * 10_007):
        index.add(memoryview(data)[offset : offset + size * 10_007], offset)

    def read(offset: int, count: int) -> bytes:
        return data[offset : offset + count]

    lines = data.splitlines(keepends=True)
    assert index.count == len(lines)
    offset = 0
    for number, line in enumerate(lines, 1):
        assert index.offset_of(number, read) == offset
        assert index.line_at(offset, read) == number
        assert index.line_at(offset + len(line) - 1, read) == number
        offset += len(line)
    assert index.offset_of(len(lines) + 1, read) is None
    assert index.offset_of(0, read) is None


def test_bytes_that_come_again_are_skipped_and_missing_ones_refused() -> None:
    index = LineIndex()
    index.add(b"one\ntw", 0)
    index.add(b"two\nthree", 4)
    assert (index.count, index.end) == (3, 13)
    with pytest.raises(ValueError, match="bytes 13 to 20 are missing"):
        index.add(b"x", 20)


def test_a_real_log_by_number() -> None:
    path = corpus("pt-progress-ansi") / "agent.log"
    log = indexed(path, chunk=1_000)
    raw = list(raw_lines(path))
    assert log.count == len(raw)
    lines = log.lines(1, log.count)
    assert [line.number for line in lines] == list(range(1, len(raw) + 1))
    for line in lines:
        assert path.read_bytes()[line.offset :].startswith(raw[line.number - 1])
        assert log.offset_of(line.number) == line.offset
        assert log.line_at(line.offset) == line.number
    assert not any("\x1b" in line.text or "\r" in line.text for line in lines)
    assert log.lines(7, 3) == lines[6:9]
    assert log.lines(len(raw), 10) == lines[-1:]
    assert log.lines(len(raw) + 1, 10) == []
    assert log.lines(-5, 2) == lines[:2]
    assert log.lines(3, 0) == []


def test_lines_over_many_blocks(tmp_path: Path) -> None:
    path = tmp_path / "big.log"
    path.write_bytes(b"".join(b"%07d %s\n" % (number, b"x" * (number % 200)) for number in range(1, 20_001)))
    log = indexed(path)
    assert path.stat().st_size > 20 * BLOCK
    for first in (1, 333, 9_999, 19_990):
        found = log.lines(first, 11)
        assert [int(line.text[:7]) for line in found] == [line.number for line in found]
        assert len(found) == 11


def test_what_is_not_indexed_yet_is_not_there_yet(tmp_path: Path) -> None:
    path = tmp_path / "rank0.log"
    path.write_bytes(b"one\ntwo\nthree\nfour")
    log = LogFile(path, LineIndex())
    assert (log.count, log.lines(1, 10)) == (0, [])
    log.index.add(b"one\ntwo\nth", 0)
    assert log.count == 3 and log.partial
    assert [line.text for line in log.lines(1, 10)] == ["one", "two", "three"]
    log.index.add(b"ree\nfour", 10)
    assert [line.text for line in log.lines(3, 10)] == ["three", "four"]
    assert [line.number for line in log.lines(3, 10)] == [3, 4]


def test_a_very_long_line_costs_nothing_and_hides_nothing_behind_it(tmp_path: Path) -> None:
    path = tmp_path / "long.log"
    path.write_bytes(b"first\n" + b"x" * 5_000_000 + b"\nlast\n")
    first, long, last = indexed(path).lines(1, 3)
    assert (first.text, last) == ("first", LogLine(3, 6 + 5_000_001, "last", 0))
    assert long == LogLine(2, 6, "x" * 4_096, 5_000_000 - 4_096)


def test_a_very_long_line_of_bars_shows_the_last(tmp_path: Path) -> None:
    path = tmp_path / "bars.log"
    bars = b"".join(b"\r %2d%%|#| %d/50000 [00:01<00:02,  5.0it/s]" % (at // 500, at) for at in range(50_000))
    path.write_bytes(bars + b"Traceback\nnext\n")
    lines = indexed(path).lines(1, 2)
    assert [line.text for line in lines] == [" 99%|#| 49999/50000 [00:01<00:02,  5.0it/s]Traceback", "next"]


def test_a_truncated_file_gives_what_is_left(tmp_path: Path) -> None:
    path = tmp_path / "rank0.log"
    path.write_bytes(b"one\ntwo\nthree\n")
    log = indexed(path)
    os.truncate(path, 6)
    assert [line.text for line in log.lines(1, 3)] == ["one", "tw"]
    assert log.lines(3, 1) == []


def test_a_file_that_vanished_gives_nothing_and_no_error(tmp_path: Path) -> None:
    path = tmp_path / "rank0.log"
    path.write_bytes(b"one\ntwo\n")
    log = indexed(path)
    path.unlink()
    assert log.lines(1, 2) == []
    assert log.line_at(5) == 1


def test_an_open_file_survives_its_name(tmp_path: Path) -> None:
    path = tmp_path / "rank0.log"
    path.write_bytes(b"one\ntwo\n")
    log = indexed(path)
    assert log.lines(1, 1)[0].text == "one"
    path.unlink()
    assert [line.text for line in log.lines(1, 2)] == ["one", "two"]
    log.close()
    assert log.lines(1, 2) == []
