"""Which rule explains an event: the signals that stand in its block or on its line."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from denpex_tui.engine.model import Event
from denpex_tui.engine.rules.book import RuleBook
from denpex_tui.engine.rules.model import Role, Rule

WRAPPER = "wrapper"
"""Tag of rules whose message only points to another failure, such as torchrun's ChildFailedError."""
CANCELLATION = "cancellation"
"""Tag of rules that say that somebody ended the job."""

_VOLATILE = re.compile(r"\[?\d{1,3}(?:\.\d{1,3}){3}\]?(?::\d+)?|0x[0-9a-fA-F]+|\d+")


@dataclass(frozen=True, slots=True)
class Explanation:
    """A rule with its signals that were seen in one block."""

    rule: Rule
    role: Role
    signals: tuple[Event, ...]


def signature(name: str, message: str) -> str:
    """What is equal for the same failure on several ranks: numbers and addresses are left out."""
    return f"{name}: {_VOLATILE.sub('#', message.splitlines()[0] if message else '')[:200]}"


def role_of(event: Event, book: RuleBook) -> Role | None:
    """The role that the rule gives to a signal."""
    rule, signal = rule_and_signal(event)
    found = book.get(rule)
    known = found.signal(signal) if found is not None else None
    return known.role if known is not None else None


def rule_and_signal(event: Event) -> tuple[str, str]:
    rule, _, signal = event.name.partition("/")
    return rule, signal


def explanations(signals: Iterable[Event], book: RuleBook) -> list[Explanation]:
    """The rules that explain a block with these signals, the one that leads first.

    A local cause leads over a consequence, then the higher priority, then the rule whose overrides name the other.
    """
    by_rule: dict[str, list[Event]] = defaultdict(list)
    for event in signals:
        by_rule[rule_and_signal(event)[0]].append(event)
    found = [made for name, events in by_rule.items() if (made := _explanation(name, events, book)) is not None]
    overridden = {name for explanation in found for name in explanation.rule.overrides}
    return sorted(found, key=lambda e: (e.rule.id in overridden, _rank(e), -e.rule.priority, e.rule.id))


def _rank(explanation: Explanation) -> int:
    return {Role.INITIATOR: 0, Role.COLLATERAL: 1}.get(explanation.role, 2)


def _explanation(name: str, events: list[Event], book: RuleBook) -> Explanation | None:
    rule = book.get(name)
    roles = {role_of(event, book) for event in events}
    role: Role | None = next((role for role in (Role.INITIATOR, Role.COLLATERAL) if role in roles), None)
    if rule is None:
        return None
    if role is None:
        # A wrapper or a cancellation explains its block although it is no failure.
        if not {WRAPPER, CANCELLATION} & set(rule.tags) or Role.CONTEXT not in roles:
            return None
        role = Role.CONTEXT
    return Explanation(rule, role, tuple(events))


def signals_by_line(events: Sequence[Event]) -> Mapping[tuple[int, int], list[Event]]:
    """(source, line) -> the signals seen there."""
    found: dict[tuple[int, int], list[Event]] = defaultdict(list)
    for event in events:
        if event.kind == "signal":
            found[(event.place.source, event.place.line)].append(event)
    return found


def block_signals(event: Event, by_line: Mapping[tuple[int, int], list[Event]]) -> list[Event]:
    """The signals inside the block of a traceback, or on the event's own line."""
    lines = event.traceback.lines if event.traceback is not None else frozenset({event.place.line})
    return [signal for line in sorted(lines) for signal in by_line.get((event.place.source, line), ())]
