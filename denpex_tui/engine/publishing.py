"""The one current snapshot of a session: replaced as a whole, with the engineer's decisions laid over it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import replace
from threading import Lock
from time import monotonic

from denpex_tui.engine.decisions import Decisions
from denpex_tui.engine.model import ItemState, Outcome, Snapshot
from denpex_tui.engine.store import ChecklistStore
from denpex_tui.engine.verdicts import verdict_key, with_changes


class Publishing(ABC):
    """What sessions have in common. All but `_publish` may be used from any thread."""

    def __init__(self, title: str, store: ChecklistStore | None) -> None:
        self.snapshot = Snapshot(0, title, Outcome.UNKNOWN, "nothing read yet", partial=True)
        self._decisions = Decisions(store)
        self._publishing = Lock()
        self._sequence = 0
        self._key = verdict_key(self.snapshot)
        self._since = monotonic()
        """When the verdict became what it is."""

    @abstractmethod
    def _warnings(self) -> Iterable[str]:
        """What the engineer should know beside the verdict, as sentences."""

    def decide(self, item_id: str, state: ItemState, attempt: int) -> None:
        """Record the engineer's decision on a checklist item; ``pending`` takes it back."""
        with self._publishing:
            self._decisions.decide(attempt, item_id, state)
            self._show(self.snapshot)

    def note(self, item_id: str, text: str, attempt: int) -> None:
        """Record the engineer's note on a checklist item."""
        with self._publishing:
            self._decisions.note(attempt, item_id, text)
            self._show(self.snapshot)

    def _publish(self, snapshot: Snapshot) -> None:
        with self._publishing:
            now, key = monotonic(), verdict_key(snapshot)
            self._show(with_changes(snapshot, self.snapshot, now - self._since))
            if key != self._key:
                self._key, self._since = key, now

    def _show(self, snapshot: Snapshot) -> None:
        """Make a snapshot the current one; a decision may come from another thread at any time."""
        self._sequence += 1
        problem = self._decisions.problem
        warnings = (*([problem] if problem else []), *self._warnings())
        self.snapshot = replace(self._decisions.over(snapshot), sequence=self._sequence, warnings=warnings)
