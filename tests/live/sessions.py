"""Sessions that follow logs, and what they show of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from denpex_tui.engine.model import Source
from denpex_tui.engine.session import Session
from tests.engine.pipeline import book
from tests.live.tail import digest


@contextmanager
def following(*paths: Path | str) -> Iterator[Session]:
    """A session on ``paths`` that has read what is there and goes on."""
    session = Session([str(path) for path in paths], book=book(), live=True)
    try:
        read_on(session)
        yield session
    finally:
        session.close()


def read_on(session: Session) -> Session:
    """Read all that is there now."""
    session.poll()
    while session.backlog:
        session.poll()
    return session


def source_at(session: Session, path: str) -> Source:
    """The source that is shown as ``path``."""
    return next(source for source in session.snapshot.sources if source.path == path)


def shown(session: Session, path: str) -> bytes:
    """The lines of a source as the log view shows them; the logs of these tests hold nothing to be cleaned."""
    log = session.log(source_at(session, path).id)
    return b"".join(line.text.encode() + b"\n" for line in log.lines(1, log.count))


def shows(session: Session, path: str, written: bytes) -> bool:
    """Whether a source shows all that was written to it, after reading what is there now."""
    read_on(session)
    if all(source.path != path for source in session.snapshot.sources):
        return False
    return digest(shown(session, path)) == digest(written)


def reasons(session: Session) -> dict[str, str]:
    """What is not read, and why."""
    return {row.path: row.reason for row in session.snapshot.not_read}
