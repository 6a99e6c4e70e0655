"""SIGKILL from a launcher: for processes that did not end by SIGTERM, and for the rest of a step after a failure.

Its victims end with -9, like the one process that the kernel killed for memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from denpex_tui.engine.model import Event

KILL = -9
_SENT = ("closing-signal", "kill")
"""Sentences by which a launcher says that it ends a process that still runs."""
_IN_ORDER = ("srun",)
"""Launchers that end all other tasks when one failed, and report each end in its order."""
_TERM = -15


def killed_by_launcher(events: Sequence[Event]) -> frozenset[int]:
    """The ranks whose -9 is the launcher's doing."""
    sent = {event.rank for event in events if event.name in _SENT}
    failed = _first_failed(events)
    return frozenset(
        event.rank
        for event in events
        if event.rank is not None
        and event.exit is not None
        and event.exit.code == KILL
        and (event.rank in sent or failed.get(event.place.source, event.place.offset) < event.place.offset)
    )


def ended_by_launcher(events: Sequence[Event]) -> frozenset[int]:
    """The ranks of which a launcher says that it ended them."""
    return frozenset(event.rank for event in events if event.name in _SENT and event.rank is not None)


def _first_failed(events: Iterable[Event]) -> dict[int, int]:
    """Source -> offset of the line by which a launcher reports the first task that failed, or that it ends them all."""
    first: dict[int, int] = {}
    for event in events:
        exit_ = event.exit
        failed = exit_ is not None and exit_.by in _IN_ORDER and exit_.code not in (None, 0, _TERM)
        if failed or event.kind == "cancel":
            first[event.place.source] = min(first.get(event.place.source, event.place.offset), event.place.offset)
    return first
