"""The first look reads beginnings and ends only, and says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from denpex_tui.engine.session import Session
from tests.engine.cases import corpus
from tests.engine.disturb import copy_of, log_files
from tests.engine.pipeline import book
from tests.engine.truth import truth_of

FILLER = "2026-11-30 20:00:00,000 INFO train: prefetching shard {} of the data set, all is well\n"


def padded(logs: Path, lines: int) -> Path:
    """The logs with many dull lines at the beginning of each but the launcher's."""
    text = "".join(FILLER.format(number) for number in range(lines)).encode()
    for path in log_files(logs):
        if path.name != "agent.log":
            path.write_bytes(text + path.read_bytes())
    return logs


@pytest.mark.parametrize("name", ["pt-valueerror-rank2", "pt-hang-debug-detail", "bf16-nan-norm"])
def test_a_verdict_from_beginnings_and_ends(name: str, tmp_path: Path) -> None:
    logs = padded(copy_of(corpus(name), tmp_path / "logs"), 20_000)
    session = Session([str(logs)], book=book())
    quick = session.quick()
    assert quick.partial
    assert quick.incident is not None
    assert quick.incident.first.ranks == truth_of(name).first
    session.poll()
    assert not session.snapshot.partial
    assert session.snapshot.incident is not None
    assert session.snapshot.incident.first.ranks == truth_of(name).first
    session.close()


def test_small_logs_are_read_whole(tmp_path: Path) -> None:
    session = Session([str(corpus("pt-valueerror-rank2"))], book=book())
    assert not session.quick().partial
    session.close()
