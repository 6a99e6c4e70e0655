"""What holds of an incident: the seen signals and met conditions of a rule, by name, and the fields they gave."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from denpex_tui.engine.diagnosis.conditions import Met, evaluate
from denpex_tui.engine.diagnosis.values import Metrics
from denpex_tui.engine.infer.words import join
from denpex_tui.engine.model import Claim, Event
from denpex_tui.engine.rules.model import Condition, Rule, Signal
from denpex_tui.engine.rules.names import terms
from denpex_tui.engine.rules.texts import fill

MAX_EVENTS = 8
"""Of each signal at most this many events are evidence; more of the same add nothing to a claim."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A name that holds, with its sentence, its events and the ranks that it is about."""

    claim: Claim
    ranks: tuple[int, ...] = ()


@dataclass(slots=True)
class Facts:
    """All names of one rule that hold, and the parameters that fill its texts."""

    rule: Rule
    seen: dict[str, Seen] = field(default_factory=dict)
    parameters: dict[str, str] = field(default_factory=dict)
    field_events: dict[str, Event] = field(default_factory=dict)

    def holds(self, entry: str) -> bool:
        """Whether all names of one entry hold."""
        return all((term.name in self.seen) is not term.negated for term in terms(entry))

    def any_of(self, entries: Iterable[str]) -> bool:
        return any(self.holds(entry) for entry in entries)

    def claims(self, entries: Iterable[str]) -> tuple[Claim, ...]:
        """The claims behind the entries that hold, each once."""
        found: dict[str, Claim] = {}
        for entry in entries:
            if not self.holds(entry):
                continue
            for term in terms(entry):
                if not term.negated and term.name in self.seen and self.seen[term.name].claim.text:
                    found.setdefault(term.name, self.seen[term.name].claim)
        return tuple(found.values())

    def fill(self, text: str, *, quote: bool = False) -> str:
        """``text`` with its parameters; ``quote`` for a shell command, since values come from hostile logs."""
        return fill(text, self.parameters, quote)


def gather(
    rule: Rule,
    events: Iterable[Event],
    metrics: Metrics,
    parameters: Mapping[str, str],
    first: tuple[int, ...] = (),
) -> Facts:
    """The facts of one rule from the events and metrics of one attempt; ``first`` are the ranks it is about."""
    facts = Facts(rule, parameters=dict(parameters))
    by_signal: dict[str, list[Event]] = {}
    prefix = f"{rule.id}/"
    for event in events:
        if event.kind == "signal" and event.name.startswith(prefix):
            by_signal.setdefault(event.name.removeprefix(prefix), []).append(event)
    for signal in rule.signals:
        if found := _of_first(by_signal.get(signal.id, []), first):
            _note_fields(facts, found)
            facts.seen[signal.id] = _seen_signal(signal, found, facts)
    for condition in rule.conditions:
        if (met := evaluate(condition, metrics)) is not None:
            facts.seen[condition.id] = _seen_condition(condition, met, metrics, facts)
    return facts


def _of_first(events: list[Event], first: tuple[int, ...]) -> list[Event]:
    """Lines of the first ranks before those of others; of tracebacks the first ranks' alone, where they have one.

    A victim's traceback may pass through the same function on its way to another line.
    """
    own = [event for event in events if event.rank in first]
    others = [event for event in events if event.rank not in first]
    return own if own and any(event.in_traceback for event in own) else own + others


def _note_fields(facts: Facts, events: list[Event]) -> None:
    for event in events:
        for name, value in event.fields.items():
            facts.parameters.setdefault(name, value)
            facts.field_events.setdefault(name, event)


def _seen_signal(signal: Signal, events: list[Event], facts: Facts) -> Seen:
    ranks = tuple(sorted({event.rank for event in events if event.rank is not None}))
    own = {**facts.parameters, **events[0].fields, "ranks": _numbers(ranks), "rank": _numbers(ranks[:1])}
    return Seen(Claim(fill(signal.text or signal.id, own), tuple(events[:MAX_EVENTS])), ranks)


def _seen_condition(condition: Condition, met: Met, metrics: Metrics, facts: Facts) -> Seen:
    value = f"{met.points[0].value:.4g}" if met.points else ""
    step = met.points[0].step if met.points else None
    own = {**facts.parameters, "ranks": _numbers(met.ranks), "rank": _numbers(met.ranks[:1]), "value": value}
    if step is not None:
        own["step"] = str(step)
    events = tuple(
        Event(
            "condition",
            f"{facts.rule.id}/{condition.id}",
            point.place,
            metrics.text(point),
            rank,
            time=point.time,
        )
        for point, rank in zip(met.points[:MAX_EVENTS], _point_ranks(met), strict=False)
    )
    return Seen(Claim(fill(condition.text or condition.id, own), events), met.ranks)


def _point_ranks(met: Met) -> list[int | None]:
    missing: list[int | None] = [None] * (len(met.points) - len(met.ranks))
    return [*missing, *met.ranks]


def _numbers(ranks: tuple[int, ...]) -> str:
    shown = [str(rank) for rank in ranks[:8]]
    if len(ranks) > 8:
        shown.append(f"{len(ranks) - 8} more")
    return join(shown)
