"""Mismatched collectives: every rank names itself and one other; the one that all others name is the odd one."""

from __future__ import annotations

from collections import Counter, defaultdict

from denpex_tui.engine.infer.case import Case
from denpex_tui.engine.infer.failure import Nature
from denpex_tui.engine.infer.finding import Finding
from denpex_tui.engine.infer.last_line import last_line_event
from denpex_tui.engine.infer.words import ranks_text
from denpex_tui.engine.model import Alternative, Certainty, Claim, Event

SELF, SHAPE = "running", "fingerprint"
"""Groups by which a rule's signal gives the collective that a rank itself was running."""


def prove(case: Case) -> Finding | None:
    """The rank whose own collective differs from the one that all others were running."""
    if case.of(Nature.LOCAL, Nature.SIGNALLED):
        return None
    own: dict[int, str] = {}
    lines: dict[int, Event] = {}
    for event in case.events:
        number = event.fields.get(SELF, "")
        if number.isdigit() and SHAPE in event.fields:
            own[int(number)] = event.fields[SHAPE]
            lines[int(number)] = event
    if len(own) < 2:
        return None
    groups: dict[str, list[int]] = defaultdict(list)
    for rank, shape in own.items():
        groups[shape].append(rank)
    return _finding(case, groups, lines) if len(groups) > 1 else None


def _finding(case: Case, groups: dict[str, list[int]], lines: dict[int, Event]) -> Finding:
    counts = Counter({shape: len(ranks) for shape, ranks in groups.items()})
    (common, most), (_, second) = counts.most_common(2)
    odd = tuple(sorted(rank for shape, ranks in groups.items() if shape != common for rank in ranks))
    others = tuple(sorted(groups[common]))
    event = lines[odd[0]]
    if most == second:
        everyone = tuple(sorted(lines))
        text = f"{ranks_text(everyone)} run different collectives and neither side is the larger"
        claim = Claim(text, tuple(lines[rank] for rank in everyone))
        return Finding("odd one out", everyone, Certainty.AMBIGUOUS, "desync", text, (claim,), event=event)
    text = f"{ranks_text(odd)} ran {_short(event)} while {ranks_text(others)} ran {_short(lines[others[0]])}"
    reasons = [Claim(text, tuple(lines[rank] for rank in (*odd, *others)))]
    step = last_line_event(case, odd[0])
    why_not = Claim("its report names itself first, as every rank's does", tuple(lines[rank] for rank in others[:1]))
    failure = case.failures.get(odd[0])
    return Finding(
        "odd one out",
        odd,
        Certainty.CERTAIN if most >= 2 and len(odd) == 1 else Certainty.LIKELY,
        failure.kind if failure is not None else "desync",
        text,
        tuple(reasons),
        failure,
        event=event if failure is not None else step or event,
        alternatives=(Alternative(others, why_not),),
    )


def _short(event: Event) -> str:
    return event.fields[SHAPE].strip()[:100]
