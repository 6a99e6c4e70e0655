"""What of a rule the logs show in the open incident: its signals and conditions, seen with their lines, or missing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from denpex_tui.engine.model import Claim, Diagnosis, Event, Snapshot
from denpex_tui.engine.rules.book import RuleBook
from denpex_tui.engine.rules.model import Condition, Role, Rule, Signal
from denpex_tui.engine.rules.texts import fill
from denpex_tui.ui.glyphs import Mark

LEADS = Mark("▶", "leads", "$text-error")
CONCERN = Mark("!", "concern", "$text-warning")
MATCHES = Mark("●", "matches", "$text-success")
HINTS = Mark("·", "hints only", "dim")
SEEN = Mark("●", "seen", "$text-success")
NOT_SEEN = Mark("○", "not seen", "dim")


@dataclass(frozen=True, slots=True)
class Part:
    """A signal, or a condition on the metrics, of a rule."""

    id: str
    role: Role
    text: str
    """What seeing it says; of one that was seen with the values of its line."""
    events: tuple[Event, ...] = ()
    condition: bool = False

    @property
    def mark(self) -> Mark:
        return SEEN if self.events else NOT_SEEN


def standings(book: RuleBook, snapshot: Snapshot) -> Mapping[str, Mark]:
    """Rule -> how it stands in the open incident; rules of which nothing was seen are left out."""
    attempt = open_attempt(snapshot)
    found: dict[str, Mark] = {}
    for event in snapshot.signals:
        if event.attempt == attempt and found.get(name := _rule(event)) is not MATCHES:
            found[name] = MATCHES if _tells(book.get(name), event) else HINTS
    found |= {concern.rule: CONCERN for concern in snapshot.concerns if concern.rule}
    if (leading := _leading(snapshot)) is not None and leading.rule:
        found[leading.rule] = LEADS
    return found


def open_attempt(snapshot: Snapshot) -> int:
    """The attempt of the incident that the verdict leads with, or the last one."""
    if snapshot.incident is not None:
        return snapshot.incident.attempt
    return max((event.attempt or 0 for event in snapshot.signals), default=0)


def parts(rule: Rule, snapshot: Snapshot) -> tuple[Part, ...]:
    """The signals and conditions of a rule: those that were seen, then those that are missing."""
    attempt = open_attempt(snapshot)
    seen: dict[str, list[Event]] = {}
    for event in snapshot.signals:
        if event.attempt == attempt and _rule(event) == rule.id:
            seen.setdefault(event.name, []).append(event)
    met = _met(rule, snapshot)
    found = [_of_signal(signal, seen.get(f"{rule.id}/{signal.id}", [])) for signal in rule.signals]
    found += [_of_condition(condition, met.get(f"{rule.id}/{condition.id}")) for condition in rule.conditions]
    return tuple(sorted(found, key=lambda part: not part.events))


def _tells(rule: Rule | None, event: Event) -> bool:
    """Whether the event is a failure of the rule's kind, not only a hint at it."""
    signal = None if rule is None else rule.signal(event.name.partition("/")[2])
    return signal is not None and signal.role in (Role.INITIATOR, Role.COLLATERAL)


def _rule(event: Event) -> str:
    return event.name.partition("/")[0]


def _of_signal(signal: Signal, events: list[Event]) -> Part:
    values = events[0].fields if events else {}
    return Part(signal.id, signal.role, fill(signal.text or signal.pattern, values), tuple(events))


def _of_condition(condition: Condition, claim: Claim | None) -> Part:
    text = fill(condition.text or condition.id, {}) if claim is None else claim.text
    return Part(condition.id, condition.role, text, () if claim is None else claim.events, condition=True)


def _met(rule: Rule, snapshot: Snapshot) -> Mapping[str, Claim]:
    """Conditions of the rule that the engine found to hold, by the name of their events."""
    return {
        event.name: claim
        for diagnosis in (_leading(snapshot), *snapshot.concerns)
        if diagnosis is not None and diagnosis.rule == rule.id
        for claim in _claims(diagnosis)
        for event in claim.events[:1]
        if event.kind == "condition"
    }


def _leading(snapshot: Snapshot) -> Diagnosis | None:
    return snapshot.incident.diagnosis if snapshot.incident is not None else None


def _claims(diagnosis: Diagnosis) -> Iterator[Claim]:
    yield from diagnosis.evidence
    yield from diagnosis.contradictions
    for variant in diagnosis.variants:
        yield from variant.evidence
        yield from variant.against
