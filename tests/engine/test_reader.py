"""Bytes in bounded chunks of whole lines, however they arrive."""

from __future__ import annotations

from pathlib import Path

import pytest

from denpex_tui.engine import reader
from denpex_tui.engine.reader import Reader

Lines = list[tuple[bytes, int, int]]
"""Content, offset and number of a line."""


def lines_of(source: Reader) -> Lines:
    """The lines of all chunks; the parts of one long line joined."""
    found: Lines = []
    for chunk in source.chunks():
        assert chunk.line_offset <= chunk.offset
        number, offset = chunk.line, chunk.line_offset
        for at, part in enumerate(chunk.data.splitlines(keepends=True)):
            if at == 0 and chunk.line_offset < chunk.offset:
                content, start, same = found.pop()
                assert (start, same) == (offset, number)
                part = content + part
            found.append((part, offset, number))
            offset += len(part)
            number += 1
    return found


CONTENT = b"step 1\n" * 40 + b"x" * 300 + b"\nshort\n\n" + b"y" * 64 + b"\nend\n"


def expected(content: bytes) -> Lines:
    found, offset = [], 0
    for number, part in enumerate(content.splitlines(keepends=True), 1):
        found.append((part, offset, number))
        offset += len(part)
    return found


@pytest.mark.parametrize("size", [16, 63, 64, 65, 100, 1 << 20])
def test_any_chunk_size_gives_the_same_lines(size: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(reader, "CHUNK_BYTES", size)
    path = tmp_path / "rank_0.log"
    path.write_bytes(CONTENT)
    source = Reader(path)
    assert lines_of(source) == expected(CONTENT)
    assert (source.offset, source.line) == (len(CONTENT), len(CONTENT.splitlines()) + 1)
    source.close()


@pytest.mark.parametrize("size", [16, 64, 1 << 20])
def test_a_file_that_grows_in_pieces(size: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A line longer than a chunk may come in parts; the other lines wait for their end."""
    monkeypatch.setattr(reader, "CHUNK_BYTES", size)
    path = tmp_path / "rank_0.log"
    path.touch()
    source, data, offsets = Reader(path), b"", []
    for start in range(0, len(CONTENT), 7):
        with path.open("ab") as file:
            file.write(CONTENT[start : start + 7])
        for chunk in source.chunks():
            assert chunk.offset == len(data)
            data += chunk.data
            offsets.append((chunk.line, chunk.line_offset))
    assert data == CONTENT
    known = {number: offset for _, offset, number in expected(CONTENT)}
    assert all(known[number] == offset for number, offset in offsets)
    source.close()


def test_an_unfinished_last_line_waits_and_can_be_looked_at(tmp_path: Path) -> None:
    path = tmp_path / "rank_0.log"
    path.write_bytes(b"step 1\nstep 2 lo")
    source = Reader(path)
    assert [chunk.data for chunk in source.chunks()] == [b"step 1\n"]
    rest = source.rest()
    assert rest is not None
    assert (rest.data, rest.offset, rest.line) == (b"step 2 lo", 7, 2)
    assert source.offset == 7, "looking does not consume"
    with path.open("ab") as file:
        file.write(b"ss=1\n")
    assert [chunk.data for chunk in source.chunks()] == [b"step 2 loss=1\n"]
    assert source.rest() is None
    source.close()


def test_an_empty_file(tmp_path: Path) -> None:
    path = tmp_path / "rank_0.log"
    path.touch()
    source = Reader(path)
    assert list(source.chunks()) == []
    assert source.rest() is None
    assert source.tail() == (b"", 0)
    source.close()


def test_lines_from_a_place_on(tmp_path: Path) -> None:
    path = tmp_path / "rank_0.log"
    path.write_bytes(b"one\ntwo\n" + b"z" * 200_000 + b"\nlast")
    source = Reader(path)
    found = [(len(raw), offset, number) for raw, offset, number in source.raw_lines(4, 2)]
    assert found == [(3, 4, 2), (64 * 1024, 8, 3), (4, 200_009, 4)]
    source.close()


def test_the_end_and_any_part_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "rank_0.log"
    path.write_bytes(b"abcdefgh")
    source = Reader(path)
    assert source.tail(3) == (b"fgh", 5)
    assert source.between(2, 4) == b"cd"
    assert source.between(6, 100) == b"gh"
    assert source.between(4, 2) == b""
    source.close()


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        list(Reader(tmp_path / "gone.log").chunks())
