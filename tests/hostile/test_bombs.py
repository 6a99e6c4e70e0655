"""Small archives that unpack to very much: each is told, none is dropped silently, and little of them is unpacked."""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from denpex_tui.cli import main
from denpex_tui.engine import unpacking
from denpex_tui.engine.decompressors import BLOCK
from denpex_tui.engine.descriptors import write_all
from denpex_tui.engine.model import Outcome, Snapshot
from denpex_tui.engine.rules.book import RuleBook
from denpex_tui.engine.session import Session

FAILED = b"[rank0]: Traceback (most recent call last):\n[rank0]: ValueError: bad value\n"
PACK: dict[str, Callable[[bytes], bytes]] = {"gz": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress}
RATIO = "it unpacks to more than 1,000 times its size"


@pytest.fixture
def logs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(unpacking, "_budget", unpacking._Budget())
    directory = tmp_path / "logs"
    directory.mkdir()
    (directory / "rank_0.log").write_bytes(FAILED)
    return directory


@pytest.fixture
def unpacked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How much was written to the disk, block by block."""
    sizes: list[int] = []

    def noting(fd: int, data: bytes) -> None:
        sizes.append(len(data))
        write_all(fd, data)

    monkeypatch.setattr(unpacking, "write_all", noting)
    return sizes


def bomb(rank: int, size: int) -> bytes:
    line = b"[rank%d]: loss 1.0\n" % rank
    return line * (size // len(line))


def rotated(logs: Path, rank: int, suffix: str, content: bytes) -> Path:
    (logs / f"rank_{rank}.log").write_bytes(b"[rank%d]: loss 2.0\n" % rank)
    path = logs / f"rank_{rank}.log.1.{suffix}"
    path.write_bytes(PACK[suffix](content))
    return path


def read(logs: Path) -> Snapshot:
    session = Session([str(logs)], book=RuleBook.bundled())
    session.poll()
    session.close()
    return session.snapshot


def test_each_of_several_is_told(logs: Path, unpacked: list[int], capsys: pytest.CaptureFixture[str]) -> None:
    """By its ratio, and no more of it is unpacked than the ratio allows."""
    bombs = [rotated(logs, rank, suffix, b"x\n" + b"\0" * (64 << 20)) for rank, suffix in enumerate(PACK, 1)]
    snapshot = read(logs)
    assert snapshot.outcome is Outcome.FAILED
    assert {row.path: row.reason for row in snapshot.not_read} == {path.name: RATIO for path in bombs}
    assert [source.path for source in snapshot.sources] == [f"rank_{rank}.log" for rank in range(4)]
    allowed = [max(unpacking.RATIO_FROM, path.stat().st_size * unpacking.MAX_RATIO) + BLOCK for path in bombs]
    assert 0 < sum(unpacked) <= sum(allowed)
    assert main(["report", str(logs)]) == 1
    assert capsys.readouterr().out.count(RATIO) == len(bombs)


@pytest.mark.parametrize("cores", [1, 4])
def test_all_together_are_bounded_and_every_one_is_read_or_told(
    logs: Path, unpacked: list[int], cores: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of them is small enough for its ratio not to matter; with one core the first three find room."""
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    monkeypatch.setattr(unpacking, "MAX_BYTES", 7 << 20)
    content = {rank: bomb(rank, 2 << 20) for rank in range(1, 7)}
    archives = {rank: rotated(logs, rank, list(PACK)[rank % 3], content[rank]) for rank in content}
    assert all(path.stat().st_size < 64 << 10 for path in archives.values())
    snapshot = read(logs)
    told = {row.path: row.reason for row in snapshot.not_read}
    lines = {source.path: source.lines for source in snapshot.sources}
    assert snapshot.outcome is Outcome.FAILED and len(lines) == 7
    for rank, path in archives.items():
        earlier = 0 if path.name in told else content[rank].count(b"\n")
        assert lines[f"rank_{rank}.log"] == earlier + 1
    assert set(told) <= {path.name for path in archives.values()} and len(told) >= 3
    assert cores > 1 or set(told) == {archives[rank].name for rank in (4, 5, 6)}
    assert all(reason.startswith("the compressed logs unpack to more than") for reason in told.values())
    assert unpacking._budget._used <= unpacking.MAX_BYTES
    assert sum(unpacked) <= sum(map(len, content.values()))
