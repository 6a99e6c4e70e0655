"""A session: the paths that the user gave, read once or followed, and the snapshot of what they show."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from denpex_tui.engine.backfill import Backfill
from denpex_tui.engine.catalogue import Catalogue
from denpex_tui.engine.control_run import read_control
from denpex_tui.engine.first_look import FirstLook
from denpex_tui.engine.given_paths import expand
from denpex_tui.engine.incidents import Context
from denpex_tui.engine.infer.case import Case
from denpex_tui.engine.intake import Intake
from denpex_tui.engine.log_end import LogEnd
from denpex_tui.engine.logview import LogFile
from denpex_tui.engine.metric_sampler import Budget
from denpex_tui.engine.model import NotRead, Snapshot
from denpex_tui.engine.presence import Presence
from denpex_tui.engine.publishing import Publishing
from denpex_tui.engine.quick_scan import QuickScan
from denpex_tui.engine.rules.book import RuleBook
from denpex_tui.engine.runs import group
from denpex_tui.engine.snapshots import build
from denpex_tui.engine.source_scan import SourceScan
from denpex_tui.engine.store import ChecklistStore


class Session(Publishing):
    """Reads the sources and keeps one immutable snapshot; `poll` is called from one thread only.

    ``decide``, ``note`` and ``snapshot`` may be used from another. Raises `UsageError` when a path cannot be used.
    """

    def __init__(
        self,
        paths: Sequence[str],
        *,
        book: RuleBook,
        controls: Sequence[str] = (),
        store: ChecklistStore | None = None,
        live: bool = False,
        title: str | None = None,
    ) -> None:
        """``title`` is what the user knows the paths by, when it is not their names."""
        self.paths = tuple(paths)
        self.book = book
        self.live = live
        for path in self.paths:
            expand(path)  # a mistyped path is told before anything is prepared
        self._catalogue = Catalogue(book)
        self._lost: dict[int, NotRead] = {}
        self._backfill = Backfill(self._failed, self._recovered)
        self.backlog = True
        self._intake = Intake(paths, self._catalogue, live=live)
        self._scans = self._intake.scans
        self._presence = Presence()
        self._title = title or self._intake.found.title
        super().__init__(self._title, store)
        self._changed = True
        self._glance: FirstLook | None = None
        self._controls = tuple(controls)
        self._control = read_control(controls, self._catalogue)

    @property
    def size(self) -> int:
        """Bytes of all sources when they were found."""
        return sum(scan.source.bytes for scan in self._scans)

    def quick(self) -> Snapshot:
        """A verdict from the beginnings and ends of the sources, marked as partial; `poll` reads all of them.

        Until a source has been read as a whole, its beginning and end stand for it.
        """
        budget = Budget.of_first_look(len(self._scans))
        scans = [QuickScan(scan.source, scan.probe, self._catalogue, budget, self._intake.near) for scan in self._scans]
        self._backfill.advance(scans, None)
        self._glance = FirstLook(scans)
        snapshot, _ = self._build([scan for scan in scans if scan.source.id not in self._lost])
        self._glance.close()
        self._publish(replace(snapshot, partial=self._glance.is_partial))
        return self.snapshot

    def poll(self, seconds: float | None = None) -> bool:
        """Read what is new since the last call, for about ``seconds``; True when the snapshot changed.

        ``backlog`` tells whether bytes are left to read.
        """
        changed = self._changed
        if not self.live:
            self._intake.wait()
        ended = self._intake.has_ended
        if self.live and self._sequence:
            self.reload_rules(self.book.reload())
            changed = self._intake.look() or changed or self._changed
        advanced, self.backlog = self._backfill.advance(self._scans, seconds)
        if self.live and ended and not self.backlog:
            self.live, changed = False, True  # a stream that has ended
        if self._glance is not None and not changed and self.backlog and not self._glance.news(self._scans):
            self._publish(replace(self.snapshot, progress=self._glance.progress(self._scans, self.live)))
        elif changed or advanced:
            self._rebuild()
        return self._alert() or changed or advanced

    def _alert(self) -> bool:
        """Say who is silent or behind; True when that changed."""
        alerts = self._presence.alerts() if self.live and not self.backlog else ()
        if alerts == self.snapshot.alerts:
            return False
        self._publish(replace(self.snapshot, alerts=alerts))
        return True

    def reload_rules(self, book: RuleBook) -> None:
        """Go on with another book: the sources are read again from their beginning, into the same line numbers."""
        if book is self.book:
            return
        self.book, self._catalogue = book, Catalogue(book)
        self._intake.read_again(self._catalogue)
        self._glance = None
        self._control = read_control(self._controls, self._catalogue)
        self._changed = True

    def log(self, source_id: int) -> LogFile:
        """The lines of a source, for a log view."""
        scan = self._scans[source_id]
        return LogFile(scan.reader.file, scan.index, scan.labels)

    def end_of(self, source_id: int) -> LogEnd | None:
        """The end of a source, while the lines before it have not been counted."""
        first = self._glance
        return None if first is None else first.end_of(self._scans[source_id])

    def watch_paths(self) -> tuple[Path, ...]:
        """The files and directories whose changes matter."""
        return tuple(dict.fromkeys([*self._intake.watch_paths(), *self.book.watch_paths()]))

    def close(self) -> None:
        """Close all files and end the threads."""
        self._backfill.close()
        self._intake.close()

    def _failed(self, scan: SourceScan, error: OSError) -> bool:
        lost = NotRead(scan.source.path, f"cannot be read: {error.strerror or error}", unreadable=True)
        known = self._lost.get(scan.source.id)
        self._lost[scan.source.id] = lost
        return known != lost

    def _recovered(self, scan: SourceScan) -> bool:
        return self._lost.pop(scan.source.id, None) is not None

    def _rebuild(self) -> None:
        self._changed = False
        usable = [scan for scan in self._scans if scan.source.id not in self._lost or scan.bytes_read]
        if not self.backlog:
            self._glance = None
        first = self._glance
        snapshot, case = self._build(usable if first is None else first.stand_in(usable))
        if first is not None:
            first.close()
            snapshot = replace(snapshot, progress=first.progress(self._scans, self.live))
        if self.live and case is not None:
            self._presence.note(case, snapshot.sources)
        self._publish(replace(snapshot, partial=self.backlog, alerts=self.snapshot.alerts))

    def _build(self, scans: Sequence[SourceScan]) -> tuple[Snapshot, Case | None]:
        return build(
            self._title,
            group(self.paths, scans),
            self.book,
            Context(self._control),
            (*self._intake.not_read(), *self._lost.values()),
            self.live,
        )

    def _warnings(self) -> Iterable[str]:
        return (*self.book.warnings, *self._intake.warnings())
