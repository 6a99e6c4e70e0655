"""Four number spaces: global rank, local rank on a node, the node, the process id."""

from __future__ import annotations

from pathlib import Path

import pytest

from denpex_tui.engine.job import Job
from tests.engine.cases import corpus, real, report
from tests.engine.pipeline import job_of, write_logs

STEP = "2026-11-30 20:10:08,294 INFO train: step {step}/30 loss=2.0772\n"
TAGGED = "2026-11-30 20:10:08,294 [rank{rank}] INFO train: step 3/30 loss=2.0772\n"


def ranks_of(job: Job) -> dict[str, int | None]:
    return {source.path: source.rank for source in job.sources}


def test_equal_local_ranks_on_two_nodes() -> None:
    job = job_of(corpus("pt-two-nodes-skewed-behind"))
    assert job.ranks == (0, 1, 2, 3)
    owners = {source.path.split("/")[0]: set[int | None]() for source in job.sources}
    for source in job.sources:
        if "attempt_0" in source.path:
            owners[source.path.split("/")[0]].add(source.rank)
    assert owners == {"node-0": {0, 1}, "node-1": {2, 3}}


def test_the_node_s_own_directory_names_the_host_rather_than_the_table() -> None:
    """With a static rendezvous the table of node-1's agent says ``host: node-0``."""
    job = job_of(corpus("pt-two-nodes-skewed-behind"))
    assert job.hosts == {0: "node-0", 1: "node-0", 2: "node-1", 3: "node-1"}


def test_local_ranks_of_one_node_are_global(tmp_path: Path) -> None:
    files = {f"none_x/attempt_0/{rank}/stderr.log": STEP.format(step=rank) for rank in range(4)}
    job = job_of(write_logs(tmp_path, files))
    assert set(ranks_of(job).values()) == {0, 1, 2, 3}


def test_local_ranks_of_several_nodes_are_not(tmp_path: Path) -> None:
    files = {
        f"node-{node}/none_x/attempt_0/{rank}/stderr.log": STEP.format(step=rank)
        for node in range(2)
        for rank in range(2)
    }
    job = job_of(write_logs(tmp_path, files))
    assert set(ranks_of(job).values()) == {None}
    assert job.ranks == ()


def test_a_tag_says_which_global_rank_a_local_one_is(tmp_path: Path) -> None:
    files = {
        f"node-{node}/none_x/attempt_0/{local}/stderr.log": TAGGED.format(rank=2 * node + local)
        for node in range(2)
        for local in range(2)
    }
    job = job_of(write_logs(tmp_path, files))
    assert ranks_of(job)["node-1/none_x/attempt_0/0/stderr.log"] == 2
    assert job.ranks == (0, 1, 2, 3)


def test_the_other_stream_of_a_process_is_the_same_rank(tmp_path: Path) -> None:
    """stdout of node-1's local rank 0 has no tag; its stderr says rank 2."""
    files = {
        "node-0/none_x/attempt_0/0/stderr.log": TAGGED.format(rank=0),
        "node-1/none_x/attempt_0/0/stderr.log": TAGGED.format(rank=2),
        "node-1/none_x/attempt_0/0/stdout.log": STEP.format(step=5),
    }
    job = job_of(write_logs(tmp_path, files))
    assert ranks_of(job)["node-1/none_x/attempt_0/0/stdout.log"] == 2


def test_a_launcher_s_file_is_nobody_s() -> None:
    job = job_of(corpus("pt-valueerror-rank2"))
    assert ranks_of(job)["agent.log"] is None


def test_two_consoles_with_the_same_local_ranks_are_two_nodes() -> None:
    """Rank 3 is local rank 1 of node-1 and fails before it prints a rank; the agent's table says who it is."""
    job = job_of(real("two-nodes-tee-early3"))
    (failed,) = {event.rank for event in job.events if event.name == "FileNotFoundError"}
    assert failed == 3


def test_process_ids_lead_from_the_spawn_line_to_the_rank() -> None:
    job = job_of(corpus("bf16-ds-launcher"))
    killed = {event.rank for event in job.events if event.name == "kill"}
    assert killed == {0, 1, 2, 3}


def test_process_ids_of_the_agent_lead_through_its_table() -> None:
    job = job_of(corpus("pt-valueerror-rank2"))
    terminated = {event.rank for event in job.events if event.name == "closing-signal"}
    assert terminated == {0, 1, 3}


def test_nccl_names_the_rank_of_a_process_whose_lines_have_no_tag() -> None:
    """``nodea:41028:43152 [3]`` is host, pid, thread and CUDA device; the communicator line gives the rank."""
    job = job_of(report("17-nccl1235-oom-rank3"))
    assert job.world_size == 8
    lines = {event.rank for event in job.events if "Failed to CUDA calloc" in event.text}
    assert lines == {3}


def test_what_nobody_signed_is_unattributed(tmp_path: Path) -> None:
    block = 'Traceback (most recent call last):\n  File "train.py", line 9, in main\n    f()\nValueError: bad\n'
    job = job_of(write_logs(tmp_path, {"train.out": TAGGED.format(rank=0) + TAGGED.format(rank=1) + block}))
    (event,) = [event for event in job.events if event.kind == "traceback"]
    assert event.rank is None


def test_the_world_size_makes_ranks_without_a_log(tmp_path: Path) -> None:
    line = "2026-11-30 20:09:47,800 [rank{rank}] INFO train: process group ready: rank {rank} of 4\n"
    job = job_of(write_logs(tmp_path, {f"rank_{rank}.log": line.format(rank=rank) for rank in (0, 1, 3)}))
    assert (job.world_size, job.ranks) == (4, (0, 1, 2, 3))
    assert (0, 2) not in job.last_seen


def test_the_last_line_of_each_rank() -> None:
    job = job_of(corpus("pt-hang-skipped-collective"))
    last = job.last_seen[(0, 1)]
    assert last.text.endswith("waiting for shard train-00006 (25 s)")
    assert last.time is not None


def test_process_ids_ascend_with_the_local_rank() -> None:
    """Attempt 0 of the case: the agent ends 24068, 24070 and 24071, and says that 24069 is local rank 1."""
    job = job_of(corpus("pt-elastic-restart"))
    ended = {event.fields["pid"]: event.rank for event in job.events if event.name == "closing-signal"}
    assert {pid: ended[pid] for pid in ("24068", "24070", "24071")} == {"24068": 0, "24070": 2, "24071": 3}


AGENT = "W1130 20:13:32.569000 23963 torch/distributed/elastic/multiprocessing/api.py:1028] Sending process {} closing\
 signal SIGTERM\n"
FAILED = "E1130 20:13:32.863000 23963 torch/distributed/elastic/multiprocessing/api.py:1002] failed (exitcode: 1)\
 local_rank: 1 (pid: {}) of binary: python3\n"


@pytest.mark.parametrize(
    ("closed", "failed"),
    [((24068, 24071), 24069), ((24070, 24071, 24072), 24069), ((24068, 24070, 17), 24069)],
    ids=["one is not named", "the known one would be another", "the numbers began again"],
)
def test_an_order_that_does_not_fit_tells_nothing(tmp_path: Path, closed: tuple[int, ...], failed: int) -> None:
    files = {f"none_x/attempt_0/{rank}/stderr.log": TAGGED.format(rank=rank) for rank in range(4)}
    files["agent.log"] = "".join(AGENT.format(pid) for pid in closed) + FAILED.format(failed)
    job = job_of(write_logs(tmp_path, files))
    ended = [event.rank for event in job.events if event.name == "closing-signal"]
    assert ended == [None] * len(closed)
