"""The engine on a thread of its own: reads, waits for the logs to grow, and hands on what it learns as messages."""

from __future__ import annotations

import threading
from collections.abc import Callable
from time import monotonic
from typing import Any

from textual.message import Message

from denpex_tui.engine.clean import clean_text
from denpex_tui.engine.errors import INTERNAL_ERROR
from denpex_tui.engine.watching import ChangeWaiter
from denpex_tui.ui.failure_watch import FailureWatch
from denpex_tui.ui.messages import EngineTrouble, JobFailed, SnapshotReady
from denpex_tui.ui.session_like import SessionLike

SWEEP_S = 1.0
"""Network file systems tell nothing of writes on other nodes, so the files are looked at this often anyway."""
PACE_S = 0.1
"""At most ten snapshots a second, however fast the logs grow."""
SLICE_S = 0.3
"""How long is read before the verdict is told anew."""
REBUILD_SHARE = 4
GLANCE_BYTES = 8 << 20
"""Logs larger than this are looked at from their ends first."""
PAUSE_S = 1.0
"""Before trying again where watching or reading failed."""


class EngineFeed:
    """Polls ``session`` and passes messages to ``deliver``, which must be safe to call from any thread."""

    def __init__(self, session: SessionLike, deliver: Callable[[Message], Any]) -> None:
        self._session = session
        self._deliver = deliver
        self._stop = threading.Event()
        self._troubled = False
        self._noted = False
        self._warned: set[str] = set()
        self._failures = FailureWatch()
        self.first_read = threading.Event()
        """Set once everything that was there at the start has been read."""

    def run(self, follow: bool = True) -> None:
        """Read all, then follow until `stop` is called. Never raises: what goes wrong is told as `EngineTrouble`."""
        self._attempt(self._glance)
        self._attempt(self._read)
        self._tell()
        self.first_read.set()
        while follow and not self._stop.is_set():
            self._attempt(self._follow)

    def stop(self) -> None:
        """Ask the thread to end; it does within some tens of milliseconds, or after the slice that it reads."""
        self._stop.set()

    def change(self, change: Callable[[], None]) -> None:
        """Apply a decision of the user and show it. It is written to disk, so this is not for the screen's thread."""
        self._attempt(change)
        self._tell()

    def _tell(self) -> None:
        snapshot = self._session.snapshot
        self._deliver(SnapshotReady(snapshot))
        if self._failures.is_new(snapshot, self.first_read.is_set()):
            self._deliver(JobFailed())
        new = [warning for warning in snapshot.warnings if warning not in self._warned]
        self._warned.update(new)
        if told := [text for text in new if self.first_read.is_set() or text.startswith(INTERNAL_ERROR)]:
            self._deliver(EngineTrouble("; ".join(told)))

    def _attempt(self, work: Callable[[], object]) -> None:
        try:
            work()
        except Exception as error:  # the screen must outlive any defect of the reading, and say so
            self._troubled = True
            what = clean_text(f"{type(error).__name__}: {error}", 400)
            self._deliver(EngineTrouble(f"reading stopped: {what}; trying again"))
            self._stop.wait(PAUSE_S)

    def _glance(self) -> None:
        """A first verdict within a second, however large the logs are; small ones are read as soon."""
        if self._session.size > GLANCE_BYTES:
            self._session.quick()
            self._tell()

    def _read(self) -> None:
        """Read all that is there, a slice at a time, so that the verdict grows under the user's eyes."""
        seconds = SLICE_S
        while not self._stop.is_set():
            began = monotonic()
            changed = self._session.poll(seconds)
            # What took longer than the slice was making the verdict: reading gets at least four times as much.
            seconds = max(SLICE_S, REBUILD_SHARE * (monotonic() - began - seconds))
            if self._troubled:
                self._troubled = False
                self._deliver(EngineTrouble(""))
            if changed:
                self._tell()
            if not self._session.backlog:
                return

    def _follow(self) -> None:
        paths = self._session.watch_paths()
        waiter = ChangeWaiter(paths)
        while not self._stop.is_set():
            waiter.wait(self._stop, SWEEP_S)
            if waiter.note and not self._noted:
                self._noted = True
                self._deliver(EngineTrouble(waiter.note))
            if self._stop.is_set():
                return
            self._read()
            if self._stop.wait(PACE_S) or self._session.watch_paths() != paths:
                return
