"""The engine's thread: follows growing logs, survives its own errors aloud, and ends with the screen."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from textual.message import Message

from denpex_tui.engine.model import Snapshot
from denpex_tui.engine.rules.book import RuleBook
from denpex_tui.engine.session import Session
from denpex_tui.ui.engine_feed import EngineFeed
from denpex_tui.ui.messages import EngineTrouble, SnapshotReady
from denpex_tui.ui.widgets.incident_tree import IncidentTree
from denpex_tui.ui.widgets.status_bar import StatusBar
from tests.rules.written import LOG, written
from tests.ui.conftest import CORPUS, OpenCase
from tests.ui.screen import opened, part, press, text

PATIENCE_S = 120
"""Far more than needed; a test that waits so long has failed."""


class Inbox:
    """Collects messages of another thread and waits for one."""

    def __init__(self) -> None:
        self.messages: list[Message] = []
        self._arrived = threading.Condition()

    def __call__(self, message: Message) -> None:
        with self._arrived:
            self.messages.append(message)
            self._arrived.notify_all()

    def wait_for(self, wanted: Callable[[Message], bool]) -> Message:
        with self._arrived:
            assert self._arrived.wait_for(lambda: any(map(wanted, self.messages)), PATIENCE_S)
            return next(message for message in self.messages if wanted(message))


def says(part: str) -> Callable[[Message], bool]:
    return lambda message: isinstance(message, EngineTrouble) and part in message.sentence


def has_failed(message: Message) -> bool:
    return isinstance(message, SnapshotReady) and bool(message.snapshot.incidents)


def test_a_failure_that_is_written_while_watching_arrives(open_paths: OpenCase, tmp_path: Path) -> None:
    """The verdict comes by itself as soon as the lines are there; stop ends the thread."""
    source = CORPUS / "rank-local-error" / "logs" / "none_71i79ppv" / "attempt_0" / "2" / "stderr.log"
    log = tmp_path / "logs" / "attempt_0" / "2" / "stderr.log"
    log.parent.mkdir(parents=True)
    log.write_text("")
    inbox = Inbox()
    feed = EngineFeed(open_paths(str(tmp_path / "logs"), live=True), inbox)
    thread = threading.Thread(target=feed.run)
    thread.start()
    assert feed.first_read.wait(PATIENCE_S)
    log.write_bytes(source.read_bytes())
    inbox.wait_for(has_failed)
    feed.stop()
    thread.join(PATIENCE_S)
    assert not thread.is_alive()


def test_a_rule_that_is_written_while_watching_explains_at_once(tmp_path: Path) -> None:
    """The directory of the user's rules is watched as the logs are; what was read before is read again."""
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "rank_0.log").write_text(LOG)
    directory = tmp_path / "rules"
    directory.mkdir()
    session = Session([str(tmp_path / "logs")], book=RuleBook.bundled([directory]), live=True)
    inbox = Inbox()
    feed = EngineFeed(session, inbox)
    thread = threading.Thread(target=feed.run)
    thread.start()
    assert feed.first_read.wait(PATIENCE_S)
    assert explained_by(session.snapshot) == "python-exception"
    written(directory)
    inbox.wait_for(
        lambda message: isinstance(message, SnapshotReady) and explained_by(message.snapshot) == "my-failure"
    )
    feed.stop()
    thread.join(PATIENCE_S)
    session.close()
    assert not thread.is_alive()


def explained_by(snapshot: Snapshot) -> str | None:
    diagnosis = snapshot.incident.diagnosis if snapshot.incident is not None else None
    return diagnosis.rule if diagnosis is not None else None


class Faulty(Session):
    """A session with a defect that comes and goes."""

    broken = True

    def poll(self, seconds: float | None = None) -> bool:
        if self.broken:
            raise KeyError("a defect of the reader")
        return super().poll(seconds)


def test_an_error_is_told_and_tried_again(book: RuleBook, tmp_path: Path) -> None:
    """The thread lives on: it says what is wrong, and takes it back when it works again."""
    (tmp_path / "rank_0.log").write_text("[rank0]: step 1\n")
    session = Faulty([str(tmp_path)], book=book, live=True)
    inbox = Inbox()
    feed = EngineFeed(session, inbox)
    thread = threading.Thread(target=feed.run)
    thread.start()
    inbox.wait_for(says("KeyError: 'a defect of the reader'"))
    session.broken = False
    inbox.wait_for(lambda message: isinstance(message, EngineTrouble) and not message.sentence)
    feed.stop()
    thread.join(PATIENCE_S)
    session.close()
    assert not thread.is_alive()


async def test_the_screen_stays_usable_when_reading_fails(open_case: OpenCase, book: RuleBook) -> None:
    """The status bar says what happened; the keys work."""
    open_case("rank-local-error").close()
    session = Faulty(["logs"], book=book)
    async with opened(session) as pilot:
        assert part(pilot, StatusBar).display and "reading stopped: KeyError" in text(pilot)
        await press(pilot, "question_mark", "escape", "1")
        assert part(pilot, IncidentTree).has_focus
    session.close()


async def test_quit_ends_the_thread(open_case: OpenCase) -> None:
    """q leaves nothing running, also while the logs are followed."""
    from denpex_tui.ui.app import DenpexApp

    app = DenpexApp(open_case("rank-local-error"))
    async with app.run_test() as pilot:
        await pilot.pause()
        await pilot.press("q")
    assert app.return_code == 0
    assert not any(worker.is_running for worker in app.workers)
