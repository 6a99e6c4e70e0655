"""A session whose logs are read by the workers of a Dask cluster: by all of them, or each on its own node."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from denpex_tui.engine.catalogue import Catalogue
from denpex_tui.engine.clean import clean_text
from denpex_tui.engine.control_run import read_control
from denpex_tui.engine.dated import beginning, first_dated
from denpex_tui.engine.discover import discover
from denpex_tui.engine.errors import UsageError
from denpex_tui.engine.given_paths import STDIN
from denpex_tui.engine.incidents import Context
from denpex_tui.engine.metric_sampler import Budget
from denpex_tui.engine.model import NotRead, Progress, Snapshot
from denpex_tui.engine.publishing import Publishing
from denpex_tui.engine.rules.book import RuleBook
from denpex_tui.engine.runs import group
from denpex_tui.engine.snapshots import build
from denpex_tui.engine.store import ChecklistStore
from denpex_tui.remote.cluster import connect, workers
from denpex_tui.remote.dispatch import Dispatch
from denpex_tui.remote.excerpt import ExcerptFile
from denpex_tui.remote.union import Home, Union, union
from denpex_tui.remote.work import Order, Reading, Sight, look

PATIENCE_S = 15.0
"""A worker that died is waited for so long: where Dask runs a nanny, it comes back."""


class RemoteSession(Publishing):
    """Reads once; it does not follow. Raises `UsageError` when the cluster or a path cannot be used."""

    def __init__(
        self,
        paths: Sequence[str],
        *,
        address: str,
        node_local: bool,
        book: RuleBook,
        controls: Sequence[str] = (),
        store: ChecklistStore | None = None,
        patience: float = PATIENCE_S,
    ) -> None:
        if STDIN in paths:
            raise UsageError("standard input cannot be read by other machines; leave out --dask, or give a path")
        super().__init__(clean_text(" ".join(paths)), store)
        self.paths = tuple(paths)
        self.book = book
        self.live = False
        self.backlog = True
        self._local = node_local
        self._control = read_control(controls, Catalogue(book)) if controls else None
        self._client = connect(address)
        try:
            self._found = self._look() if node_local else self._share()
            self._dispatch = Dispatch(self._client, book.rules, patience)
        except BaseException:
            self._client.close()
            raise
        self._began = False
        self._readings: dict[int, Reading] = {}

    @property
    def size(self) -> int:
        """Bytes of all sources when they were found."""
        return sum(source.bytes for source in self._found.sources)

    def quick(self) -> Snapshot:
        """A verdict from the beginnings and ends of the sources, marked as partial; `poll` reads all of them."""
        self._order(Budget.of_first_look(len(self._found.sources)), quick=True)
        for reading in self._dispatch.collect(None):
            self._readings[reading.source] = reading
        results = [reading.result for reading in self._readings.values() if reading.result is not None]
        self._show_all(partial=any(result.skipped for result in results))
        return self.snapshot

    def poll(self, seconds: float | None = None) -> bool:
        """Take what came back since the last call, for about ``seconds``; True when the snapshot changed."""
        if not self._began:
            self._began = True
            self._order(Budget.among(len(self._found.sources)))
        elif not self.backlog:
            return False
        came = {reading.source: reading for reading in self._dispatch.collect(seconds)}
        self.backlog = self._dispatch.waiting
        if not came and self.backlog:
            return False
        self._readings |= came
        self._show_all(partial=self.backlog)
        return True

    def log(self, source_id: int) -> ExcerptFile:
        """The lines of a source that are here, for a log view."""
        reading = self._readings.get(source_id)
        home = self._found.homes[source_id] if self._local else None
        where = home.label if home is not None else "the workers"
        if reading is None or reading.result is None:
            return ExcerptFile((), 0, where)
        return ExcerptFile(reading.excerpt, reading.result.lines, where)

    def end_of(self, source_id: int) -> None:
        """Lines come with their numbers."""

    def watch_paths(self) -> tuple[Path, ...]:
        """Nothing is followed."""
        return ()

    def close(self) -> None:
        """Give up what is being read, and leave the cluster as it was."""
        self._dispatch.close()
        self._client.close()

    def _look(self) -> Union:
        """What each worker sees on its own node. Raises `UsageError` when none sees anything."""
        known = workers(self._client)
        asked = self._client.run(look, list(self.paths), workers=list(known), on_error="ignore")
        gone = Sight(None, "its worker went away before it was read")
        sights = {address: asked.get(address, gone) for address in known}
        found = union(known, sights)
        if not found.sources and not any(sight.found for sight in sights.values()):
            raise UsageError(f"no Dask worker can read {self.snapshot.title!r}: {found.not_read[0].reason}")
        return found

    def _share(self) -> Union:
        """What this machine sees; the workers must see the same files under the same names."""
        workers(self._client)
        found = discover(self.paths)
        located = tuple(replace(source, location=source.location.absolute()) for source in found.sources)
        near = first_dated([beginning(source) for source in located])
        return Union(located, found.probes, found.not_read, (), near)

    def _order(self, budget: Budget, quick: bool = False) -> None:
        pairs = zip(self._found.sources, self._found.probes, strict=True)
        homes: Sequence[Home | None] = self._found.homes if self._local else [None] * len(self._found.sources)
        self._dispatch.submit([Order(source, probe, budget, self._found.near, quick) for source, probe in pairs], homes)

    def _show_all(self, partial: bool) -> None:
        readings = [self._readings[source] for source in sorted(self._readings)]
        results = [reading.result for reading in readings if reading.result is not None]
        lost = [
            NotRead(self._found.sources[reading.source].path, reading.problem)
            for reading in readings
            if reading.problem
        ]
        troubles = [row for result in results for row in result.not_read]
        rows = (*self._found.not_read, *troubles, *lost)
        title = self.snapshot.title
        runs = [list(results)] if self._local else group(self.paths, results)
        snapshot, _ = build(title, runs, self.book, Context(self._control), rows)
        if partial and self.backlog:
            read = sum(result.bytes_read for result in results)
            snapshot = replace(snapshot, progress=Progress(read, max(read, self.size), False))
        self._publish(replace(snapshot, partial=partial))

    def _warnings(self) -> Iterable[str]:
        results = (reading.result for reading in self._readings.values() if reading.result is not None)
        return (*self.book.warnings, *(sentence for result in results for sentence in result.warnings))
