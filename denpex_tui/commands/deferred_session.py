"""A session that is opened when it is first needed, so that the screen is painted before the engine is loaded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from denpex_tui.engine.clean import clean_text

if TYPE_CHECKING:
    from denpex_tui.engine.log_end import LogEnd
    from denpex_tui.engine.logview import LogFile
    from denpex_tui.engine.model import ItemState, Snapshot
    from denpex_tui.engine.rules.book import RuleBook
    from denpex_tui.engine.session import Session
    from denpex_tui.remote.session import RemoteSession


class DeferredSession:
    """What the screen needs of a session; every call but `snapshot` opens it, and gives the errors of that."""

    def __init__(self, paths: Sequence[str], opener: Callable[[], Session | RemoteSession]) -> None:
        self._opener = opener
        self._opening = Lock()
        self._session: Session | RemoteSession | None = None
        self.title = clean_text(" ".join(paths))

    def _opened(self) -> Session | RemoteSession:
        with self._opening:
            if self._session is None:
                self._session = self._opener()
            return self._session

    @property
    def snapshot(self) -> Snapshot:
        if self._session is not None:
            return self._session.snapshot
        from denpex_tui.engine.model import Outcome, Snapshot

        return Snapshot(0, self.title, Outcome.UNKNOWN, "nothing read yet", partial=True)

    @property
    def book(self) -> RuleBook:
        return self._opened().book

    @property
    def backlog(self) -> bool:
        return self._opened().backlog

    @property
    def size(self) -> int:
        return self._opened().size

    def quick(self) -> Snapshot:
        return self._opened().quick()

    def poll(self, seconds: float | None = None) -> bool:
        return self._opened().poll(seconds)

    def decide(self, item_id: str, state: ItemState, attempt: int) -> None:
        self._opened().decide(item_id, state, attempt)

    def note(self, item_id: str, text: str, attempt: int) -> None:
        self._opened().note(item_id, text, attempt)

    def log(self, source_id: int) -> LogFile:
        return self._opened().log(source_id)

    def end_of(self, source_id: int) -> LogEnd | None:
        return self._opened().end_of(source_id)

    def watch_paths(self) -> tuple[Path, ...]:
        return self._opened().watch_paths()

    def close(self) -> None:
        """Close the session if it was opened."""
        if self._session is not None:
            self._session.close()
