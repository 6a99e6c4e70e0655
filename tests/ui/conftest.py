"""The screen over real logs: sessions of the bundled cases, and what can be read on the terminal."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

os.environ["TEXTUAL_ANIMATIONS"] = "none"  # read once, when textual is imported

from denpex_tui.engine.rules.book import RuleBook
from denpex_tui.engine.session import Session
from denpex_tui.engine.store import ChecklistStore

CORPUS = Path(__file__).parent.parent / "cases" / "corpus"
OpenCase = Callable[..., Session]
OpenPaths = Callable[..., Session]


@pytest.fixture(autouse=True)
def utf8_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A UTF-8 locale with colours, whatever the machine has."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("COLORTERM", "truecolor")


@pytest.fixture(scope="session")
def book() -> RuleBook:
    return RuleBook.bundled()


@pytest.fixture
def open_paths(book: RuleBook, tmp_path: Path) -> Iterator[OpenCase]:
    """Opens a session on paths; its checklist state is kept in the test's own directory."""
    opened: list[Session] = []

    def open_(*paths: str, live: bool = False) -> Session:
        store = ChecklistStore(paths, tmp_path / "state")
        session = Session(paths, book=book, store=store, live=live)
        opened.append(session)
        return session

    yield open_
    for session in opened:
        session.close()


@pytest.fixture
def open_case(open_paths: OpenCase, monkeypatch: pytest.MonkeyPatch) -> OpenCase:
    """Opens a session on ``logs`` inside a case's directory, so that the title is the same everywhere."""

    def open_(case: str) -> Session:
        monkeypatch.chdir(CORPUS / case)
        return open_paths("logs")

    return open_


@pytest.fixture
def away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, empty: what is taken away is written there."""
    path = tmp_path / "away"
    path.mkdir()
    monkeypatch.chdir(path)
    return path
