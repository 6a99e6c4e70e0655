"""A defect of the reading itself: said, kept to the source that brought it to light, and survived."""

from __future__ import annotations

import threading
from pathlib import Path

import orjson
import pytest
from textual.message import Message

from denpex_tui.engine.scan import Hit
from denpex_tui.engine.session import Session
from denpex_tui.report.json import render_json
from denpex_tui.ui.engine_feed import EngineFeed
from denpex_tui.ui.messages import EngineTrouble
from tests.engine.pipeline import book
from tests.live.sessions import following, read_on, shows, source_at
from tests.live.tail import append, steps, until

SENTENCE = (
    "internal error in rank_1.log, of which a part was not understood: ZeroDivisionError: a defect that one line finds"
)


@pytest.fixture
def defect(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any text that holds the word POISON brings a defect to light."""
    from denpex_tui.engine.scan import Scanner

    hits = Scanner.hits

    def poisoned(self: Scanner, data: bytes) -> list[Hit]:
        if b"POISON" in data:
            raise ZeroDivisionError("a defect that one line finds")
        return hits(self, data)

    monkeypatch.setattr(Scanner, "hits", poisoned)


def test_the_other_sources_are_read(tmp_path: Path, defect: None) -> None:
    written = {rank: append(tmp_path / f"rank_{rank}.log", steps(0, 5, rank)) for rank in range(3)}
    with following(tmp_path) as session:
        written[1] += append(tmp_path / "rank_1.log", b"[rank1]: POISON\n")
        for rank in range(3):
            written[rank] += append(tmp_path / f"rank_{rank}.log", steps(5, 5, rank))
        until(lambda: read_on(session) and source_at(session, "rank_2.log").lines == 10)
        assert session.snapshot.warnings == (SENTENCE,)
        assert orjson.loads(render_json(session.snapshot))["warnings"] == [SENTENCE]
        written[1] += append(tmp_path / "rank_1.log", steps(10, 5, 1))
        until(lambda: read_on(session) and source_at(session, "rank_1.log").lines == 16)
        assert all(shows(session, f"rank_{rank}.log", data) for rank, data in written.items())


def test_the_status_bar_says_it(tmp_path: Path, defect: None) -> None:
    """Also when it is there from the first reading on; what was only lost is said when it happens."""
    append(tmp_path / "rank_1.log", b"[rank1]: POISON\n")
    log = tmp_path / "rank_0.log"
    append(log, steps(0, 50))
    session = Session([str(tmp_path)], book=book(), live=True)
    told: list[str] = []

    def deliver(message: Message) -> None:
        if isinstance(message, EngineTrouble):
            told.append(message.sentence)

    feed = EngineFeed(session, deliver)
    thread = threading.Thread(target=feed.run)
    thread.start()
    until(lambda: SENTENCE in told)
    feed.first_read.wait()
    log.write_bytes(steps(900, 3))
    until(lambda: any("what was written just before that may be missing" in sentence for sentence in told))
    assert thread.is_alive()
    feed.stop()
    thread.join()
    session.close()
    assert len(told) == 2
