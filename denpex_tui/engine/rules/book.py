"""The catalogue of rules that the engine works with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from denpex_tui.engine.clean import clean_text
from denpex_tui.engine.rules.errors import RuleError
from denpex_tui.engine.rules.load import load_bundled
from denpex_tui.engine.rules.model import Rule, Signal
from denpex_tui.engine.rules.own import OwnRules, read_own


@dataclass(frozen=True, slots=True)
class RuleBook:
    """All rules, in the order of their ids, and what is wrong with the files that could not be used."""

    rules: tuple[Rule, ...] = ()
    problems: tuple[RuleError, ...] = ()
    replaced: tuple[str, ...] = ()
    """One sentence for each rule that a rule of the user's replaced."""
    _own: OwnRules = field(default_factory=OwnRules, repr=False, compare=False)
    _by_name: dict[str, Rule] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def bundled(cls, extra: Sequence[Path] = ()) -> RuleBook:
        """The bundled catalogue, and on top of it the directories of ``extra``, whose rules win by id."""
        return cls._over(read_own(extra))

    @classmethod
    def _over(cls, own: OwnRules) -> RuleBook:
        rules, problems = load_bundled()
        chosen = {rule.id: rule for rule in rules}
        replaced = []
        for rule in own.rules:
            if (other := chosen.get(rule.id)) is not None:
                whose = "of the catalogue" if other in rules else f"of {other.path}"
                replaced.append(f"rule {rule.id} {whose} is replaced by {rule.path}")
            chosen[rule.id] = rule
        ordered = tuple(sorted(chosen.values(), key=lambda rule: rule.id))
        by_name = {alias: rule for rule in ordered for alias in rule.aliases} | chosen
        wrong = (*problems, *own.problems, *_missing_overrides(ordered))
        return cls(ordered, wrong, tuple(replaced), own, by_name)

    def reload(self) -> RuleBook:
        """The book as the user's directories are now, or this very book when no file of theirs changed.

        A rule whose file broke stays as it was, with the error among ``problems``.
        """
        own = self._own.renewed()
        return self if own is self._own else self._over(own)

    def watch_paths(self) -> tuple[Path, ...]:
        """The user's directories that exist; bundled rules are not watched."""
        return tuple(directory for directory in self._own.directories if directory.is_dir())

    def get(self, name: str) -> Rule | None:
        """The rule with that id or alias, or None."""
        return self._by_name.get(name)

    @property
    def signals(self) -> tuple[tuple[Rule, Signal], ...]:
        """Every signal of every rule, in a fixed order."""
        return tuple((rule, signal) for rule in self.rules for signal in rule.signals)

    @property
    def warnings(self) -> tuple[str, ...]:
        """One line for each rule that was replaced and for each problem, safe to show."""
        return tuple(clean_text(text) for text in (*self.replaced, *(problem.sentence for problem in self.problems)))


def _missing_overrides(rules: Iterable[Rule]) -> list[RuleError]:
    known = {rule.id for rule in rules}
    return [
        RuleError(rule.path or Path(rule.id), 1, f"overrides names {name!r}, which is no rule", help="correct the id")
        for rule in rules
        for name in rule.overrides
        if name not in known
    ]
