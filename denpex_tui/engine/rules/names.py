"""Names of signals and conditions as a rule's lists write them: ``a``, ``a + !b``, ``@alone``."""

from __future__ import annotations

from dataclasses import dataclass

BUILT_IN = frozenset({"@alone", "@all-ranks", "@same-step", "@control-given", "@several-attempts"})
"""Conditions that the engine knows of by itself: only some of the ranks failed this way, all of them did, the failing
step is equal over attempts or runs, a control run was given, there are several attempts."""


@dataclass(frozen=True, slots=True)
class Term:
    """One name of an entry; ``negated`` when it holds if the name was not seen."""

    name: str
    negated: bool = False


def terms(entry: str) -> tuple[Term, ...]:
    """The terms of one entry of a list, all of which must hold."""
    return tuple(Term(part.strip().lstrip("!").strip(), part.strip().startswith("!")) for part in entry.split(" + "))
