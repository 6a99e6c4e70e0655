"""A session follows what happens to the files, and never loses what it said before."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

import pytest

from denpex_tui.engine.errors import UsageError
from denpex_tui.engine.model import ChecklistItem, ItemState, Outcome, Snapshot
from denpex_tui.engine.session import Session
from denpex_tui.engine.store import ChecklistStore
from tests.engine.cases import corpus
from tests.engine.disturb import copy_of
from tests.engine.pipeline import book, write_logs
from tests.infer.joblogs import GLOO_CLOSED, RANKS, rank_files, steps, traceback


@contextmanager
def session_on(*paths: Path, live: bool = True, store: ChecklistStore | None = None) -> Iterator[Session]:
    session = Session([str(path) for path in paths], book=book(), live=live, store=store)
    try:
        session.poll()
        yield session
    finally:
        session.close()


def until(session: Session, condition: Callable[[Snapshot], bool]) -> Snapshot:
    """The snapshot once it is as expected; a session looks for new files when it likes."""
    deadline = monotonic() + 120
    while not condition(session.snapshot):
        assert monotonic() < deadline
        session.poll()
    return session.snapshot


def running(tmp_path: Path) -> Path:
    return write_logs(tmp_path / "logs", rank_files({rank: steps(rank) for rank in RANKS}))


def append(path: Path, text: str) -> None:
    with path.open("a") as file:
        file.write(text)


def test_a_job_that_fails_while_it_is_watched(tmp_path: Path) -> None:
    logs = running(tmp_path)
    with session_on(logs) as session:
        assert session.snapshot.outcome is Outcome.RUNNING
        append(logs / "rank_0.log", traceback(0, GLOO_CLOSED))
        assert session.poll()
        first = session.snapshot.incidents[0].first
        assert (first.ranks, first.certainty) == ((), "unknown"), "a victim alone"
        append(logs / "rank_2.log", traceback(2, "ValueError: bad batch"))
        assert session.poll()
        first = session.snapshot.incidents[0].first
        assert (first.ranks, first.certainty) == ((2,), "certain")


def test_a_traceback_that_arrives_line_by_line_ends_as_one(tmp_path: Path) -> None:
    logs = running(tmp_path)
    with session_on(logs) as session:
        for line in traceback(2, "ValueError: bad batch").splitlines(keepends=True):
            append(logs / "rank_2.log", line)
            session.poll()
        (incident,) = session.snapshot.incidents
        assert (incident.first.ranks, incident.first.message) == ((2,), "ValueError: bad batch")


def test_nothing_new_changes_nothing(tmp_path: Path) -> None:
    with session_on(running(tmp_path)) as session:
        before = session.snapshot
        assert not session.poll()
        assert session.snapshot is before


def test_the_sequence_grows_with_every_change(tmp_path: Path) -> None:
    logs = running(tmp_path)
    with session_on(logs) as session:
        before = session.snapshot.sequence
        append(logs / "rank_0.log", steps(0, 8, start=6))
        session.poll()
        assert session.snapshot.sequence > before
        assert session.snapshot.ranks[0].last_step == 7


def test_a_new_file_appears(tmp_path: Path) -> None:
    logs = running(tmp_path)
    with session_on(logs) as session:
        write_logs(logs, {"rank_4.log": steps(4) + traceback(4, "ValueError: bad batch")})
        snapshot = until(session, lambda snapshot: bool(snapshot.incidents))
        assert [status.rank for status in snapshot.ranks] == [0, 1, 2, 3, 4]
        assert snapshot.incidents[0].first.ranks == (4,)


def test_source_ids_stay_when_files_appear(tmp_path: Path) -> None:
    logs = running(tmp_path)
    with session_on(logs) as session:
        before = {source.path: source.id for source in session.snapshot.sources}
        write_logs(logs, {"a_rank_9.log": steps(9)})
        snapshot = until(session, lambda snapshot: len(snapshot.sources) == len(RANKS) + 1)
        after = {source.path: source.id for source in snapshot.sources}
        assert before.items() <= after.items()


def test_a_file_vanishes(tmp_path: Path) -> None:
    logs = running(tmp_path)
    append(logs / "rank_2.log", traceback(2, "ValueError: bad batch"))
    with session_on(logs) as session:
        (logs / "rank_2.log").unlink()
        append(logs / "rank_0.log", traceback(0, GLOO_CLOSED))
        session.poll()
        assert session.snapshot.incidents[0].first.ranks == (2,), "what was read is still known"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_an_unreadable_file_is_listed_with_its_reason(tmp_path: Path) -> None:
    logs = running(tmp_path)
    (logs / "rank_3.log").chmod(0)
    with session_on(logs) as session:
        assert [entry.path for entry in session.snapshot.not_read] == ["rank_3.log"]
        assert "Permission denied" in session.snapshot.not_read[0].reason
        assert len(session.snapshot.sources) == 3


def test_files_that_are_no_logs_are_listed(tmp_path: Path) -> None:
    logs = running(tmp_path)
    write_logs(logs, {"model.bin": bytes(range(256)) * 8, "config.json": '{"lr": 0.1}'})
    with session_on(logs) as session:
        assert [entry.path for entry in session.snapshot.not_read] == ["config.json", "model.bin"]
        assert all(entry.reason for entry in session.snapshot.not_read)


def test_an_empty_directory(tmp_path: Path) -> None:
    with session_on(tmp_path, live=False) as session:
        assert (session.snapshot.outcome, session.snapshot.outcome_reason) == (Outcome.UNKNOWN, "no logs to read")
        assert session.snapshot.sources == ()


def test_a_directory_that_fills_while_it_is_watched(tmp_path: Path) -> None:
    (tmp_path / "logs").mkdir()
    with session_on(tmp_path / "logs") as session:
        assert session.snapshot.sources == ()
        running(tmp_path)
        until(session, lambda snapshot: len(snapshot.ranks) == len(RANKS))
        assert session.snapshot.outcome is Outcome.RUNNING


def test_a_path_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="nowhere"):
        Session([str(tmp_path / "nowhere")], book=book())


def test_the_lines_of_a_source(tmp_path: Path) -> None:
    logs = running(tmp_path)
    with session_on(logs) as session:
        source = next(source for source in session.snapshot.sources if source.path == "rank_1.log")
        log = session.log(source.id)
        assert log.count == 6
        (line,) = log.lines(4, 1)
        assert "step 3/30" in line.text
        log.close()


# --- decisions ------------------------------------------------------------------------------------------------------

NORM = corpus("bf16-zero-norm-torchrun")


def item(session: Session, name: str) -> ChecklistItem:
    assert session.snapshot.incident is not None
    return next(item for item in session.snapshot.incident.checklist if item.id == name)


def store_for(logs: Path, state: Path) -> ChecklistStore:
    return ChecklistStore((str(logs),), state)


def test_decisions_and_notes_come_back_in_a_new_session(tmp_path: Path) -> None:
    logs = copy_of(NORM, tmp_path / "logs")
    with session_on(logs, store=store_for(logs, tmp_path)) as session:
        session.decide("reproduce", ItemState.CONFIRMED, 0)
        session.note("reproduce", "on seed 7", 0)
        session.decide("assertion", ItemState.REJECTED, 0)
        assert item(session, "reproduce").state is ItemState.CONFIRMED
    with session_on(logs, store=store_for(logs, tmp_path)) as session:
        assert (item(session, "reproduce").state, item(session, "reproduce").note) == (ItemState.CONFIRMED, "on seed 7")
        decided = item(session, "assertion")
        assert (decided.state, decided.found) == (ItemState.REJECTED, ItemState.FOUND), "what the engine found stays"


def test_a_decision_can_be_taken_back(tmp_path: Path) -> None:
    with session_on(NORM, store=store_for(NORM, tmp_path)) as session:
        session.decide("assertion", ItemState.SKIPPED, 0)
        session.decide("assertion", ItemState.PENDING, 0)
        assert item(session, "assertion").state is ItemState.FOUND


def test_decisions_survive_new_lines(tmp_path: Path) -> None:
    logs = copy_of(NORM, tmp_path / "logs")
    with session_on(logs) as session:
        session.decide("reproduce", ItemState.CONFIRMED, 0)
        append(logs / "agent.log", "one more line\n")
        session.poll()
        assert item(session, "reproduce").state is ItemState.CONFIRMED


def test_a_corrupt_state_file_is_a_warning(tmp_path: Path) -> None:
    store = store_for(NORM, tmp_path)
    store.path.write_text("{")
    with session_on(NORM, store=store_for(NORM, tmp_path)) as session:
        assert "not usable" in session.snapshot.warnings[0]
        assert session.snapshot.incident is not None
