"""What the engineer decided on checklist items: recorded, kept, and laid over a snapshot."""

from __future__ import annotations

from dataclasses import replace

from denpex_tui.engine.diagnosis.checklist import Decision, decided
from denpex_tui.engine.model import Incident, ItemState, Snapshot
from denpex_tui.engine.store import ChecklistStore

_FOUND_BY_ENGINE = (ItemState.PENDING, ItemState.FOUND, ItemState.CONTRADICTED)


class Decisions:
    """The decisions of one session, by attempt and item; kept in ``store`` when there is one."""

    def __init__(self, store: ChecklistStore | None) -> None:
        self._store = store
        self._made: dict[int, dict[str, Decision]] = store.load() if store is not None else {}

    @property
    def problem(self) -> str | None:
        """What went wrong with the store, as a sentence."""
        return self._store.problem if self._store is not None else None

    def decide(self, attempt: int, item: str, state: ItemState) -> None:
        """Record a state; one that only the engine gives takes the decision back."""
        own = None if state in _FOUND_BY_ENGINE else state
        self._record(attempt, item, replace(self._known(attempt, item), state=own))

    def note(self, attempt: int, item: str, text: str) -> None:
        """Record a note."""
        self._record(attempt, item, replace(self._known(attempt, item), note=text))

    def over(self, snapshot: Snapshot) -> Snapshot:
        """The snapshot with the decisions laid over what the engine found."""
        if not self._made:
            return snapshot
        return replace(snapshot, incidents=tuple(self._over(incident) for incident in snapshot.incidents))

    def _over(self, incident: Incident) -> Incident:
        made = self._made.get(incident.attempt, {})
        items = tuple(decided(item, made.get(item.id)) for item in incident.checklist)
        return replace(incident, checklist=items)

    def _known(self, attempt: int, item: str) -> Decision:
        return self._made.get(attempt, {}).get(item, Decision())

    def _record(self, attempt: int, item: str, decision: Decision) -> None:
        if self._store is None:
            self._made.setdefault(attempt, {})[item] = decision
            return
        with self._store.alone():
            for other, made in self._store.load().items():  # what another instance wrote meanwhile stays
                self._made.setdefault(other, {}).update(made)
            self._made.setdefault(attempt, {})[item] = decision
            self._store.save(self._made)
