"""What may leave the machine: everything as it is, all but secrets, or nothing that names anyone."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:  # most reports redact nothing, and the screen is painted before anything is taken away
    from denpex_tui.engine.model import Snapshot
    from denpex_tui.report.excerpts import OpenLog
    from denpex_tui.report.redact import Redaction, Replacement

T = TypeVar("T")


class Disclosure:
    """Cleans what is taken away, in one way for a report or a whole session, so that stand-ins stay the same."""

    def __init__(self, *, show_secrets: bool = False, redact: bool = False) -> None:
        self.show_secrets = show_secrets
        self.redact = redact
        self._redaction: Redaction | None = None

    @property
    def _redacting(self) -> Redaction:
        if self._redaction is None:
            from denpex_tui.report.redact import Redaction

            self._redaction = Redaction()
        return self._redaction

    @property
    def masks(self) -> bool:
        """Whether anything is left out."""
        return self.redact or not self.show_secrets

    def learn(self, value: object) -> None:
        """Take in the names of ``value`` before any of it is shown, when names are replaced."""
        if self.redact:
            self._redacting.learn(value)

    def learn_logs(self, snapshot: Snapshot, log: OpenLog) -> None:
        """Take in the names of ``snapshot`` and those that the beginnings of its logs give away."""
        if self.redact:
            self._learn_logs(self._redacting, snapshot, log)

    def _learn_logs(self, redaction: Redaction, snapshot: Snapshot, log: OpenLog) -> None:
        from denpex_tui.report.redact.heads import heads

        redaction.learn_names(snapshot, heads(snapshot, log))
        redaction.learn(snapshot)

    def clean(self, value: T) -> T:
        """``value`` as it may be taken away."""
        if self.redact:
            return self._redacting.apply(value)
        if self.show_secrets:
            return value
        from denpex_tui.report.rewrite import rewritten
        from denpex_tui.report.secrets import mask

        return rewritten(value, mask)

    def shown(self, text: str) -> str:
        """A text of the screen as it may be taken away in a picture."""
        from denpex_tui.report.secrets import mask

        if self.redact:
            return self._redacting.shown(text)
        return text if self.show_secrets else mask(text)

    def preview(self, snapshot: Snapshot, log: OpenLog, *others: object) -> tuple[Replacement, ...]:
        """What would be replaced by what in ``snapshot`` and ``others``; the report itself is not touched by it."""
        rehearsal = deepcopy(self._redacting)  # what was named before keeps its stand-in
        rehearsal.count_anew()
        self._learn_logs(rehearsal, snapshot, log)
        for value in others:
            rehearsal.learn(value)
        for value in (snapshot, *others):
            rehearsal.apply(value)
        return rehearsal.replacements
