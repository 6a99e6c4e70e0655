"""The first look at a file: text or not, and how its lines are written."""

from __future__ import annotations

import gzip
import pickle
import zipfile
from pathlib import Path

import pytest

from denpex_tui.engine.probe import Probe, probe
from tests.engine.cases import corpus, report


def written(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def test_srun_labels_are_recognised_and_number_ranks() -> None:
    """slurm-labelled: ``2: [rank2]: Traceback``, with srun's own lines in between."""
    found = probe(corpus("slurm-labelled") / "srun.log")
    assert found.labelled and found.label_is_rank
    assert found.ranks == {0, 1, 2, 3}
    assert found.world_size == 4


@pytest.mark.parametrize("name", ["pt-healthy", "pt-sigkill-rank3", "mpi-tagged", "pt-hang-debug-detail", "pt-jsonl"])
def test_no_other_log_looks_labelled(name: str) -> None:
    for path in corpus(name).rglob("*"):
        if path.is_file():
            assert not probe(path).labelled, path


def test_labels_that_number_nodes(tmp_path: Path) -> None:
    """srun -l with one torchrun a node: the label of a line and its rank tag differ."""
    lines = "".join(f"{rank // 4}: [rank{rank}]: ValueError: x\n" for rank in range(8))
    found = probe(written(tmp_path / "srun.log", lines.encode()))
    assert found.labelled and not found.label_is_rank
    assert found.ranks == set(range(8))


def test_numbered_lists_are_no_labels(tmp_path: Path) -> None:
    found = probe(written(tmp_path / "x.log", b"todo\nfirst\nsecond\n1: step\n2: loss\nthird\n"))
    assert not found.labelled


@pytest.mark.parametrize("rank", range(4))
def test_whose_log_a_rank_log_is(rank: int) -> None:
    path = next(corpus("pt-sigkill-rank3").glob(f"*/attempt_0/{rank}/stderr.log"))
    found = probe(path)
    assert found.ranks == {rank}
    assert found.world_size == 4
    assert not found.json_lines


def test_tee_tags_local_ranks() -> None:
    found = probe(corpus("pt-progress-ansi") / "agent.log")
    assert found.local_ranks == {0, 1, 2, 3}


def test_json_lines() -> None:
    found = probe(corpus("pt-jsonl") / "rank_2.jsonl")
    assert found.json_lines and found.ranks == {2}
    assert not probe(next(corpus("pt-error-json").glob("*/attempt_0/3/error.json"))).json_lines  # one document


def test_mpirun_tags() -> None:
    assert probe(corpus("mpi-tagged") / "mpirun.log").ranks == {0, 1, 2, 3}


def test_nccl_names_its_host_and_the_size_of_the_world() -> None:
    found = probe(report("17-nccl1235-oom-rank3") / "out.log")
    assert (found.host, found.world_size) == ("nodea", 8)


@pytest.mark.parametrize(
    ("line", "size"),
    [
        (b"process group ready: rank 0 of 4, local rank 0 of 2", 4),
        (b"rank 2/8: optimizer", 8),
        (b"dist_world_size=16", 16),
        (b"world size: 32", 32),
        (b'  "world_size": 64,', 64),
        (b"comm 0x1 rank 0 nranks 8 cudaDev 0\ncomm 0x2 rank 0 nranks 2 cudaDev 0", 8),
        (b" self.dp_world_size=4", None),
        (b"local rank 1 of 2", None),
        (b"node rank 1/2", None),
        (b"step 3/30", None),
        (b"world_size=0", None),
    ],
)
def test_the_size_of_the_world(tmp_path: Path, line: bytes, size: int | None) -> None:
    assert probe(written(tmp_path / "x.log", line + b"\n")).world_size == size


def test_pdsh_hosts(tmp_path: Path) -> None:
    lines = b"gpu-node-1: [2026-05-01 12:00:00,123] [INFO] x\ngpu-node-2: [rank8]: Traceback\nValueError: [1, 2]\n"
    assert probe(written(tmp_path / "x.log", lines)).hosts == {"gpu-node-1", "gpu-node-2"}


@pytest.mark.parametrize(
    ("name", "data", "word"),
    [
        ("a.log", b"\x89PNG\r\n\x1a\n" + bytes(100), "image"),
        ("b.log", pickle.dumps([1, 2, 3], protocol=4), "pickle"),
        ("c.log", b"\x7fELF\x02\x01\x01" + bytes(60), "program"),
        ("d.log", gzip.compress(b"text\n", mtime=0), "gzip"),
        ("e.log", bytes(5_000), "NUL"),
        ("f.log", "a log line\n".encode("utf-16"), "UTF-16"),
        ("g.log", "a log line\n".encode("utf-16-le"), "UTF-16LE"),
        ("h.log", bytes(range(256)) * 20, "binary"),
    ],
)
def test_what_is_no_text(tmp_path: Path, name: str, data: bytes, word: str) -> None:
    found = probe(written(tmp_path / name, data))
    assert not found.is_log
    assert word in found.reason


def test_a_checkpoint_named_like_a_log(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "state.out", "w") as archive:
        archive.writestr("data.pkl", "x")
    assert "zip archive or a PyTorch checkpoint" in probe(tmp_path / "state.out").reason


def test_an_empty_file_is_a_log_so_far_empty(tmp_path: Path) -> None:
    assert probe(written(tmp_path / "stdout.log", b"")) == Probe(True, empty=True)


def test_a_log_with_a_hole_is_a_log(tmp_path: Path) -> None:
    """Truncated in place while its writer went on: the file begins with as many NULs as it had bytes."""
    assert probe(written(tmp_path / "a.log", bytes(40_000) + b"[rank3]: ValueError\n" * 50)).is_log
    assert probe(written(tmp_path / "b.log", b"line\n" * 50 + bytes(300) + b"line\n" * 50)).is_log


def test_other_encodings_and_colours_are_text(tmp_path: Path) -> None:
    assert probe(written(tmp_path / "a.log", "Fehler: Gerät läuft nicht\n".encode("latin-1") * 30)).is_log
    assert probe(written(tmp_path / "b.log", "训练失败\n".encode("gbk") * 30)).is_log
    assert probe(written(tmp_path / "c.log", b"\x1b[31mERROR\x1b[0m\r\n" * 30)).is_log
