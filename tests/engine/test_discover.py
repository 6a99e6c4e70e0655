"""From the paths of the command line to what is read, and to the reason for everything that is not."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from denpex_tui.engine.discover import Found, discover
from denpex_tui.engine.errors import UsageError
from denpex_tui.engine.model import NotRead, Stream
from tests.engine.cases import corpus, report


def put(root: Path, name: str, data: bytes = b"2026-05-01 12:00:00,123 INFO step 1\n") -> Path:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def names(found: Found) -> list[str]:
    return [source.path for source in found.sources]


def reasons(found: Found) -> dict[str, str]:
    return {row.path: row.reason for row in found.not_read}


def test_a_torchrun_tree() -> None:
    """pt-error-json: agent log, two streams and an error file for each of four local ranks."""
    found = discover([str(corpus("pt-error-json"))])
    tree = "none__q6h5etb/attempt_0"
    assert names(found) == ["agent.log", "agent_error.json"] + [
        f"{tree}/{local}/{name}" for local in range(4) for name in ("error.json", "stderr.log", "stdout.log")
    ]
    assert found.not_read == ()
    assert [source.id for source in found.sources] == list(range(14))
    assert {source.local_rank for source in found.sources[2:]} == {0, 1, 2, 3}
    assert {source.rank for source in found.sources} == {None}
    assert found.sources[3].stream is Stream.STDERR
    assert found.sources[3].location.read_bytes()
    assert found.sources[3].bytes == found.sources[3].location.stat().st_size
    assert len(found.probes) == 14


def test_two_nodes_are_told_apart_by_their_directories() -> None:
    found = discover([str(corpus("pt-two-nodes-skewed-behind"))])
    nodes = {(source.node, source.local_rank) for source in found.sources if source.layout == "torchrun"}
    assert nodes == {("node-0", 0), ("node-0", 1), ("node-1", 0), ("node-1", 1)}


def test_slurm_tasks_are_ranks_because_of_each_other() -> None:
    found = discover([str(corpus("slurm-scancel"))])
    assert [(source.path, source.rank, source.layout) for source in found.sources] == [
        *((f"job_1_{rank}.log", rank, "task") for rank in range(4)),
        ("slurm-1.out", None, "launcher"),
    ]


def test_a_report_with_global_ranks_on_two_nodes() -> None:
    found = discover([str(report("13-pai366-megatron-nan-rank11"))])
    assert [(source.node, source.rank) for source in found.sources] == [
        ("node0", 15), ("node1", 10), ("node1", 11), ("node1", None)
    ]  # fmt: skip


def test_order_is_natural_and_does_not_depend_on_the_arguments(tmp_path: Path) -> None:
    for rank in (10, 2, 0, 1):
        put(tmp_path, f"rank{rank}.log")
    files = [str(tmp_path / name) for name in ("rank10.log", "rank0.log", "rank2.log", "rank1.log")]
    expected = ["rank0.log", "rank1.log", "rank2.log", "rank10.log"]
    assert names(discover([str(tmp_path)])) == expected
    assert names(discover(files)) == expected
    assert names(discover(list(reversed(files)))) == expected


def test_every_file_is_accounted_for(tmp_path: Path) -> None:
    for name in ("rank0.log", "stdout", "train.out", "train.err", "notes.txt", "m.jsonl", "log.3", "console"):
        put(tmp_path, name)
    others = {
        "loss.png": "it is an image",
        "train.py": "it is source code",
        "config.yaml": "it is a configuration",
        "ds_config.json": "it is a JSON document, not a log of JSON lines",
        "metrics.csv": "it is a table of data",
        "README.md": "it is a document",
        "model.pt": "it is a checkpoint",
        "old.log.gz": "it is compressed; unpack it to have it read",
        "launch.sh": "it is a script",
        "run": "it is a script",
        "events.out.tfevents.1764531437.node": "it is a TensorBoard event file",
        "nccl_trace_rank_3": "it is a flight recorder dump",
        "data.vocab": "it does not look like a log; name the file itself to have it read",
        "train.jsonl": "its records hold no time, level, rank or metric, so it is data rather than a log",
        ".hidden.log": "it is a hidden file",
        ".git": "it is a hidden directory",
        "__pycache__": "it is a directory of Python bytecode",
    }
    for name in others:
        put(tmp_path, f"{name}/x" if name in (".git", "__pycache__") else name, b"words\n")
    put(tmp_path, "run", b"#!/bin/sh\ntorchrun\n")
    put(tmp_path, "ds_config.json", b'{\n "zero": 1\n}\n')
    put(tmp_path, "train.jsonl", b'{"prompt": "a"}\n{"prompt": "b"}\n')
    found = discover([str(tmp_path)])
    assert names(found) == ["console", "log.3", "m.jsonl", "notes.txt", "rank0.log", "stdout", "train.err", "train.out"]
    assert reasons(found) == others


def test_many_files_of_one_kind_are_one_row(tmp_path: Path) -> None:
    for number in range(40):
        put(tmp_path, f"plots/loss_{number}.png")
    assert discover([str(tmp_path)]).not_read == (NotRead("plots/*.png (40 files)", "it is an image"),)


def test_a_json_lines_log_is_read_whatever_its_suffix(tmp_path: Path) -> None:
    put(tmp_path, "app.json", b'{"time": "2026-05-01T12:00:00Z", "rank": 0, "msg": "x"}\n')
    assert names(discover([str(tmp_path)])) == ["app.json"]


def test_an_unknown_suffix_is_read_when_the_text_is_a_log(tmp_path: Path) -> None:
    put(tmp_path, "job.o991")
    assert names(discover([str(tmp_path)])) == ["job.o991"]


def test_a_file_that_was_named_is_read_if_it_is_text(tmp_path: Path) -> None:
    script = put(tmp_path, "train.py", b"print()\n")
    image = put(tmp_path, "loss.png", b"\x89PNG\r\n")
    assert names(discover([str(script)])) == ["train.py"]
    assert names(discover([str(tmp_path), str(script)])) == ["train.py"]
    found = discover([str(image)])
    assert found.sources == () and reasons(found) == {"loss.png": "it is an image"}


def test_an_empty_directory_is_no_error(tmp_path: Path) -> None:
    assert discover([str(tmp_path)]) == Found((), (), str(tmp_path))


def test_links(tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    put(logs, "rank0.log")
    outside = put(tmp_path, "outside/rank1.log")
    (logs / "latest.log").symlink_to("rank0.log")
    (logs / "loop").symlink_to(logs)
    (logs / "away").symlink_to(outside.parent)
    (logs / "broken.log").symlink_to("nothing.log")
    (logs / "circle.log").symlink_to("circle.log")
    found = discover([str(logs)])
    assert names(found) == ["rank0.log"]
    told = reasons(found)
    assert told["latest.log"] == told["loop"] == "it is a link to something that is read under its own name"
    assert told["away"] == f"it is a link out of the directory, to {outside.parent}; give that path to have it read"
    assert told["broken.log"] == "it is a link that leads nowhere: no such file or directory"
    assert "link that leads" in told["circle.log"]
    assert names(discover([str(logs / "latest.log")])) == ["latest.log"]
    assert names(discover([str(logs / "away")])) == ["rank1.log"]


def test_pipes_and_sockets_of_a_directory_are_never_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path, "rank0.log")
    os.mkfifo(tmp_path / "pipe.log")
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as unix:
        unix.bind("sock.log")
        found = discover(["."])
        with pytest.raises(UsageError, match=r"^'sock.log' is not a regular file; give its text on standard input"):
            discover(["sock.log"])
    assert names(found) == ["rank0.log"]
    assert reasons(found) == {
        "pipe.log": "it is a pipe, and opening it could wait for ever",
        "sock.log": "it is a socket",
    }
    assert names(discover(["pipe.log"])) == ["pipe.log"], "a pipe that was named is a stream"


def test_one_file_under_two_names_is_read_once(tmp_path: Path) -> None:
    path = put(tmp_path, "rank0.log")
    assert names(discover([str(tmp_path), str(path), str(tmp_path / "." / "rank0.log")])) == ["rank0.log"]


def test_globs_that_no_shell_expanded(tmp_path: Path) -> None:
    put(tmp_path, "a/rank0.log")
    put(tmp_path, "b/rank1.log")
    assert names(discover([str(tmp_path / "*" / "rank*.log")])) == ["a/rank0.log", "b/rank1.log"]
    assert names(discover([str(tmp_path / "**" / "*.log")])) == ["a/rank0.log", "b/rank1.log"]


def test_several_directories_are_named_from_the_one_around_them(tmp_path: Path) -> None:
    put(tmp_path, "run/node-0/rank0.log")
    put(tmp_path, "run/node-1/rank1.log")
    found = discover([str(tmp_path / "run" / "node-0"), str(tmp_path / "run" / "node-1")])
    assert [(source.path, source.node) for source in found.sources] == [
        ("node-0/rank0.log", "node-0"),
        ("node-1/rank1.log", "node-1"),
    ]


def test_a_part_of_a_torchrun_tree_keeps_its_local_ranks() -> None:
    attempt = next(corpus("pt-sigkill-rank3").glob("*/attempt_0"))
    assert [source.local_rank for source in discover([str(attempt / "2")]).sources] == [2, 2]
    files = [str(attempt / str(local) / "stderr.log") for local in (0, 3)]
    assert [(source.local_rank, source.attempt) for source in discover(files).sources] == [(0, 0), (3, 0)]


def test_standard_input_is_a_source() -> None:
    found = discover(["-"])
    assert names(found) == ["-"]
    assert found.sources[0].location == Path("/dev/stdin")


def test_hostile_names_are_cleaned(tmp_path: Path) -> None:
    put(tmp_path, "a\x1b[2J\nb.log")
    found = discover([str(tmp_path)])
    assert names(found) == ["a␤b.log"]
    assert found.sources[0].location.read_bytes()


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("missing", "There is no file or directory 'missing'; check the path."),
        ("*.nothing", "Nothing matches '*.nothing'; check the pattern."),
        ("", "An empty path was given; give a directory of logs, log files, or - for standard input."),
        ("a\x07b", "There is no file or directory 'a␇b'; check the path."),
    ],
)
def test_a_wrong_path_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError) as error:
        discover([path])
    assert str(error.value) == sentence


@pytest.mark.skipif(os.geteuid() == 0, reason="permissions do not bind root")
def test_files_that_may_not_be_read(tmp_path: Path) -> None:
    secret = put(tmp_path, "rank0.log")
    secret.chmod(0)
    assert reasons(discover([str(tmp_path)])) == {"rank0.log": "it cannot be read: permission denied"}
    with pytest.raises(UsageError, match="permission denied"):
        discover([str(secret)])
