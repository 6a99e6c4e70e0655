"""The job as its logs show it: every event with its rank and attempt, ready for inference."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from denpex_tui.engine.appended import appended_starts
from denpex_tui.engine.attempts import AttemptLines, attempt_lines, total_attempts
from denpex_tui.engine.identity import Identity, learn, learn_pids
from denpex_tui.engine.metrics import MetricPoint
from denpex_tui.engine.model import Event, Place, Run, Series, Source
from denpex_tui.engine.pid_order import learn_pid_order
from denpex_tui.engine.rank_lines import RankLines, rank_lines
from denpex_tui.engine.runs import run_title
from denpex_tui.engine.scanned import Scanned
from denpex_tui.engine.series import SeriesTable


@dataclass(frozen=True, slots=True)
class LastSeen:
    """The last line of a rank in one attempt."""

    place: Place
    text: str
    time: float | None
    step: int | None = None


@dataclass(frozen=True, slots=True)
class Job:
    """Everything that inference may use; a pure value."""

    sources: tuple[Source, ...]
    events: tuple[Event, ...]
    """In the order of place."""
    lines: tuple[RankLines, ...]
    """The sampled metric lines."""
    series: Sequence[Series]
    ranks: tuple[int, ...]
    """All ranks that were seen or that the world size says exist."""
    world_size: int | None
    hosts: Mapping[int, str]
    last_seen: Mapping[tuple[int, int], LastSeen]
    """(attempt, rank) -> the last line."""
    attempts: tuple[int, ...]
    rank_sources: Mapping[tuple[int, int], tuple[int, ...]]
    """(attempt, rank) -> ids of the sources of that rank alone."""
    runs: tuple[Run, ...] = ()
    """The launches, when several were given."""


def gather(runs: Sequence[Sequence[Scanned]]) -> Job:
    """One job from the scans of its runs; a later run's attempts follow those of the run before."""
    parts: list[_Part] = []
    launches: list[Run] = []
    for index, scans in enumerate(runs):
        offset = launches[-1].first + launches[-1].attempts if launches else 0
        part, attempts = _gather_run(scans, offset, index)
        parts.append(part)
        launches.append(Run(run_title(index, runs), offset, attempts))
    return replace(_merge(parts), runs=tuple(launches))


@dataclass(slots=True)
class _Part:
    scans: Sequence[Scanned]
    identity: Identity
    lines: dict[int, AttemptLines]
    offset: int
    run: int
    events: list[Event]
    metrics: list[RankLines]


def _gather_run(scans: Sequence[Scanned], offset: int, run: int) -> tuple[_Part, int]:
    starts = appended_starts(scans)
    total = max(
        total_attempts([(scan.source, scan.events_now()) for scan in scans]),
        1 + max((len(offsets) for offsets in starts.values()), default=0),
    )
    identity = learn(scans)
    lines = {
        scan.source.id: attempt_lines(scan.source, scan.events_now(), total, starts.get(scan.source.id, ()))
        for scan in scans
    }
    part = _Part(scans, identity, lines, offset, run, [], [])
    placed = [(_placed(event, lines[scan.source.id]), scan) for scan in scans for event in scan.events_now()]
    named = [(event, identity.nodes[scan.source.id]) for event, scan in placed]
    learn_pids(identity, named)
    learn_pid_order(identity, named, identity.local_ranks([scan.source for scan in scans]))
    part.events = [_resolved(event, scan.source, identity, offset) for event, scan in placed]
    for scan in scans:
        part.metrics.extend(rank_lines(scan, lines[scan.source.id], identity, offset))
    return part, total


def _placed(event: Event, lines: AttemptLines) -> Event:
    return replace(event, attempt=lines.at(event.place.offset, event.name))


def _resolved(event: Event, source: Source, identity: Identity, offset: int) -> Event:
    rank, exit_ = event.rank, event.exit
    if exit_ is not None:
        rank = _exit_rank(event, source, identity)
        exit_ = replace(exit_, rank=rank)
    elif event.name in ("closing-signal", "kill", "success"):
        node = identity.nodes.get(source.id, "")
        rank = identity.by_pid(event.attempt, node, event.tags.host, int(event.fields["pid"]))
    elif "rank" in event.fields and event.fields["rank"].isdigit() and event.kind == "signal":
        rank = int(event.fields["rank"])
    else:
        rank = identity.rank(event.tags, source, event.attempt)
    return replace(event, rank=rank, exit=exit_, attempt=event.attempt + offset)


def _exit_rank(event: Event, source: Source, identity: Identity) -> int | None:
    exit_ = event.exit
    assert exit_ is not None
    if exit_.rank is not None:
        return exit_.rank
    node = identity.nodes.get(source.id, "")
    if exit_.local_rank is not None and (rank := identity.of_local(node, exit_.local_rank)) is not None:
        return rank
    return identity.by_pid(event.attempt, node, exit_.host, exit_.pid) if exit_.pid is not None else None


def _merge(parts: Sequence[_Part]) -> Job:
    events = sorted((event for part in parts for event in part.events), key=lambda e: (e.place, e.kind, e.name))
    metrics = [lines for part in parts for lines in part.metrics]
    scans = [scan for part in parts for scan in part.scans]
    hosts: dict[int, str] = {}
    for part in parts:
        hosts |= part.identity.hosts
    world = _world_size(scans, events)
    seen = {e.rank for e in events if e.rank is not None} | {m.rank for m in metrics if m.rank is not None}
    owned = _rank_sources(parts)
    seen |= {rank for _, rank in owned}
    ranks = sorted(seen | set(range(world))) if world is not None and world <= 65_536 else sorted(seen)
    attempts = sorted({0} | {e.attempt for e in events} | {m.attempt for m in metrics} | {a for a, _ in owned})
    return Job(
        tuple(sorted((_read_so_far(scan, part) for part in parts for scan in part.scans), key=lambda s: s.id)),
        tuple(events),
        tuple(metrics),
        SeriesTable(metrics),
        tuple(ranks),
        world,
        hosts,
        _last_seen(parts, owned),
        tuple(attempts),
        owned,
    )


def _read_so_far(scan: Scanned, part: _Part) -> Source:
    source = scan.source
    return replace(
        source,
        rank=part.identity.sources.get(source.id),
        run=part.run,
        host=source.host or scan.probe.host or source.node,
        attempt=None if source.attempt is None else source.attempt + part.offset,
        bytes=max(scan.size, scan.bytes_read),
        bytes_read=scan.bytes_read,
        lines=scan.lines,
    )


def _world_size(scans: Sequence[Scanned], events: Sequence[Event]) -> int | None:
    sizes = [scan.probe.world_size for scan in scans if scan.probe.world_size]
    sizes += [int(e.fields["world_size"]) for e in events if e.name == "communicator" and "world_size" in e.fields]
    return max(sizes, default=None)


def _rank_sources(parts: Sequence[_Part]) -> dict[tuple[int, int], tuple[int, ...]]:
    owned: dict[tuple[int, int], tuple[int, ...]] = {}
    for part in parts:
        for scan in part.scans:
            rank = part.identity.sources.get(scan.source.id)
            if rank is not None:
                key = ((scan.source.attempt or 0) + part.offset, rank)
                owned[key] = (*owned.get(key, ()), scan.source.id)
    return owned


def _last_seen(
    parts: Sequence[_Part], owned: Mapping[tuple[int, int], tuple[int, ...]]
) -> dict[tuple[int, int], LastSeen]:
    """The last line of each rank: of its own files where it has some, else the last line that was of interest."""
    seen: dict[tuple[int, int], LastSeen] = {}
    for part in parts:
        for lines in part.metrics:
            if lines.rank is not None:
                _later(seen, (lines.attempt, lines.rank), _of_point(lines.lines.points[-1]))
    scans = {scan.source.id: scan for part in parts for scan in part.scans}
    for key, ids in owned.items():
        for source_id in ids:
            last = scans[source_id].last_line()
            if last is not None:
                _later(seen, key, LastSeen(last.place, last.full, last.stamp))
    return seen


def _of_point(point: MetricPoint) -> LastSeen:
    return LastSeen(point.place, point.text, point.time, point.metrics.step)


def _later(seen: dict[tuple[int, int], LastSeen], key: tuple[int, int], new: LastSeen) -> None:
    old = seen.get(key)
    if old is None:
        seen[key] = new
        return
    step = new.step if new.step is not None else old.step
    newer = (new.time or 0.0, new.place.offset) >= (old.time or 0.0, old.place.offset)
    if new.time is None and old.time is not None:
        newer = new.place.source == old.place.source and new.place.offset > old.place.offset
    seen[key] = replace(new if newer else old, step=step, time=new.time if newer and new.time else old.time)
