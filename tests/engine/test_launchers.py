"""Each row of the launchers' table, on a real line."""

from __future__ import annotations

import re

import pytest

from denpex_tui.engine.launchers import ROWS, LauncherRow, exits, normal_code, rank_list, signal_name
from denpex_tui.engine.model import Exit
from tests.engine.written import lines_of

ELASTIC = "torch/distributed/elastic/"
REAL: dict[str, tuple[str, dict[str, str]]] = {
    "torchrun agent/agent-failed": (
        f"E1130 19:57:46.121000 15240 {ELASTIC}multiprocessing/api.py:1002] failed (exitcode: -9) local_rank: 3 "
        "(pid: 15261) of binary: /opt/venv/bin/python3",
        {"code": "-9", "local_rank": "3", "pid": "15261"},
    ),
    "torchrun agent/closing-signal": (
        f"W1130 20:37:16.165000 2299 {ELASTIC}multiprocessing/api.py:1028] Sending process 2315 closing signal SIGTERM",
        {"pid": "2315", "signal": "SIGTERM"},
    ),
    "torchrun agent/start": (
        "I1130 20:13:10.553000 23963 torch/distributed/launcher/api.py:195] Starting elastic_operator with launch "
        "configs:",
        {},
    ),
    "torchrun agent/kill": (
        f"W1130 21:51:03.086000 5197 {ELASTIC}multiprocessing/api.py:1047] Unable to shutdown process 5214 via 15, "
        "forcefully exiting via 9",
        {"pid": "5214"},
    ),
    "deepspeed launcher/start": (
        "[2026-11-30 20:30:18,002] [INFO] [runner.py:607:main] cmd = /opt/venv/bin/python3 -u -m "
        "deepspeed.launcher.launch --world_info=eyJsb2NhbGhvc3QiOiBbMCwgMV19 --master_addr=127.0.0.1 train.py",
        {},
    ),
    "srun/forced": ("srun: forcing job termination", {}),
    "torchrun agent/restart": (
        f"I1130 20:13:32.863000 23963 {ELASTIC}agent/server/api.py:942] [default] Worker group FAILED. 2/2 attempts "
        "left; will restart worker group",
        {"left": "2", "total": "2"},
    ),
    "torchrun agent/restart-count": (
        f"I1130 20:13:33.328000 23963 {ELASTIC}agent/server/api.py:553]   restart_count=1",
        {"count": "1"},
    ),
    "torchrun agent/finished": (
        f"I1130 20:14:40.513000 23963 {ELASTIC}agent/server/api.py:926] [default] worker group successfully finished. "
        "Waiting 300 seconds for other agents to finish.",
        {},
    ),
    "deepspeed launcher/spawn": (
        "[2026-11-30 20:30:22,511] [INFO] [launch.py:261:main] process 1257 spawned with command: "
        "['/opt/venv/bin/python3', '-u', 'train.py', '--local_rank=3', '--accum', 'fp32', '--probe']",
        {"pid": "1257", "local_rank": "3"},
    ),
    "deepspeed launcher/kill": (
        "[2026-11-30 20:31:15,625] [INFO] [launch.py:324:sigkill_handler] Killing subprocess 1257",
        {"pid": "1257"},
    ),
    "deepspeed launcher/success": (
        "[2026-11-30 20:31:15,625] [INFO] [launch.py:367:main] Process 1257 exits successfully.",
        {"pid": "1257"},
    ),
    "deepspeed launcher/subprocess-exit": (
        "[2026-11-30 20:31:15,628] [ERROR] [launch.py:330:sigkill_handler] ['/opt/venv/bin/python3', '-u', 'train.py', "
        "'--local_rank=3', '--accum', 'fp32', '--probe'] exits with return code = 1",
        {"code": "1"},
    ),
    "srun/task-exit": (
        "srun: error: node-0: tasks 0-1,3: Terminated",
        {"host": "node-0", "ranks": "0-1,3", "how": "Terminated"},
    ),
    "slurmstepd/cancelled": (
        "slurmstepd-node-0: error: *** JOB 1 ON node-0 CANCELLED AT 2026-11-30T20:11:35 DUE TO TIME LIMIT ***",
        {"what": "JOB", "job": "1", "host": "node-0", "at": "2026-11-30T20:11:35", "reason": "TIME LIMIT "},
    ),
    "mpirun/exited-on-signal": (
        "mpirun noticed that process rank 7 with PID 0 on node node-0 exited on signal 9 (Killed).",
        {"rank": "7", "pid": "0", "host": "node-0", "signal_number": "9"},
    ),
    "mpirun/mpi-abort": ("MPI_ABORT was invoked on rank 2 in communicator MPI_COMM_WORLD", {"rank": "2"}),
    "mpirun/first-to-exit": ("  Process name: [[4684,1],2]", {"rank": "2"}),
    "the training program/finished": (
        "2026-11-30 19:55:41,002 [rank0] INFO train: training finished after 12 steps",
        {},
    ),
    "NCCL/communicator": (
        "nodea:41028:43152 [3] NCCL INFO comm 0x55b5 rank 3 nranks 8 cudaDev 3 nvmlDev 3 busId c1000 commId 0x1 - Init",
        {"rank": "3", "world_size": "8"},
    ),
    "HF Trainer/train-runtime": (
        "{'train_runtime': '12.48', 'train_samples_per_second': '1.923', 'train_loss': '5.287', 'epoch': '1'}",
        {},
    ),
}


def name_of(row: LauncherRow) -> str:
    return f"{row.by}/{row.name}"


@pytest.mark.parametrize("row", ROWS, ids=name_of)
def test_every_row_reads_a_real_line(row: LauncherRow) -> None:
    line, fields = REAL[name_of(row)]
    match = re.search(row.pattern, lines_of(line)[0].text)
    assert match is not None
    assert {name: value for name, value in match.groupdict().items() if value is not None} == fields


@pytest.mark.parametrize("row", ROWS, ids=name_of)
def test_no_row_reads_the_line_of_another(row: LauncherRow) -> None:
    for name, (line, _) in REAL.items():
        if name != name_of(row):
            assert re.search(row.pattern, lines_of(line)[0].text) is None, name


@pytest.mark.parametrize(
    "text",
    [
        "export TORCHELASTIC_MAX_RESTARTS=3  # restart_count=0 at first",
        "the worker group failed (exitcode unknown)",
        "srun: launch/slurm: _step_signal: Terminating StepId=1.0",
        "NOTE: invoking MPI_ABORT causes Open MPI to kill all MPI processes.",
        "Process 12 was killed before training completes",
        "NCCL INFO NCCL_COMM_BLOCKING set by environment to 0.",
    ],
)
def test_lines_that_look_alike_say_nothing(text: str) -> None:
    assert [name_of(row) for row in ROWS if re.search(row.pattern, text)] == []


def exits_of(name: str, line: str) -> tuple[Exit, ...]:
    row = next(row for row in ROWS if name_of(row) == name)
    match = re.search(row.pattern, line)
    assert match is not None
    return exits(row, match.groupdict())


def test_an_exit_for_every_rank_of_a_range_list() -> None:
    found = exits_of("srun/task-exit", "srun: error: node-0: tasks 0-1,3: Terminated")
    assert [(exit_.rank, exit_.code, exit_.blamed) for exit_ in found] == [
        (0, -15, False),
        (1, -15, False),
        (3, -15, False),
    ]


@pytest.mark.parametrize(
    ("how", "code"),
    [
        ("Exited with exit code 1", 1),
        ("Exited with exit code 137", -9),
        ("Killed", -9),
        ("Segmentation fault (core dumped)", -11),
        ("Aborted (core dumped)", -6),
        ("Bus error (core dumped)", -7),
        ("Out Of Memory", -9),
        ("Unable to join", None),
    ],
)
def test_how_a_task_ended(how: str, code: int | None) -> None:
    (exit_,) = exits_of("srun/task-exit", f"srun: error: gpu-17: task 2: {how}")
    assert (exit_.rank, exit_.code, exit_.host, exit_.blamed) == (2, code, "gpu-17", True)


def test_mpirun_does_not_know_the_pid_of_a_remote_process() -> None:
    (exit_,) = exits_of("mpirun/exited-on-signal", REAL["mpirun/exited-on-signal"][0])
    assert (exit_.rank, exit_.code, exit_.pid) == (7, -9, None)


def test_shells_count_signals_from_128_on() -> None:
    assert [normal_code(code) for code in (0, 1, 3, 127, 128, 134, 137, 139, 143, 255, -9)] == [
        0, 1, 3, 127, 128, -6, -9, -11, -15, 255, -9
    ]  # fmt: skip


def test_rank_lists() -> None:
    assert rank_list("0-1,3") == (0, 1, 3)
    assert rank_list("7") == (7,)
    assert rank_list("3-") == (3,)
    assert rank_list("") == ()
    assert rank_list("x,2") == (2,)
    assert len(rank_list("0-99999999999")) == 65_537, "a hostile range is bounded"


def test_signals_have_names() -> None:
    assert [signal_name(code) for code in (-9, -15, -11, -64, 1, None)] == [
        "SIGKILL",
        "SIGTERM",
        "SIGSEGV",
        "signal 64",
        "",
        "",
    ]
