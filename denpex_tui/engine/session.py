"""A session: the paths that the user gave, read once or followed, and the snapshot of what they show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from denpex_tui.engine.catalogue import Catalogue
from denpex_tui.engine.diagnosis.checklist import Decision
from denpex_tui.engine.discover import Found, discover
from denpex_tui.engine.incidents import Context
from denpex_tui.engine.job import Job, gather
from denpex_tui.engine.logview import LogFile
from denpex_tui.engine.model import ItemState, NotRead, Outcome, Snapshot
from denpex_tui.engine.rules.book import RuleBook
from denpex_tui.engine.runs import group
from denpex_tui.engine.snapshots import build
from denpex_tui.engine.source_scan import SourceScan
from denpex_tui.engine.spool import Spool
from denpex_tui.engine.store import ChecklistStore


class Session:
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
    ) -> None:
        self.paths = tuple(paths)
        self.book = book
        self.live = live
        self._catalogue = Catalogue(book)
        self._spool = Spool() if "-" in self.paths else None
        self._store = store
        self._decisions: dict[int, dict[str, Decision]] = store.load() if store is not None else {}
        self._lost: dict[int, NotRead] = {}
        self._scans: list[SourceScan] = []
        self._found = Found((), (), "")
        self._sequence = 0
        self._changed = True
        self._discover()
        self._control = self._read_control(controls)
        self.snapshot = Snapshot(0, self._found.title, Outcome.UNKNOWN, "nothing read yet", partial=True)

    def poll(self) -> bool:
        """Read what is new since the last call; True when the snapshot changed."""
        changed = self._changed
        if self._spool is not None and not self.live:
            self._spool.wait()
        if self.live and self._sequence:
            changed = self._discover() or changed
        for scan in self._scans:
            changed = self._advance(scan) or changed
        if changed:
            self._rebuild()
        return changed

    def decide(self, item_id: str, state: ItemState, attempt: int) -> None:
        """Record the engineer's decision on a checklist item; ``pending`` takes it back."""
        own = None if state in (ItemState.PENDING, ItemState.FOUND, ItemState.CONTRADICTED) else state
        self._record(item_id, attempt, replace(self._decision(item_id, attempt), state=own))

    def note(self, item_id: str, text: str, attempt: int) -> None:
        """Record the engineer's note on a checklist item."""
        self._record(item_id, attempt, replace(self._decision(item_id, attempt), note=text))

    def log(self, source_id: int) -> LogFile:
        """The lines of a source, for a log view."""
        scan = self._scans[source_id]
        return LogFile(scan.source.location, scan.index)

    def watch_paths(self) -> tuple[Path, ...]:
        """The files and directories whose changes matter."""
        named = [Path(path) for path in self.paths if path != "-"]
        spooled = [self._spool.path] if self._spool is not None else []
        return tuple(dict.fromkeys([path for path in named if path.exists()] + spooled))

    def close(self) -> None:
        """Close all files."""
        for scan in self._scans:
            scan.close()
        if self._spool is not None:
            self._spool.close()

    def _discover(self) -> bool:
        found = discover(self.paths)
        known = {scan.source.location for scan in self._scans}
        new = [
            (source, probe)
            for source, probe in zip(found.sources, found.probes, strict=True)
            if self._location(source.path, source.location) not in known
        ]
        for source, probe in new:
            location = self._location(source.path, source.location)
            numbered = replace(source, id=len(self._scans), location=location)
            self._scans.append(SourceScan(numbered, probe, self._catalogue))
        changed = bool(new) or found.not_read != self._found.not_read
        self._found = found
        return changed

    def _location(self, path: str, location: Path) -> Path:
        return self._spool.path if self._spool is not None and path == "-" else location

    def _advance(self, scan: SourceScan) -> bool:
        try:
            changed = scan.advance()
        except OSError as error:
            lost = NotRead(scan.source.path, f"cannot be read: {error.strerror or error}")
            known = self._lost.get(scan.source.id)
            self._lost[scan.source.id] = lost
            return known != lost
        return self._lost.pop(scan.source.id, None) is not None or changed

    def _read_control(self, controls: Sequence[str]) -> Job | None:
        if not controls:
            return None
        found = discover(controls)
        scans = [
            SourceScan(source, probe, self._catalogue)
            for source, probe in zip(found.sources, found.probes, strict=True)
        ]
        for scan in scans:
            scan.advance()
        job = gather([scans])
        for scan in scans:
            scan.close()
        return job

    def _decision(self, item_id: str, attempt: int) -> Decision:
        return self._decisions.get(attempt, {}).get(item_id, Decision())

    def _record(self, item_id: str, attempt: int, decision: Decision) -> None:
        self._decisions.setdefault(attempt, {})[item_id] = decision
        if self._store is not None:
            self._store.save(self._decisions)
        self._rebuild()

    def _rebuild(self) -> None:
        self._changed = False
        self._sequence += 1
        usable = [scan for scan in self._scans if scan.source.id not in self._lost or scan.bytes_read]
        snapshot = build(
            self._found.title,
            group(self.paths, usable),
            self.book,
            Context(self._control, self._decisions),
            (*self._found.not_read, *self._lost.values()),
            self.live,
        )
        self.snapshot = replace(snapshot, sequence=self._sequence, warnings=self._warnings())

    def _warnings(self) -> tuple[str, ...]:
        own = [self._store.problem] if self._store is not None and self._store.problem else []
        return (*own, *(str(problem) for problem in self.book.problems))
