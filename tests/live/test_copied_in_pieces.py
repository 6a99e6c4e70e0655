"""A log is copied piece by piece and then cut, and looked at after any of the pieces: every line is seen once."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from pathlib import Path

import pytest

from denpex_tui.engine.session import Session
from tests.engine.pipeline import book
from tests.live.sessions import reasons, shows
from tests.live.tail import PATIENCE_S, append, digest, steps
from tests.live.test_interleaving import SEEN, UNREAD, Log

PIECES = ("begin_copy", "half_copy", "rest_of_copy", "truncate", "write")
LOOKS = list(itertools.product((False, True), repeat=len(PIECES)))


@pytest.mark.parametrize("seen", SEEN.values(), ids=list(SEEN))
@pytest.mark.parametrize("unread", UNREAD.values(), ids=list(UNREAD))
def test_while_it_is_followed(tmp_path: Path, seen: bytes, unread: bytes) -> None:
    for number, looks in enumerate(LOOKS):
        directory = tmp_path / str(number)
        directory.mkdir()
        log = Log(directory, seen, unread)
        for piece, look in zip(PIECES, looks, strict=True):
            getattr(log, piece)()
            if look:
                log.tail.look()
        assert digest(log.tail.look()) == digest(log.written), looks
        assert (log.tail.course.loss.bytes, log.tail.course.loss.restarts) == (0, 0), looks
        log.tail.close()


@pytest.mark.parametrize("first", range(len(PIECES)), ids=PIECES)
def test_when_it_is_opened(tmp_path: Path, first: int) -> None:
    """The session begins after the piece ``first``."""
    log = Log(tmp_path, steps(0, 40), b"")
    _do(log, PIECES[: first + 1])
    session = Session([str(tmp_path)], book=book(), live=True)
    assert shows(session, "rank_0.log", log.written)
    for piece in PIECES[first + 1 :]:
        _do(log, [piece])
        assert shows(session, "rank_0.log", log.written), piece
    log.written += append(log.path, steps(600, 2))
    assert shows(session, "rank_0.log", log.written)
    assert [source.path for source in session.snapshot.sources] == ["rank_0.log"]
    assert not session.snapshot.warnings
    assert set(reasons(session)) <= {"rank_0.log.1"}
    session.close()
    log.tail.close()


def _do(log: Log, pieces: Sequence[str]) -> None:
    for piece in pieces:
        getattr(log, piece)()


def test_cut_before_the_copy_is_finished(tmp_path: Path) -> None:
    """The copy is waited for, and what it will hold is read before what was written since."""
    log = Log(tmp_path, steps(0, 100), steps(100, 5) + b"saving ch")
    log.tail.course.unfinished.patience = PATIENCE_S
    seen, held, copy = log.tail.look(), log.path.read_bytes(), Path(f"{log.path}.1")
    log.begin_copy()
    log.truncate()
    assert log.tail.look() == seen
    log.written += append(log.path, b"eckpoint\n" + steps(500, 200))
    for end in (1_000, len(held) // 2):
        append(copy, held[copy.stat().st_size : end])
        assert log.tail.look() == seen
    append(copy, held[copy.stat().st_size :])
    assert digest(log.tail.look()) == digest(log.written)
    assert (log.tail.course.loss.bytes, log.tail.course.loss.restarts) == (0, 0)
    log.tail.close()


def test_a_copy_that_is_never_finished(tmp_path: Path) -> None:
    """The disk was full: the loss is said, and what the copy holds is not read once more."""
    log = Log(tmp_path, steps(0, 100), b"saving ch")
    log.tail.course.unfinished.patience = PATIENCE_S
    seen = log.tail.look()
    log.half_copy()
    log.truncate()
    new = append(log.path, steps(500, 3))
    assert log.tail.look() == log.tail.look() == seen
    log.tail.course.unfinished.patience = 0.0
    assert log.tail.look() == seen + b"saving ch\n" + new
    assert log.tail.course.loss.restarts == 1 and log.tail.course.loss.sentence
    assert log.tail.look() + append(log.path, steps(503, 3)) == log.tail.look()
    log.tail.close()


def test_a_copy_that_is_not_finished_when_the_next_one_is_made(tmp_path: Path) -> None:
    """Rotation went on without it: then it is not waited for."""
    log = Log(tmp_path, steps(0, 100), b"")
    log.tail.course.unfinished.patience = PATIENCE_S
    seen = log.tail.look()
    log.half_copy()
    log.truncate()
    assert log.tail.look() == seen
    first = append(log.path, steps(500, 3))
    Path(f"{log.path}.1").rename(f"{log.path}.2")
    log.copy()
    log.truncate()
    second = append(log.path, steps(600, 3))
    assert log.tail.look() == seen + first + second
    assert log.tail.course.loss.sentence
    log.tail.close()
