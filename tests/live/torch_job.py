"""A data-parallel training on CPU of which one rank may fail; run by torchrun in `test_torchrun`.

torchrun --nproc-per-node 4 tests/live/torch_job.py [--steps 20] [--fail RANK:STEP:ATTEMPT]
"""

from __future__ import annotations

import argparse
import logging
import os
import time
from datetime import timedelta
from typing import Any


def options() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--fail", default="", metavar="RANK:STEP:ATTEMPT")
    return parser.parse_args()


def check(batch: Any, step: int) -> None:
    """What a training loop does to notice bad data."""
    import torch

    bad = int((~torch.isfinite(batch)).sum())
    if bad:
        raise ValueError(f"batch {step} has {bad} non-finite input values (shard train-00002-of-00004)")


def train(rank: int, steps: int, fail_at: int | None) -> None:
    """Gradients are averaged by gloo, so that no rank goes on without the others."""
    import torch
    from torch import distributed, nn

    log = logging.getLogger("train")
    distributed.init_process_group("gloo", timeout=timedelta(seconds=60))
    model = nn.Linear(64, 8)
    for step in range(steps):
        batch = torch.randn(16, 64)
        if step == fail_at:
            batch[0, :3] = float("nan")
        check(batch, step)
        loss = model(batch).square().mean()
        model.zero_grad()
        loss.backward()
        for parameter in model.parameters():
            distributed.all_reduce(parameter.grad)
            with torch.no_grad():
                parameter -= 0.01 * parameter.grad
        time.sleep(0.05)
        log.info("step %d/%d loss=%.4f", step, steps, loss)
    log.info("training finished: %d steps", steps)
    distributed.destroy_process_group()


def main() -> None:
    """One rank."""
    args, rank = options(), int(os.environ["RANK"])
    attempt = int(os.environ.get("TORCHELASTIC_RESTART_COUNT", "0"))
    logging.basicConfig(level=logging.INFO, format=f"%(asctime)s [rank{rank}] %(levelname)s %(name)s: %(message)s")
    guilty, step, when = (int(part) for part in (args.fail or "-1:-1:-1").split(":"))
    train(rank, args.steps, step if (guilty, when) == (rank, attempt) else None)


if __name__ == "__main__":
    main()
