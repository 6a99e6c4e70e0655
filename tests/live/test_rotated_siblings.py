"""Rotated parts that are there when a log is opened: read as its earlier lines, or told to be something else."""

from __future__ import annotations

import bz2
import gzip
import lzma
import random
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from denpex_tui.engine import unpacking
from denpex_tui.engine.discover import Found, discover
from denpex_tui.engine.model import Outcome
from denpex_tui.engine.session import Session
from tests.engine.cases import corpus
from tests.engine.pipeline import book, snapshot_of
from tests.live.sessions import following, reasons, shown, shows
from tests.live.tail import Tail, append, digest, steps

PACK: dict[str, Callable[[bytes], bytes]] = {
    "gz": gzip.compress,
    "bz2": bz2.compress,
    "xz": lzma.compress,
}
if find_spec("zstandard"):  # an extra
    PACK["zst"] = import_module("zstandard").compress


def names(found: Found) -> list[str]:
    return [source.path for source in found.sources]


def whys(found: Found) -> dict[str, str]:
    return {row.path: row.reason for row in found.not_read}


@pytest.mark.parametrize("suffix", PACK)
def test_parts_from_the_oldest_on(tmp_path: Path, suffix: str) -> None:
    """``.3.gz``, ``.2.gz``, ``.1`` and the log itself are one source; later it is rotated once more."""
    log = tmp_path / "rank_0.log"
    (tmp_path / f"rank_0.log.3.{suffix}").write_bytes(PACK[suffix](steps(0, 30)))
    (tmp_path / f"rank_0.log.2.{suffix}").write_bytes(PACK[suffix](steps(30, 30)))
    (tmp_path / "rank_0.log.1").write_bytes(steps(60, 30))
    log.write_bytes(steps(90, 30))
    with following(tmp_path) as session:
        assert [source.path for source in session.snapshot.sources] == ["rank_0.log"]
        assert not session.snapshot.not_read
        assert digest(shown(session, "rank_0.log")) == digest(steps(0, 120))
        log.rename(tmp_path / "rank_0.log.0")
        (tmp_path / "rank_0.log.0").rename(tmp_path / "rank_0.log.1")
        append(log, steps(120, 3))
        assert shows(session, "rank_0.log", steps(0, 123))
        assert [source.path for source in session.snapshot.sources] == ["rank_0.log"]


def test_parts_that_are_numbered_by_date(tmp_path: Path) -> None:
    parts = {"-20261128.gz": 0, "-20261129": 1, "-20261130": 2, "": 3}
    for suffix, number in parts.items():
        data = steps(number * 10, 10)
        (tmp_path / f"rank_0.log{suffix}").write_bytes(gzip.compress(data) if suffix.endswith("gz") else data)
    with following(tmp_path) as session:
        assert digest(shown(session, "rank_0.log")) == digest(steps(0, 40))


@pytest.mark.parametrize("suffix", PACK)
def test_only_a_compressed_part_is_left(tmp_path: Path, suffix: str) -> None:
    """It is a source that is named after the log, whose rank its name still says."""
    for rank in range(2):
        (tmp_path / f"rank_{rank}.log.{suffix}").write_bytes(PACK[suffix](steps(0, 50, rank)))
    found = discover([str(tmp_path)])
    assert [(source.path, source.rank) for source in found.sources] == [("rank_0.log", 0), ("rank_1.log", 1)]
    with following(tmp_path) as session:
        assert digest(shown(session, "rank_1.log")) == digest(steps(0, 50, 1))
        assert not session.snapshot.not_read and not session.snapshot.warnings
        append(tmp_path / "rank_1.log", steps(50, 5, 1))
        assert shows(session, "rank_1.log", steps(0, 55, 1))


def test_a_whole_compressed_job_gives_the_same_verdict(tmp_path: Path) -> None:
    original = corpus("pt-valueerror-rank2")
    for file in (path for path in original.rglob("*") if path.is_file()):
        target = tmp_path / file.relative_to(original)
        target.parent.mkdir(parents=True, exist_ok=True)
        if file.suffix == ".json":
            target.write_bytes(file.read_bytes())
        else:
            target.with_name(target.name + ".gz").write_bytes(gzip.compress(file.read_bytes()))
    packed, plain = snapshot_of(tmp_path), snapshot_of(original)
    assert packed.incidents == plain.incidents
    assert packed.outcome is Outcome.FAILED


@pytest.mark.parametrize("with_log", [True, False])
def test_numbers_of_ranks_are_no_rotation(tmp_path: Path, with_log: bool) -> None:
    """``log.1`` beside ``log.2``, written at the same time by other ranks: four sources, whatever it costs."""
    for rank in range(4):
        name = "train.log" if with_log and rank == 0 else f"train.log.{rank}"
        untagged = steps(0, 400, rank).replace(b"[rank%d] " % rank, b"")
        (tmp_path / name).write_bytes(untagged[: 5_000 * (rank + 1)].replace(b"loss=2", b"loss=%d" % rank))
    found = discover([str(tmp_path)])
    assert len(found.sources) == 4
    tagged = tmp_path / "tagged"
    tagged.mkdir()
    for rank in range(1, 4):
        (tagged / f"train.log.{rank}").write_bytes(steps((4 - rank) * 1000, 4, rank))
    (tagged / "train.log").write_bytes(steps(5000, 4, 0))
    assert len(discover([str(tagged)]).sources) == 4, "the order of their times is a chance, their tags are none"


def test_a_single_number_is_no_rotation(tmp_path: Path) -> None:
    (tmp_path / "train.log.3").write_bytes(steps(0, 4))
    assert names(discover([str(tmp_path)])) == ["train.log.3"]


def test_parts_without_their_log_must_follow_each_other(tmp_path: Path) -> None:
    for number in range(3):
        (tmp_path / f"train.log.{3 - number}").write_bytes(steps(number * 500, 400))
    found = discover([str(tmp_path)])
    assert names(found) == ["train.log"]
    assert [part.path.name for part in found.sources[0].earlier] == ["train.log.3", "train.log.2", "train.log.1"]


def test_a_copy_that_was_not_cut_yet(tmp_path: Path) -> None:
    """Opened between the copying and the truncation: the copy is no log of its own, and its lines count once."""
    log = tmp_path / "rank_0.log"
    log.write_bytes(steps(0, 50))
    (tmp_path / "rank_0.log.1").write_bytes(steps(0, 50)[:1000])
    with following(tmp_path) as session:
        assert reasons(session) == {"rank_0.log.1": "it is a copy of the beginning of rank_0.log"}
        (tmp_path / "rank_0.log.1").write_bytes(steps(0, 50))
        log.write_bytes(b"")
        append(log, steps(50, 5))
        assert shows(session, "rank_0.log", steps(0, 55))


def test_a_part_that_is_just_being_compressed(tmp_path: Path) -> None:
    """Both are there: the plain one counts."""
    (tmp_path / "rank_0.log").write_bytes(steps(50, 5))
    (tmp_path / "rank_0.log.1").write_bytes(steps(0, 50))
    (tmp_path / "rank_0.log.1.gz").write_bytes(gzip.compress(steps(0, 50))[:200])
    with following(tmp_path) as session:
        assert digest(shown(session, "rank_0.log")) == digest(steps(0, 55))
        assert reasons(session) == {"rank_0.log.1.gz": "it is the compressed copy of a file that is read"}


def test_a_compressed_part_that_ends_early(tmp_path: Path) -> None:
    """What can be unpacked is read, and the rest is said to be missing."""
    noise = random.Random(1).randbytes(4000).hex().encode()
    content = b"".join(steps(at, 1) + noise[at * 40 : at * 40 + 40] + b"\n" for at in range(200))
    packed = gzip.compress(content)
    (tmp_path / "rank_0.log.1.gz").write_bytes(packed[: len(packed) // 2])
    (tmp_path / "rank_0.log").write_bytes(steps(500, 5))
    with following(tmp_path) as session:
        lines = shown(session, "rank_0.log").splitlines()
        assert len(lines) > 100
        assert lines[:40] == content.splitlines()[:40]
        assert lines[-4:] == steps(500, 5).splitlines()[-4:]
        assert reasons(session) == {"rank_0.log.1.gz": "only a part of it: the compressed file ends early"}


def test_damaged_and_strange_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "rank_0.log").write_bytes(steps(50, 5))
    (tmp_path / "rank_0.log.1.gz").write_bytes(b"\x1f\x8b" + b"garbage" * 9)
    (tmp_path / "rank_0.log.2.gz").write_bytes(b"no gzip at all\n")
    (tmp_path / "data.csv.gz").write_bytes(gzip.compress(b"a,b\n1,2\n"))
    (tmp_path / "train.jsonl.gz").write_bytes(gzip.compress(b'{"prompt": "a"}\n{"prompt": "b"}\n'))
    found = discover([str(tmp_path)])
    assert names(found) == ["rank_0.log"]
    told = whys(found)
    assert told["rank_0.log.1.gz"].startswith("it cannot be unpacked: ")
    assert told["rank_0.log.2.gz"] == told["data.csv.gz"] == "it is compressed; unpack it to have it read"
    assert told["train.jsonl"].startswith("its records hold no time")


@pytest.mark.parametrize("suffix", PACK)
def test_a_bomb_is_refused(tmp_path: Path, suffix: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three hundred megabytes of NUL bytes in some kilobytes; the log itself is read."""
    monkeypatch.setattr(unpacking, "RATIO_FROM", 1 << 20)
    (tmp_path / "rank_0.log").write_bytes(steps(50, 5))
    (tmp_path / f"rank_0.log.1.{suffix}").write_bytes(PACK[suffix](steps(0, 1) + b"\0" * (100 << 20)))
    with following(tmp_path) as session:
        told = reasons(session)[f"rank_0.log.1.{suffix}"]
        assert told == "it unpacks to more than 1,000 times its size"
        assert digest(shown(session, "rank_0.log")) == digest(steps(50, 5))


def test_all_parts_together_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unpacking, "_budget", unpacking._Budget())
    monkeypatch.setattr(unpacking, "MAX_BYTES", 10_000)
    for rank in range(3):
        (tmp_path / f"rank_{rank}.log.1.gz").write_bytes(gzip.compress(steps(0, 100, rank)))
        (tmp_path / f"rank_{rank}.log").write_bytes(steps(500, 5, rank))
    with following(tmp_path) as session:
        assert len(session.snapshot.not_read) == 2
        assert all("unpack to more than" in row.reason for row in session.snapshot.not_read)
        assert len(session.snapshot.sources) == 3


def test_zstd_without_its_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is an extra; what to install is said."""
    monkeypatch.setitem(sys.modules, "zstandard", None)
    (tmp_path / "rank_0.log.1.zst").write_bytes(b"\x28\xb5\x2f\xfd" + bytes(40))
    (tmp_path / "rank_0.log").write_bytes(steps(50, 5))
    found = discover([str(tmp_path)])
    assert whys(found) == {"rank_0.log.1.zst": "it is zstd-compressed; pip install 'denpex-tui[zstd]' to have it read"}


def test_a_file_that_was_named_is_read_alone(tmp_path: Path) -> None:
    """Its parts only when they are named as well."""
    for suffix, first in ((".1", 0), ("", 50)):
        (tmp_path / f"rank_0.log{suffix}").write_bytes(steps(first, 50))
    alone, part = discover([str(tmp_path / "rank_0.log")]), discover([str(tmp_path / "rank_0.log.1")])
    assert alone.sources[0].earlier == () and names(part) == ["rank_0.log.1"]
    together = discover([str(tmp_path / "rank_0.log*")])
    assert names(together) == ["rank_0.log"] and len(together.sources[0].earlier) == 1


def test_the_first_look_does_not_unpack(tmp_path: Path) -> None:
    """A verdict within a second: what rotation put aside is read after it."""
    (tmp_path / "rank_0.log.1.gz").write_bytes(gzip.compress(steps(0, 5_000)))
    (tmp_path / "rank_0.log").write_bytes(steps(5_000, 5))
    session = Session([str(tmp_path)], book=book())
    assert session.quick().sources[0].lines == 5
    session.poll()
    assert session.snapshot.sources[0].lines == 5_005
    session.close()


def test_names_that_moved_on_since_they_were_listed(tmp_path: Path) -> None:
    """Rotated between the listing and the opening: the parts are found by what they are."""
    log = tmp_path / "rank_0.log"
    parts = [tmp_path / f"rank_0.log.{number}" for number in (2, 1)]
    for path, first in ((parts[0], 0), (parts[1], 10), (log, 20)):
        path.write_bytes(steps(first, 10))
    tail = Tail(log, *parts)
    parts[0].rename(tmp_path / "rank_0.log.3")
    parts[1].rename(tmp_path / "rank_0.log.2")
    log.rename(tmp_path / "rank_0.log.1")
    append(log, steps(30, 1))
    assert tail.sees(steps(0, 31))
    tail.close()
