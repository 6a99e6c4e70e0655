"""All ranks at a glance, and what was learnt of the hosts' clocks."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from denpex_tui.engine.model import RankStatus
from denpex_tui.engine.prefixes import peel
from denpex_tui.report.marks import RANK, Mark
from denpex_tui.report.outline.builder import Builder
from denpex_tui.report.ranks import runs
from denpex_tui.report.times import clock, duration

_SINGLE = 16
"""Up to so many ranks stand one in a row; above, ranks that stand alike share a row."""
_ROWS = 40

_GROUPINGS: tuple[Callable[[RankStatus], Hashable], ...] = (
    lambda status: (status.state, status.host, status.last_step),
    lambda status: (status.state, status.last_step),
    lambda status: status.state,
)


def ranks(builder: Builder) -> None:
    """A table of the ranks: state, host, last step, last line."""
    known = builder.snapshot.ranks
    if not known:
        return
    builder.heading("Ranks")
    if len(known) <= _SINGLE:
        head = ("rank", "state", "host", "last step", "last at", "last line")
        builder.table(head, map(_row, known), frozenset({2, 5}), crop=5)
    else:
        builder.table(("ranks", "state", "host", "last step"), map(_group_row, _grouped(known)), frozenset({2}))


def _row(status: RankStatus) -> tuple[str | Mark, ...]:
    step = "" if status.last_step is None else f"{status.last_step:,}"
    said = peel(status.last_text).text
    return str(status.rank), RANK[status.state], status.host or "", step, clock(status.last_time), said


def _grouped(known: tuple[RankStatus, ...]) -> list[list[RankStatus]]:
    """Ranks that stand alike, by the finest grouping that still fits a screenful."""
    groups: dict[Hashable, list[RankStatus]] = {}
    for grouping in _GROUPINGS:
        groups = {}
        for status in known:
            groups.setdefault(grouping(status), []).append(status)
        if len(groups) <= _ROWS:
            break
    return list(groups.values())


def _group_row(group: list[RankStatus]) -> tuple[str | Mark, ...]:
    numbers = runs(status.rank for status in group)
    shown = ", ".join(numbers[:8]) + (", …" if len(numbers) > 8 else "")
    hosts = sorted({status.host for status in group if status.host})
    host = hosts[0] if len(hosts) == 1 else f"{len(hosts):,} hosts" if hosts else ""
    steps = [status.last_step for status in group if status.last_step is not None]
    low, high = (min(steps), max(steps)) if steps else (0, 0)
    step = "" if not steps else f"{low:,}" if low == high else f"{low:,} to {high:,}"
    return f"{shown} ({len(group):,})", RANK[group[0].state], host, step


def clocks(builder: Builder) -> None:
    """How far each host's clock is off, and how well that is known."""
    if not builder.snapshot.clocks:
        return
    builder.heading("Clocks")
    for entry in builder.snapshot.clocks:
        side = "ahead" if entry.offset > 0 else "behind"
        spread = f"give or take {duration(entry.error)} ({entry.samples:,} common steps)"
        builder.say(entry.host, f"{duration(entry.offset)} {side}, {spread}; the delays here are corrected for it")
