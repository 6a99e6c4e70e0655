"""What a path says of its writer, and which numbers say nothing."""

from __future__ import annotations

from pathlib import PurePosixPath

import pytest

from denpex_tui.engine.layout import Layout, recognise
from denpex_tui.engine.model import Stream
from denpex_tui.engine.probe import Probe
from denpex_tui.engine.siblings import confirm


@pytest.mark.parametrize(
    ("path", "layout"),
    [
        ("none_1ulisqjw/attempt_0/3/stderr.log", Layout("torchrun", local_rank=3, attempt=0, stream=Stream.STDERR)),
        ("none_1ulisqjw/attempt_2/0/stdout.log", Layout("torchrun", local_rank=0, attempt=2, stream=Stream.STDOUT)),
        ("none_1ulisqjw/attempt_0/3/error.json", Layout("torchrun", local_rank=3, attempt=0)),
        (
            "node-1/job-7421_jb7u32hq/attempt_0/1/stderr.log",
            Layout("torchrun", local_rank=1, node="node-1", attempt=0, stream=Stream.STDERR),
        ),
        ("20260501120000_rank3.log", Layout("deepspeed", rank=3)),
        ("rank_3.log", Layout("rank", rank=3)),
        ("rank3.log", Layout("rank", rank=3)),
        ("rank3.jsonl", Layout("rank", rank=3)),
        ("train.rank12.log", Layout("rank", rank=12)),
        ("global_rank_007.txt", Layout("rank", rank=7)),
        ("attempt_1/rank3.log", Layout("rank", rank=3, attempt=1)),
        ("node1/rank11.log", Layout("rank", rank=11, node="node1")),
        ("rank-3/train.log", Layout("rank", rank=3)),
        ("1/rank.3/stdout", Layout("openmpi", rank=3, stream=Stream.STDOUT)),
        ("12345_3_log.err", Layout("submitit", rank=3, stream=Stream.STDERR)),
        ("nemo_log_globalrank-3_localrank-1.txt", Layout("nemo", rank=3, local_rank=1)),
        ("node0-gpu3.txt", Layout("node-gpu", local_rank=3, node="node0")),
        ("local_rank_2.log", Layout("gpu", local_rank=2)),
        ("node_rank_1.log", Layout("node", node="1")),
        ("nccl.gpu-7.1234.log", Layout("nccl", host="gpu-7")),
        ("agent.log", Layout("launcher")),
        ("node-0/agent.log", Layout("launcher", node="node-0")),
        ("hostX/torchrun.log", Layout("launcher", node="hostX")),
        ("console.log", Layout("launcher")),
        ("srun.log", Layout("launcher")),
        ("slurm-991.out", Layout("launcher")),
        ("mpirun.log", Layout("launcher")),
        ("agent_error.json", Layout("launcher")),
        ("train.log", Layout("combined")),
    ],
)
def test_a_recognised_shape(path: str, layout: Layout) -> None:
    assert recognise(PurePosixPath(path)) == layout


@pytest.mark.parametrize(
    "path",
    [
        "train-2024.log",
        "train-2024-05-01.log",
        "ranking-5.log",
        "frank3.log",
        "tp_rank_3.log",
        "pp_rank_1.log",
        "dp_rank0.log",
        "events_1764531437.txt",
        "worker-0123456789abcdef0123-01000000-615.out",
        "loss_3e-4.log",
        "v2.log",
        "8gpus.log",
        "master-0.log",
    ],
)
def test_a_number_that_is_no_rank(path: str) -> None:
    layout = recognise(PurePosixPath(path))
    assert layout.rank is None or layout.weak
    assert confirm([(PurePosixPath(path), layout, Probe(True))])[0].rank is None


def named(*names: str, **tagged: int) -> list[tuple[str, int | None, int | None]]:
    """The names with the rank and local rank that each is given when they lie together."""
    paths = [PurePosixPath(name) for name in names]
    probes = [
        Probe(True, ranks=frozenset({tagged[path.stem]}) if path.stem in tagged else frozenset()) for path in paths
    ]
    layouts = confirm([(path, recognise(path), probe) for path, probe in zip(paths, probes, strict=True)])
    return [(str(path), layout.rank, layout.local_rank) for path, layout in zip(paths, layouts, strict=True)]


@pytest.mark.parametrize(
    "pattern",
    [
        "{}.log",
        "log.{}",
        "worker-{}.log",
        "job_1_{}.log",
        "train-991-000{}.out",
        "hello_{}.err",
        "stdout.{}",
        "proc{}.txt",
    ],
)
def test_numbers_from_zero_on_in_sibling_files_are_ranks(pattern: str) -> None:
    together = [pattern.format(rank) for rank in range(4)]
    assert [rank for _, rank, _ in named(*together)] == [0, 1, 2, 3]
    assert named(together[3]) == [(together[3], None, None)]


def test_two_streams_of_one_task_are_one_shape() -> None:
    assert [rank for _, rank, _ in named("a_0.out", "a_0.err", "a_1.out", "a_1.err")] == [0, 0, 1, 1]


def test_siblings_that_count_something_else_are_no_ranks() -> None:
    for names in [
        ("run_0.out", "run_1.out"),
        ("epoch_0.out", "epoch_1.out"),
        ("log.1", "log.2"),
        ("train_2024.out", "train_2025.out"),
        ("0.log", "977.log"),
        ("job_1_991.log", "job_1_992.log"),
    ]:
        assert {rank for _, rank, _ in named(*names)} == {None}, names


def test_pods_beside_a_master_are_not_numbered_by_rank() -> None:
    """Kubeflow: the master is node 0 and worker-0 node 1, with as many ranks as the pod has GPUs."""
    assert {rank for _, rank, _ in named("job-master-0.log", "job-worker-0.log", "job-worker-1.log")} == {None}


def test_fewer_files_than_ranks_are_numbered_by_node() -> None:
    big = Probe(True, world_size=16)
    paths = [PurePosixPath(f"worker-{node}.log") for node in range(2)]
    assert [layout.rank for layout in confirm([(path, recognise(path), big) for path in paths])] == [None, None]


def test_fewer_numbers_than_ranks_below_one_node_are_local() -> None:
    big = Probe(True, world_size=16)
    paths = [PurePosixPath(f"node-1/{local}.log") for local in range(8)]
    layouts = confirm([(path, recognise(path), big) for path in paths])
    assert [(layout.rank, layout.local_rank) for layout in layouts] == [(None, local) for local in range(8)]


def test_a_few_missing_ranks_do_no_harm() -> None:
    assert [rank for _, rank, _ in named("0.log", "1.log", "3.log")] == [0, 1, 3]


def test_the_lines_own_tag_confirms_or_refuses_a_number() -> None:
    assert named("job_1_3.log", job_1_3=3) == [("job_1_3.log", 3, None)]
    assert named("0.log", "1.log", **{"1": 5}) == [("0.log", 0, None), ("1.log", None, None)]
    assert named("rank3.log", rank3=11) == [("rank3.log", None, None)]


def test_a_file_that_holds_several_ranks_is_nobodys() -> None:
    several = Probe(True, ranks=frozenset({0, 1, 2, 3}))
    files = [(PurePosixPath(f"task_1_{node}.out"), several) for node in range(2)]
    assert [layout.rank for layout in confirm([(path, recognise(path), probe) for path, probe in files])] == [
        None,
        None,
    ]


def test_the_same_number_under_two_nodes_is_a_local_rank() -> None:
    names = [f"node-{node}/{directory}{local}.log" for directory in ("rank", "") for node in (0, 1) for local in (0, 1)]
    for _, rank, local in named(*names):
        assert rank is None and local in (0, 1)


def test_global_numbers_under_two_nodes_stay_ranks() -> None:
    names = ["node0/rank14.log", "node0/rank15.log", "node1/rank10.log", "node1/rank11.log"]
    assert [rank for _, rank, _ in named(*names)] == [14, 15, 10, 11]
