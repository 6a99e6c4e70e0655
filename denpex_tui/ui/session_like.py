"""What the screen needs of the engine's session, and no more; and what it asks of its panes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:  # the screen is painted before the rules are loaded
    from denpex_tui.engine.log_end import LogEnd
    from denpex_tui.engine.logview import LogFile
    from denpex_tui.engine.model import ItemState, Snapshot
    from denpex_tui.engine.rules.book import RuleBook


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

    def log(self, source_id: int) -> LogFile:
        """The lines of a source."""

    def end_of(self, source_id: int) -> LogEnd | None:
        """The end of a source, while the lines before it have not been counted."""

    def watch_paths(self) -> tuple[Path, ...]: ...


class SnapshotPane(Protocol):
    """A part of the screen that shows snapshots."""

    def take(self, snapshot: Snapshot) -> None: ...
