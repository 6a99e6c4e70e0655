"""The metric lines of each rank: what a table of a source holds, by the rank that wrote it and the attempt."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter

from denpex_tui.engine.attempts import AttemptLines
from denpex_tui.engine.identity import Identity
from denpex_tui.engine.metric_lines import MetricLines, MetricTable, Writer
from denpex_tui.engine.metrics import MetricPoint
from denpex_tui.engine.model import Point
from denpex_tui.engine.scanned import Scanned


@dataclass(frozen=True, slots=True)
class RankLines:
    """The metric lines of one rank in one attempt and one source."""

    rank: int | None
    attempt: int
    source: int
    secondary: bool
    """Whether their steps are another program's count; see `Metrics.secondary`."""
    lines: MetricLines


def rank_lines(scan: Scanned, attempts: AttemptLines, identity: Identity, offset: int) -> Iterator[RankLines]:
    """The metric lines of a source; ``offset`` is added to the numbers of the attempts of its run."""
    table = scan.table
    for attempt, begin, end in attempts.spans():
        for rank, writers in _by_rank(table, scan, identity, attempt).items():
            for secondary in (False, True):
                lines = table.of(writers, secondary, begin, end)
                if lines.points:
                    yield RankLines(rank, attempt + offset, scan.source.id, secondary, lines)


def _by_rank(
    table: MetricTable, scan: Scanned, identity: Identity, attempt: int
) -> Mapping[int | None, frozenset[Writer]]:
    found: dict[int | None, set[Writer]] = defaultdict(set)
    for writer, tags in table.writers.items():
        found[identity.rank(tags, scan.source, attempt)].add(writer)
    return {rank: frozenset(writers) for rank, writers in found.items()}


def by_rank(items: Iterable[RankLines]) -> Mapping[int | None, list[RankLines]]:
    """Rank -> its lines, in the order in which the ranks come."""
    found: dict[int | None, list[RankLines]] = defaultdict(list)
    for item in items:
        found[item.rank].append(item)
    return found


def counted(items: Sequence[RankLines]) -> list[RankLines]:
    """The lines whose values count: DeepSpeed's own only of ranks that print no steps themselves."""
    primary = {(item.attempt, item.rank) for item in items if not item.secondary and item.lines.stepped}
    return [item for item in items if not item.secondary or (item.attempt, item.rank) not in primary]


def in_order(parts: Sequence[Sequence[Point]]) -> list[Point]:
    """Values of several lines in order of writing; not to be changed."""
    if len(parts) == 1 and isinstance(parts[0], list):
        return parts[0]
    return sorted((point for part in parts for point in part), key=attrgetter("place"))


def lines_in_order(parts: Sequence[Sequence[MetricPoint]]) -> Sequence[MetricPoint]:
    """The same of the lines themselves."""
    if len(parts) == 1:
        return parts[0]
    return sorted((point for part in parts for point in part), key=attrgetter("place"))
