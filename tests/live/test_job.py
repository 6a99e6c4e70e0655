"""A job that is written by a process of its own while it is followed, from an empty directory to its failure."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from denpex_tui.engine.model import Certainty, Outcome
from denpex_tui.engine.session import Session
from tests.live.sessions import following, read_on, shown
from tests.live.tail import digest, until


def first_ranks(session: Session) -> tuple[int, ...]:
    incident = session.snapshot.incident
    return incident.first.ranks if incident is not None else ()


@pytest.mark.parametrize("append", [True, False], ids=["append", "no-append"])
def test_every_line_of_a_rotating_job(append: bool, tmp_path: Path) -> None:
    """The lines that the log view shows are those that were written, and the verdict is the truth."""
    logs = tmp_path / "logs"
    logs.mkdir()
    command = [sys.executable, "-m", "tests.live.job", str(logs), "--seconds", "4"]
    with following(logs) as session:
        with subprocess.Popen([*command, *([] if append else ["--no-append"])], stdout=subprocess.PIPE) as job:
            until(lambda: read_on(session) and job.poll() is not None)
            assert job.stdout is not None and job.returncode == 0
            truth = json.loads(job.stdout.read())
        until(lambda: read_on(session).snapshot.outcome is Outcome.FAILED)
        seen = {source.path: digest(shown(session, source.path)) for source in session.snapshot.sources}
        assert seen == truth
        assert not session.snapshot.warnings and not session.snapshot.not_read
        assert first_ranks(session) == (2,)
        assert session.snapshot.incident is not None
        assert session.snapshot.incident.first.certainty in (Certainty.CERTAIN, Certainty.LIKELY)
        bytes_read = sum(source.bytes_read for source in session.snapshot.sources)
        assert bytes_read == sum(int(text.split()[0]) for text in truth.values())
        with following(logs) as afterwards:
            assert first_ranks(afterwards) == (2,)
            again = {source.path: digest(shown(afterwards, source.path)) for source in afterwards.snapshot.sources}
            kept = {name for name in truth if not (logs / f"{name}.3").exists()}
            assert {name: again[name] for name in kept} == {name: truth[name] for name in kept}
            assert set(again) == set(truth), "no rotated part is a source of its own"
