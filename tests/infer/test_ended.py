"""Whether the launchers of a real job have ended: after their last words, and not before."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.engine.cases import corpus
from tests.engine.pipeline import snapshot_of

OVER = (
    "bf16-ds-launcher",
    "mpi-abort",
    "mpi-tagged",
    "pt-combined-interleaved",
    "pt-elastic-exhausted",
    "pt-elastic-restart",
    "pt-two-nodes-skewed-behind",
    "pt-valueerror-rank2",
    "slurm-labelled",
    "slurm-scancel",
)
SAYS_NOTHING = ("bf16-healthy", "pt-healthy")
"""torchrun prints nothing when all went well."""

LAST_WORDS = {
    "bf16-ds-launcher": ("train.out", "exits with return code"),
    "mpi-abort": ("mpirun.log", "MPI_ABORT was invoked"),
    "pt-elastic-restart": ("agent.log", "worker group successfully finished"),
    "pt-valueerror-rank2": ("agent.log", "traceback : "),
    "slurm-scancel": ("slurm-1.out", "CANCELLED AT"),
}


@pytest.mark.parametrize("name", OVER)
def test_after_the_last_words(name: str) -> None:
    assert snapshot_of(corpus(name)).over


@pytest.mark.parametrize("name", SAYS_NOTHING)
def test_a_launcher_that_says_nothing(name: str) -> None:
    assert not snapshot_of(corpus(name)).over


@pytest.mark.parametrize("name", LAST_WORDS)
def test_not_before(name: str, tmp_path: Path) -> None:
    """Ranks have failed, one of them was called the cause, others were told to stop: the launcher is still there."""
    file, words = LAST_WORDS[name]
    logs = shutil.copytree(corpus(name), tmp_path / "logs")
    for log in logs.rglob("*"):
        if log.is_file():
            text = log.read_text(encoding="utf-8", errors="replace")
            before, found, _ = text.partition(words)
            assert found or log.name != file
            log.write_text(before.rpartition("\n")[0] + "\n" if found else text, encoding="utf-8")
    assert not snapshot_of(logs).over


def test_another_node_is_still_there(tmp_path: Path) -> None:
    logs = shutil.copytree(corpus("pt-two-nodes-skewed-behind"), tmp_path / "logs")
    (logs / "node-1" / "agent.log").unlink()
    assert not snapshot_of(logs).over
