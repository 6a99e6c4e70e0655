"""Logs on disks of the nodes, as if they had been collected into one directory for each host."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from denpex_tui.engine.dated import MAX_FILES
from denpex_tui.engine.discover import sources_of
from denpex_tui.engine.looking import Log
from denpex_tui.engine.model import NotRead, Source
from denpex_tui.engine.probe import Probe
from denpex_tui.engine.tree_walk import Entry, natural_key
from denpex_tui.remote.work import Sight, Whereabouts


@dataclass(frozen=True, slots=True)
class Home:
    """Workers that see the same disk: all of a host, or one of a host whose workers see different directories."""

    label: str
    host: str
    name: str | None
    addresses: tuple[str, ...]

    def has(self, who: Whereabouts) -> bool:
        """Whether a worker, maybe one that was started since, is of this home."""
        return who.host == self.host and self.name in (None, who.name)


@dataclass(frozen=True, slots=True)
class Union:
    """The sources of all nodes, each with the home that can read it."""

    sources: tuple[Source, ...]
    probes: tuple[Probe, ...]
    not_read: tuple[NotRead, ...]
    homes: tuple[Home, ...]
    """In the order of ``sources``."""
    near: float | None
    """The first full time of the job, for stamps without a year."""


def union(workers: Mapping[str, Whereabouts], sights: Mapping[str, Sight]) -> Union:
    """One list of sources from what each worker sees; a directory that several workers of a host see counts once."""
    logs: list[tuple[Log, Home, float | None]] = []
    rows: list[NotRead] = []
    for home, sight in _homes(workers, sights):
        found = sight.found
        if found is None:
            rows.append(NotRead(home.label, sight.problem))
            continue
        dated = dict([sight.dated] if sight.dated is not None else [])
        for at, (source, probe) in enumerate(zip(found.sources, found.probes, strict=True)):
            logs.append((_named(source, probe, home.label), home, dated.get(at)))
        rows += [NotRead(str(PurePosixPath(home.label) / row.path), row.reason) for row in found.not_read]
    logs.sort(key=lambda item: natural_key(str(item[0].name)))
    return Union(
        tuple(sources_of([log for log, _, _ in logs])),
        tuple(log.probe for log, _, _ in logs),
        tuple(sorted(rows, key=lambda row: natural_key(row.path))),
        tuple(home for _, home, _ in logs),
        next((time for _, _, time in logs[:MAX_FILES] if time is not None), None),
    )


def _homes(workers: Mapping[str, Whereabouts], sights: Mapping[str, Sight]) -> Iterator[tuple[Home, Sight]]:
    seen: dict[str, dict[Path | str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for address, sight in sights.items():
        base = sight.found.base if sight.found is not None else sight.problem
        seen[workers[address].host][base].append(address)
    for host in sorted(seen):
        for addresses in seen[host].values():
            name = None if len(seen[host]) == 1 else workers[addresses[0]].name
            label = host if name is None else f"{host}-{name}"
            yield Home(label.replace("/", "_"), host, name, tuple(addresses)), sights[addresses[0]]


def _named(source: Source, probe: Probe, label: str) -> Log:
    entry = Entry(source.location, size=source.bytes)
    return Log(entry, PurePosixPath(label) / source.path, probe, source.earlier)
