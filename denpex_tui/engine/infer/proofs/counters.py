"""NCCL counters within one process group: who enqueued least is behind; who waits at the highest is a victim."""

from __future__ import annotations

from collections import defaultdict

from denpex_tui.engine.infer.case import Case
from denpex_tui.engine.infer.failure import Nature
from denpex_tui.engine.infer.finding import Finding
from denpex_tui.engine.infer.last_line import last_line_event
from denpex_tui.engine.infer.words import ranks_text
from denpex_tui.engine.model import Certainty, Claim, Event

ENQUEUED, GROUP = "last_enqueued", "pg"
"""Groups by which a rule's signal gives a rank's last enqueued work and its process group."""
_UNSET = 1 << 40
"""-1 is printed as a huge unsigned number where nothing was enqueued."""


def prove(case: Case) -> Finding | None:
    """The ranks that had enqueued fewer collectives than the others of their process group."""
    if case.of(Nature.LOCAL, Nature.SIGNALLED):
        return None
    groups: dict[str, dict[int, tuple[int, Event]]] = defaultdict(dict)
    for event in case.events:
        enqueued = event.fields.get(ENQUEUED, "")
        if event.rank is not None and enqueued.isdigit():
            count = int(enqueued) if int(enqueued) < _UNSET else -1
            groups[event.fields.get(GROUP, "")].setdefault(event.rank, (count, event))
    for group in sorted(groups):
        if (finding := _behind(case, groups[group])) is not None:
            return finding
    return None


def _behind(case: Case, counts: dict[int, tuple[int, Event]]) -> Finding | None:
    most = max(count for count, _ in counts.values())
    behind = tuple(sorted(rank for rank, (count, _) in counts.items() if count < most))
    if not behind or 2 * len(behind) >= len(counts) + 1:
        return None
    least = counts[behind[0]][0]
    ahead = tuple(sorted(set(counts) - set(behind)))
    text = f"{ranks_text(behind)} had enqueued {least} works when {ranks_text(ahead)} waited at {most}"
    events = tuple(counts[rank][1] for rank in (*behind, *ahead))
    certainty = Certainty.LIKELY if len(behind) == 1 else Certainty.AMBIGUOUS
    event = last_line_event(case, behind[0]) or events[0]
    message = f"{ranks_text(behind)} fell behind the collectives of the others"
    return Finding("counters", behind, certainty, "hang", message, (Claim(text, events),), event=event)
