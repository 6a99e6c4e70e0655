"""Writes realistic rank logs of a job that failed, with known truth: N ranks of M bytes, 60 % metric lines.

    python tests/benchmarks/generate.py DIRECTORY --ranks 64 --megabytes 100 [--seed 1]

One rank raises an exception of its own at the end; its neighbours lose their connection, the rest is terminated.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

START = 1_764_500_000.0
BLOCK_STEPS = 2_000

NOISE = (
    "{stamp} INFO [rank {rank}] data: prefetched shard train-{number:05d} in {value:.1f} ms",
    "{stamp} DEBUG [rank {rank}] loader: worker 3 queue depth 12, {number} samples left in the epoch buffer",
    "node{node}:{pid}:{pid} [{local}] NCCL INFO Channel 07/0 : {local}[{local}] -> 3[3] via SHM/direct/direct",
    "/opt/venv/lib/python3.11/site-packages/torch/utils/data/dataloader.py:431: UserWarning: worker number {number}",
)
TRACEBACK = """\
[rank{rank}]: Traceback (most recent call last):
[rank{rank}]:   File "/workspace/train.py", line 285, in main
[rank{rank}]:     job(args)
[rank{rank}]:   File "/workspace/train.py", line {line}, in {function}
[rank{rank}]:     {code}
[rank{rank}]: {error}
"""
LOCAL = ("ValueError: batch {step} has 3 non-finite input values", 231, "check_batch", "check(batch)")
CLOSED = (
    "RuntimeError: [/pytorch/third_party/gloo/gloo/transport/tcp/pair.cc:553] Connection closed by peer"
    " [10.0.0.{rank}]:4{rank:03d}. This is typically caused by a remote worker crashing.",
    198,
    "reduce_gradients",
    "dist.all_reduce(p.grad)",
)


def stamp(seconds: float) -> str:
    """Seconds after the start as Python's logging writes them."""
    whole = int(seconds)
    clock = (whole // 3600 % 24, whole // 60 % 60, whole % 60)
    return (
        f"2026-11-{1 + whole // 86_400:02d} {clock[0]:02d}:{clock[1]:02d}:{clock[2]:02d},{int(seconds % 1 * 1000):03d}"
    )


def lines(rank: int, rng: random.Random, first: int, count: int) -> str:
    """Steps ``first`` to ``first + count`` of a rank: three metric lines to two lines of noise."""
    written = []
    for step in range(first, first + count):
        now = stamp(step * 0.2 + rng.random() * 0.01)
        loss = 2 + 8 / (1 + step * 0.001) + rng.random() * 0.1
        for part in range(3):
            norm = 0.4 + rng.random() * 0.2
            written.append(
                f"{now} INFO [rank {rank}] train: step {step:6d} | micro {part} | loss {loss:.4f} | "
                f"grad_norm {norm:.4f} | lr 0.001"
            )
        for noise in rng.sample(NOISE, 2):
            values = {"rank": rank, "local": rank % 8, "node": rank // 8, "pid": 4000 + rank, "stamp": now}
            written.append(noise.format(number=step % 99_999, value=rng.random() * 90, **values))
    return "\n".join(written) + "\n"


def ending(rank: int, guilty: int, step: int) -> str:
    """The traceback of the guilty rank and of its neighbours; others just stop."""
    if rank != guilty and abs(rank - guilty) > 2:
        return ""
    error, line, function, code = LOCAL if rank == guilty else CLOSED
    return TRACEBACK.format(
        rank=rank, line=line, function=function, code=code, error=error.format(rank=rank, step=step)
    )


def write(directory: Path, ranks: int, size: int, seed: int = 1) -> int:
    """Write the logs of all ranks, ``size`` bytes each; returns the guilty rank.

    A block of steps is made once per file and repeated with new step numbers only at its ends: what counts for reading
    is the mix of lines, not that every number differs.
    """
    guilty = random.Random(seed).randrange(ranks)
    directory.mkdir(parents=True, exist_ok=True)
    for rank in range(ranks):
        write_rank(directory / f"rank_{rank}.log", rank, guilty, size, seed)
    return guilty


def write_rank(path: Path, rank: int, guilty: int, size: int, seed: int) -> None:
    """One rank's log."""
    rng = random.Random(seed * 100_003 + rank)
    with path.open("w") as file:
        written, step = 0, 0
        block = lines(rank, rng, 0, BLOCK_STEPS)
        while written < size:
            file.write(block)
            written += len(block)
            step += BLOCK_STEPS
        file.write(lines(rank, rng, step, 20))
        file.write(ending(rank, guilty, step + 20))


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("directory", type=Path)
    parser.add_argument("--ranks", type=int, default=4)
    parser.add_argument("--megabytes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    guilty = write(args.directory, args.ranks, int(args.megabytes * 1e6), args.seed)
    print(f"rank {guilty} failed first")


if __name__ == "__main__":
    main()
