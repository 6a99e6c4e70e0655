"""Small logs of a job of four ranks, in the words of real ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

RANKS = range(4)
GLOO_CLOSED = (
    "RuntimeError: [/pytorch/third_party/gloo/gloo/transport/tcp/pair.cc:553] Connection closed by peer "
    "[127.0.0.1]:26777. This is typically caused by a remote worker crashing."
)
GLOO_TIMEOUT = (
    "RuntimeError: [/pytorch/third_party/gloo/gloo/transport/tcp/unbound_buffer.cc:78] Timed out waiting 15000ms for "
    "recv operation to complete"
)
OUT_OF_MEMORY = (
    "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 3 has a total capacity of 79.10 GiB"
)
Exits = Mapping[int, int]
"""Local rank -> exit code."""


def steps(rank: int, count: int = 6, minute: int = 10, shift: float = 0, start: int = 0) -> str:
    """The step lines of a rank up to ``count``, one a second; ``shift`` seconds are added to its clock."""
    return "".join(
        f"2026-11-30 20:{minute:02}:{int(step + shift):02},000 [rank{rank}] INFO train: step {step}/30 loss=2.0\n"
        for step in range(start, count)
    )


def ready(rank: int, world: int = 4) -> str:
    return f"2026-11-30 20:09:47,800 [rank{rank}] INFO train: process group ready: rank {rank} of {world}\n"


def traceback(rank: int, error: str, function: str = "check_batch") -> str:
    """An uncaught exception, as torch's excepthook prints it."""
    lines = (
        "Traceback (most recent call last):",
        f'  File "/workspace/train.py", line 151, in {function}',
        "    step(batch)",
        error,
    )
    return "".join(f"[rank{rank}]: {line}\n" for line in lines)


def logged(rank: int, second: int, error: str, minute: int = 10) -> str:
    """The same, announced by a line with a time."""
    line = f"2026-11-30 20:{minute:02}:{second:02},000 [rank{rank}] ERROR train: step failed\n"
    return line + traceback(rank, error)


def watchdog(rank: int, enqueued: int | None = None) -> str:
    """An NCCL timeout; with the counters of the rank when ``enqueued`` is given."""
    at = f"[rank{rank}]:[E1130 20:20:47.341808597 ProcessGroupNCCL.cpp:632] "
    text = (
        f"{at}[Rank {rank}] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=241, OpType=ALLREDUCE, "
        "NumelIn=6, NumelOut=6, Timeout(ms)=600000) ran for 600086 milliseconds before timing out.\n"
    )
    if enqueued is not None:
        text += (
            f"{at}[PG ID 0 PG GUID 0(default_pg) Rank {rank}] Exception (either an error or timeout) detected by "
            f"watchdog at work: {enqueued}, last enqueued NCCL work: {enqueued}, last completed NCCL work: "
            f"{enqueued - 1}.\n"
        )
    return text


def rank_files(texts: Mapping[int, str]) -> dict[str, str]:
    """One file a rank."""
    return {f"rank_{rank}.log": text for rank, text in texts.items()}


def torchrun_files(texts: Mapping[int, str], agent: str) -> dict[str, str]:
    """The layout of ``torchrun --log-dir``, with the agent's own log."""
    return {"agent.log": agent} | {f"none_x/attempt_0/{rank}/stderr.log": text for rank, text in texts.items()}


def agent(exits: Exits, root: int, terminated: Iterable[int] = ()) -> str:
    """What the agent logs at the end; ``root`` is the local rank that it calls the root cause."""
    api = "torch/distributed/elastic/multiprocessing/api.py"
    sent = [
        f"W1130 20:30:16.165000 2299 {api}:1028] Sending process {100 + rank} closing signal SIGTERM"
        for rank in terminated
    ]
    failed = (
        f"E1130 20:30:46.121000 2299 {api}:1002] failed (exitcode: {exits[root]}) local_rank: {root} "
        f"(pid: {100 + root}) of binary: /opt/venv/bin/python3"
    )
    others = [row(rank, code, number) for number, (rank, code) in enumerate(exits.items(), 1) if rank != root]
    table = [
        "=" * 60,
        "/workspace/train.py FAILED",
        "-" * 60,
        "Failures:",
        *others,
        "-" * 60,
        "Root Cause (first observed failure):",
        row(root, exits[root], 0),
        "=" * 60,
    ]
    return "\n".join([*sent, failed, *table, ""])


def row(rank: int, code: int, number: int) -> str:
    return (
        f"[{number}]:\n  time      : 2026-11-30_20:30:46\n  host      : node-0\n"
        f"  rank      : {rank} (local_rank: {rank})\n  exitcode  : {code} (pid: {100 + rank})\n"
        "  error_file: <N/A>\n  traceback : Signal"
    )
