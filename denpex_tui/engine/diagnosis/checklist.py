"""The checklist of an incident: items that tick themselves off by signals or by comparison with other runs."""

from __future__ import annotations

from dataclasses import dataclass, replace

from denpex_tui.engine.diagnosis.facts import Facts
from denpex_tui.engine.model import ChecklistItem, Claim, ItemMode, ItemState
from denpex_tui.engine.rules.model import Item


@dataclass(frozen=True, slots=True)
class Decision:
    """What the engineer decided on an item."""

    state: ItemState | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The answer of a comparison with another run or attempt."""

    state: ItemState
    claim: Claim


@dataclass(frozen=True, slots=True)
class Comparisons:
    """The comparisons that the session could make, by name: ``control``, ``same-step``."""

    control: Comparison | None = None
    same_step: Comparison | None = None

    def named(self, name: str | None) -> Comparison | None:
        return {"control": self.control, "same-step": self.same_step}.get(name or "")


def checklist(facts: Facts, comparisons: Comparisons) -> tuple[ChecklistItem, ...]:
    """The rule's items with what was found."""
    return tuple(_item(item, facts, comparisons) for item in facts.rule.checklist)


def decided(item: ChecklistItem, decision: Decision | None) -> ChecklistItem:
    """The item with the engineer's decision and note."""
    if decision is None:
        return item
    return replace(item, state=decision.state or item.found, note=decision.note)


def _item(item: Item, facts: Facts, comparisons: Comparisons) -> ChecklistItem:
    state, claims = _state(item, facts, comparisons)
    if state is ItemState.PENDING and item.pending and not claims:
        claims = (Claim(facts.fill(item.pending)),)
    return ChecklistItem(
        item.id,
        facts.fill(item.text),
        ItemMode(item.mode),
        state,
        state,
        claims,
        facts.fill(item.means),
        facts.fill(item.how),
        facts.fill(item.changes),
    )


def _state(item: Item, facts: Facts, comparisons: Comparisons) -> tuple[ItemState, tuple[Claim, ...]]:
    if item.mode == "comparison":
        comparison = comparisons.named(item.comparison)
        return (comparison.state, (comparison.claim,)) if comparison is not None else (ItemState.PENDING, ())
    if facts.any_of(item.contradicted_by):
        return ItemState.CONTRADICTED, facts.claims(item.contradicted_by)
    if facts.any_of(item.found_by):
        return ItemState.FOUND, facts.claims(item.found_by)
    return ItemState.PENDING, ()
