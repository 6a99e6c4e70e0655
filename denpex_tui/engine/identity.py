"""Which global rank wrote a line.

Four number spaces are kept apart: the global rank, the local rank on a node, the node, and the process id. Precedence:
a global tag on the line, the source's own global rank, a local rank with its node, a process id that a launcher or
NCCL named, else nobody.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from denpex_tui.engine.model import Event, Source, Tags
from denpex_tui.engine.scanned import Scanned

Key = tuple[str, int]
"""Node (empty when there is only one) and a local rank or process id on it."""


@dataclass(slots=True)
class Identity:
    """The maps learnt from all sources of one run, for one attempt or for all."""

    local: dict[Key, int] = field(default_factory=dict)
    pids: dict[tuple[int, str, int], int] = field(default_factory=dict)
    """Attempt, node, process id -> rank."""
    sources: dict[int, int] = field(default_factory=dict)
    """Source id -> rank, for sources of one rank."""
    nodes: dict[int, str] = field(default_factory=dict)
    hosts: dict[int, str] = field(default_factory=dict)
    """Rank -> host."""
    alone: dict[str, int] = field(default_factory=dict)
    """Pod or host of a collector's tag -> the one rank that runs there."""
    local_is_global: bool = False
    """True when there is one node, so that local ranks are global ones."""

    def rank(self, tags: Tags, source: Source, attempt: int = 0) -> int | None:
        """The global rank of a writer, or None."""
        if tags.rank is not None:
            return tags.rank
        if (rank := self.sources.get(source.id)) is not None:
            return rank
        node = self.nodes.get(source.id, "")
        if tags.local_rank is not None:
            return self.of_local(node, tags.local_rank)
        if tags.pid is not None and (rank := self.by_pid(attempt, node, tags.host, tags.pid)) is not None:
            return rank
        return self.alone.get(tags.host) if tags.host is not None else None

    def by_pid(self, attempt: int, node: str, host: str | None, pid: int) -> int | None:
        """The rank of a process id: process ids are per node and come back in later attempts."""
        for place in (node, host or ""):
            if (rank := self.pids.get((attempt, place, pid))) is not None:
                return rank
        return None

    def of_local(self, node: str, local_rank: int) -> int | None:
        """The global rank of a local one, or None."""
        if (rank := self.local.get((node, local_rank))) is not None:
            return rank
        return local_rank if self.local_is_global else None

    def local_ranks(self, sources: Iterable[Source]) -> dict[str, set[int]]:
        """Node -> the local ranks that are known to be on it."""
        found: dict[str, set[int]] = defaultdict(set)
        for node, local_rank in self.local:
            found[node].add(local_rank)
        for source in sources:
            if source.local_rank is not None:
                found[self.nodes.get(source.id, "")].add(source.local_rank)
        return found


def learn(scans: Sequence[Scanned]) -> Identity:
    """What the sources and their events say of who is who."""
    identity = Identity()
    identity.nodes = _nodes(scans)
    _learn_content(identity, scans)
    _learn_tables(identity, scans)
    _learn_layout(identity, scans)
    _learn_hosts(identity, scans)
    identity.alone = _alone(scans)
    return identity


def _alone(scans: Sequence[Scanned]) -> dict[str, int]:
    """Host of a tag -> its rank, when there is a host for every rank of the job and no two ranks share one.

    Where fewer hosts than ranks are known, a host may run ranks that tag none of their lines.
    """
    found: dict[str, set[int]] = defaultdict(set)
    for scan in scans:
        for tags in (*(event.tags for event in scan.events), *scan.table.writers.values()):
            if tags.host is not None:
                found[tags.host].update([tags.rank] if tags.rank is not None else ())
    world = max((scan.probe.world_size or 0 for scan in scans), default=0)
    ranks = [rank for mine in found.values() for rank in mine]
    if sorted(ranks) != list(range(world)) or any(len(mine) != 1 for mine in found.values()):
        return {}
    return {host: rank for host, (rank,) in found.items()}


def _learn_hosts(identity: Identity, scans: Sequence[Scanned]) -> None:
    """A rank's own source over the launcher's table: there an agent may name the master's host for all its ranks."""
    for scan in scans:
        rank = identity.sources.get(scan.source.id)
        host = scan.probe.host or scan.source.host or scan.source.node
        if rank is not None and host:
            identity.hosts.setdefault(rank, host)
    for scan in scans:
        for event in scan.events:
            if event.exit is not None and event.exit.rank is not None and event.exit.host:
                identity.hosts.setdefault(event.exit.rank, event.exit.host)


def _nodes(scans: Sequence[Scanned]) -> dict[int, str]:
    """Source id -> node: of its directory, else, where several consoles hold the same local ranks, one for each."""
    nodes = {scan.source.id: scan.source.node or "" for scan in scans}
    consoles = {scan.source.id: _local_ranks(scan) for scan in scans if not scan.source.node}
    holders = Counter(rank for mine in consoles.values() for rank in mine)
    shared = [source for source, mine in consoles.items() if any(holders[rank] > 1 for rank in mine)]
    return nodes | {source: f"console {source}" for source in shared}


def _local_ranks(scan: Scanned) -> set[int]:
    """The local ranks that a console's lines speak of; none for a source of one process."""
    if scan.source.local_rank is not None or scan.source.rank is not None:
        return set()
    ended = {event.exit.local_rank for event in scan.events if event.exit is not None}
    return {rank for rank in ended | set(scan.probe.local_ranks) if rank is not None}


def _learn_content(identity: Identity, scans: Sequence[Scanned]) -> None:
    """A source in which one global rank is tagged is that rank's, whatever its directory's number says."""
    for scan in scans:
        source = scan.source
        tagged = _tagged(scan)
        if source.rank is not None:
            identity.sources[source.id] = source.rank
        elif source.local_rank is not None and len(tagged) == 1:
            rank = next(iter(tagged))
            identity.sources[source.id] = rank
            identity.local[(identity.nodes[source.id], source.local_rank)] = rank
        elif len(tagged) == 1 and source.layout not in ("launcher", "combined"):
            identity.sources[source.id] = next(iter(tagged))


def _tagged(scan: Scanned) -> set[int]:
    tags = [*(event.tags for event in scan.events), *scan.table.writers.values()]
    return {one.rank for one in tags if one.rank is not None} | set(scan.probe.ranks)


def _learn_tables(identity: Identity, scans: Sequence[Scanned]) -> None:
    """Lines that say both: an agent's table, and those with a launcher's tag before the rank's own."""
    for scan in scans:
        node = identity.nodes[scan.source.id]
        for event in scan.events:
            exit_, tags = event.exit, event.tags
            if tags.local_rank is not None and tags.rank is not None:
                identity.local.setdefault((node, tags.local_rank), tags.rank)
            if exit_ is None or exit_.rank is None:
                continue
            if exit_.local_rank is not None:
                identity.local.setdefault((node, exit_.local_rank), exit_.rank)


def _learn_layout(identity: Identity, scans: Sequence[Scanned]) -> None:
    nodes = {node for node in identity.nodes.values() if node}
    contradicted = any(rank != local for (_, local), rank in identity.local.items())
    identity.local_is_global = len(nodes) <= 1 and not contradicted
    for scan in scans:
        source = scan.source
        if source.id in identity.sources or source.local_rank is None:
            continue
        rank = identity.of_local(identity.nodes[source.id], source.local_rank)
        if rank is not None:
            identity.sources[source.id] = rank


def learn_pids(identity: Identity, events: Iterable[tuple[Event, str]]) -> None:
    """Process ids named by launchers and NCCL; each event comes with its node, its attempt already set."""
    for event, node in events:
        pid, rank = _pid_and_rank(event, node, identity)
        if pid is not None and rank is not None:
            identity.pids[(event.attempt, node, pid)] = rank


def _pid_and_rank(event: Event, node: str, identity: Identity) -> tuple[int | None, int | None]:
    if event.exit is not None:
        exit_ = event.exit
        if exit_.rank is not None or exit_.local_rank is None:
            return exit_.pid, exit_.rank
        return exit_.pid, identity.of_local(node, exit_.local_rank)
    fields = event.fields
    if event.name == "spawn":
        return int(fields["pid"]), identity.of_local(node, int(fields["local_rank"]))
    if event.name == "communicator":
        return event.tags.pid, int(fields["rank"])
    return None, None
