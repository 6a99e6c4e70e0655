"""Names of signals and conditions as a rule's lists write them: ``a``, ``a + !b``, ``@alone``."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Term:
    """One name of an entry; ``negated`` when it holds if the name was not seen."""

    name: str
    negated: bool = False


def terms(entry: str) -> tuple[Term, ...]:
    """The terms of one entry of a list, all of which must hold."""
    return tuple(Term(part.strip().lstrip("!").strip(), part.strip().startswith("!")) for part in entry.split(" + "))
