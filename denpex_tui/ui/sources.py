"""Sources in words, and which of them belong together."""

from __future__ import annotations

from denpex_tui.engine.model import Snapshot, Source


def owner(source: Source) -> str:
    """Whose log it is: ``rank 1``, or the name of a layout that holds several ranks."""
    return source.layout if source.rank is None else f"rank {source.rank}"


def find(snapshot: Snapshot, source_id: int | None) -> Source | None:
    """The source with the id; None when it is not among those that could be read this time."""
    return next((source for source in snapshot.sources if source.id == source_id), None)


def siblings(snapshot: Snapshot, source_id: int) -> list[int]:
    """The sources of the same rank in the same run and attempt; for a source of no single rank, all such sources."""
    here = find(snapshot, source_id)
    if here is None or here.rank is None:
        return [source.id for source in snapshot.sources if source.rank is None]
    return [
        source.id
        for source in snapshot.sources
        if (source.rank, source.run, source.attempt) == (here.rank, here.run, here.attempt)
    ]


def opening_source(snapshot: Snapshot) -> int | None:
    """The source to show while nothing is selected: the first that has lines."""
    filled = [source.id for source in snapshot.sources if source.lines]
    return filled[0] if filled else next((source.id for source in snapshot.sources), None)
