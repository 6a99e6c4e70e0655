"""The sources of a session: found at its beginning and while it lasts, each with its scan."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from time import monotonic

from denpex_tui.engine.catalogue import Catalogue
from denpex_tui.engine.dated import beginning, first_dated
from denpex_tui.engine.descriptors import Identity
from denpex_tui.engine.discover import Found, discover
from denpex_tui.engine.given_paths import STDIN, is_pipe
from denpex_tui.engine.metric_sampler import Budget
from denpex_tui.engine.model import NotRead, Source
from denpex_tui.engine.probe import Probe
from denpex_tui.engine.scanned import losses, troubles
from denpex_tui.engine.source_scan import SourceScan
from denpex_tui.engine.spool import Spool
from denpex_tui.engine.tree_watch import TreeWatch

PATIENCE_S = 2.0
"""How long NUL bytes in a log that is followed may still turn into text."""


class Intake:
    """Finds what to read. Raises `UsageError` at its beginning when a path cannot be used."""

    def __init__(self, paths: Sequence[str], catalogue: Catalogue, *, live: bool) -> None:
        self.paths = tuple(paths)
        self.scans: list[SourceScan] = []
        self.near: float | None = None
        """The first full time of the job, for stamps without a year."""
        self._catalogue = catalogue
        self._patience = PATIENCE_S if live else 0.0
        self._known: dict[Path, SourceScan] = {}
        """By where the source was found, which is not where a stream's bytes are."""
        self._streams: dict[Path, Spool] = {}
        self._tree = TreeWatch()
        self._probes: list[Probe] = []
        self.found = Found((), (), "")
        began = monotonic()
        self._take(discover(self.paths), began)

    # Finding

    def look(self) -> bool:
        """Look for logs that came since, when there is a sign of them; True when something is to be shown anew."""
        if not self._is_due():
            return False
        began = monotonic()
        return self._take(discover(self.paths, self.found, self._taken()), began)

    def _is_due(self) -> bool:
        # What a log's first lines say may tell whose the logs beside it are.
        return self._tree.may_differ() or any(
            scan.probe is not probe for scan, probe in zip(self.scans, self._probes, strict=True)
        )

    def _taken(self) -> dict[Identity, Path | None]:
        """The files that logs were written to, each with the one name under which it is still a log."""
        taken: dict[Identity, Path | None] = {}
        for scan in self.scans:
            taken |= dict.fromkeys(scan.course.known)
            if scan.course.live is not None:
                taken[scan.course.live] = scan.source.location
        return taken

    def _take(self, found: Found, began: float) -> bool:
        changed = found.not_read != self.found.not_read
        pairs = list(zip(found.sources, found.probes, strict=True))
        new = [(source, probe) for source, probe in pairs if source.location not in self._known]
        for source, _ in pairs:
            changed = self._relabelled(source) or changed
        located = [(source, self._located(source), probe) for source, probe in new]
        if self.near is None:
            self.near = first_dated([beginning(source) for _, source, _ in located])
        budget = Budget.among(len(found.sources))
        for source, at, probe in located:
            numbered = replace(at, id=len(self.scans))
            scan = self._followed(SourceScan(numbered, probe, self._catalogue, budget, self.near))
            self._known[source.location] = scan
            self.scans.append(scan)
        self.found = found
        self._probes = [scan.probe for scan in self.scans]
        given = [Path(path) for path in self.paths if path != STDIN]
        self._tree.listed(given, found.directories, found.looked, monotonic() - began)
        return changed or bool(new)

    def _located(self, source: Source) -> Source:
        """The source with the place of its bytes; a stream is copied from now on."""
        if source.layout != "stdin" and not is_pipe(source.location):
            return source
        spool = self._streams[source.location] = Spool(None if source.layout == "stdin" else source.location)
        return replace(source, location=spool.path)

    def _followed(self, scan: SourceScan) -> SourceScan:
        scan.reader.patience = self._patience
        scan.course.foreign = self._known
        scan.course.unfinished.patience = self._patience
        return scan

    def _relabelled(self, source: Source) -> bool:
        """Take over what the files beside it say of a known source now, such as that its number is a rank."""
        scan = self._known.get(source.location)
        if scan is None:
            return False
        before = scan.source
        scan.source = replace(
            before,
            layout=source.layout,
            rank=source.rank,
            local_rank=source.local_rank,
            node=source.node,
            host=source.host,
            attempt=source.attempt,
            stream=source.stream,
        )
        return scan.source != before

    def read_again(self, catalogue: Catalogue) -> None:
        """Read all once more from its beginning, for another catalogue; what is gone from disk stays known."""
        self._catalogue = catalogue
        budget = Budget.among(len(self.scans))
        for place, scan in self._known.items():
            again = SourceScan(scan.source, scan.probe, catalogue, budget, self.near, scan)
            self._known[place] = self.scans[scan.source.id] = self._followed(again)
        self._probes = [scan.probe for scan in self.scans]

    # Streams

    def wait(self) -> None:
        """Until all streams have ended."""
        for spool in self._streams.values():
            spool.wait()

    @property
    def has_ended(self) -> bool:
        """Whether nothing can come any more: only streams are read, and all of them have ended."""
        only_streams = len(self._streams) == len(self.scans) > 0
        return only_streams and all(spool.done.is_set() for spool in self._streams.values())

    # What to say and what to watch

    def not_read(self) -> list[NotRead]:
        """What was found and cannot be read, now or at all."""
        return [*self.found.not_read, *(row for scan in self.scans for row in troubles(scan))]

    def warnings(self) -> list[str]:
        """What was lost and what went wrong, as sentences."""
        told = [spool.problem for spool in self._streams.values() if spool.problem]
        return told + [sentence for scan in self.scans for sentence in losses(scan)]

    def watch_paths(self) -> list[Path]:
        """The files and directories whose changes matter."""
        named = [Path(path) for path in self.paths if path != STDIN]
        return [path for path in named if path.exists() and path not in self._streams] + [
            spool.path for spool in self._streams.values()
        ]

    def close(self) -> None:
        """Close all files and remove the copies of streams."""
        for scan in self.scans:
            scan.close()
        for spool in self._streams.values():
            spool.close()
