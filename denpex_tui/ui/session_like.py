"""What the screen needs of the engine's session, and no more; and what it asks of its panes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from denpex_tui.engine.model import ItemState, Snapshot

if TYPE_CHECKING:  # the screen is painted before the rules are loaded
    from denpex_tui.engine.rules.book import RuleBook


class LogLineLike(Protocol):
    """One cleaned line of a source."""

    @property
    def number(self) -> int:
        """From 1."""

    @property
    def text(self) -> str: ...

    @property
    def cut(self) -> int:
        """Bytes of the line that are not in ``text``."""


class LogFileLike(Protocol):
    """A source read by byte offset."""

    @property
    def count(self) -> int:
        """Lines known so far."""

    @property
    def partial(self) -> bool:
        """Whether the last line has no end yet."""

    def lines(self, first: int, count: int) -> Sequence[LogLineLike]:
        """Up to ``count`` lines from line ``first`` (from 1); none when their bytes are gone."""

    def close(self) -> None: ...


class SessionLike(Protocol):
    """The engine as the screen sees it; `denpex_tui.engine.session.Session` is one."""

    @property
    def snapshot(self) -> Snapshot: ...

    @property
    def book(self) -> RuleBook:
        """The rules as they are now."""

    @property
    def backlog(self) -> bool:
        """Whether bytes are left to read."""

    @property
    def size(self) -> int:
        """Bytes of all sources when they were found."""

    def quick(self) -> Snapshot:
        """A verdict from the beginnings and ends of the sources, at once."""

    def poll(self, seconds: float | None = None) -> bool:
        """Read what is new, for about ``seconds``; True when the snapshot changed. From one thread only."""

    # From any thread

    def decide(self, item_id: str, state: ItemState, attempt: int) -> None: ...

    def note(self, item_id: str, text: str, attempt: int) -> None: ...

    def log(self, source_id: int) -> LogFileLike: ...

    def watch_paths(self) -> tuple[Path, ...]: ...


class SnapshotPane(Protocol):
    """A part of the screen that shows snapshots."""

    def take(self, snapshot: Snapshot) -> None: ...
