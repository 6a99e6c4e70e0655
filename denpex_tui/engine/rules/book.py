"""The catalogue of rules that the engine works with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from denpex_tui.engine.rules.errors import RuleError
from denpex_tui.engine.rules.load import load_bundled, load_directory
from denpex_tui.engine.rules.model import Rule, Signal


@dataclass(frozen=True, slots=True)
class RuleBook:
    """All rules, in the order of their ids, and what is wrong with the files that could not be used."""

    rules: tuple[Rule, ...] = ()
    problems: tuple[RuleError, ...] = ()
    overridden: tuple[str, ...] = ()
    """Ids of bundled rules that a directory of the user's replaced."""
    _by_name: dict[str, Rule] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def bundled(cls, extra: Sequence[Path] = ()) -> RuleBook:
        """The bundled catalogue, and on top of it the directories of ``extra``, whose rules win by id."""
        rules, problems = load_bundled()
        for directory in extra:
            added, more = load_directory(directory)
            rules, problems = (*rules, *added), (*problems, *more)
        return cls.of(rules, problems)

    @classmethod
    def of(cls, rules: Iterable[Rule], problems: Iterable[RuleError] = ()) -> RuleBook:
        """A book of ``rules``; of several with one id the last wins."""
        chosen: dict[str, Rule] = {}
        overridden: list[str] = []
        for rule in rules:
            if rule.id in chosen:
                overridden.append(rule.id)
            chosen[rule.id] = rule
        ordered = tuple(sorted(chosen.values(), key=lambda rule: rule.id))
        by_name = {alias: rule for rule in ordered for alias in rule.aliases} | chosen
        return cls(ordered, (*problems, *_missing_overrides(ordered)), tuple(overridden), by_name)

    def get(self, name: str) -> Rule | None:
        """The rule with that id or alias, or None."""
        return self._by_name.get(name)

    @property
    def signals(self) -> tuple[tuple[Rule, Signal], ...]:
        """Every signal of every rule, in a fixed order."""
        return tuple((rule, signal) for rule in self.rules for signal in rule.signals)


def _missing_overrides(rules: Sequence[Rule]) -> list[RuleError]:
    known = {rule.id for rule in rules}
    return [
        RuleError(rule.path or Path(rule.id), 1, f"overrides names {name!r}, which is no rule", help="correct the id")
        for rule in rules
        for name in rule.overrides
        if name not in known
    ]
