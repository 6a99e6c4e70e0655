"""The stand-ins that were given out: ``node-1`` for the first host, ``user-2`` for the second user, and so on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

SHOWN_OF_KEY = 4
"""So much of a key is shown in the preview: enough to know which one it is, and no key."""


@dataclass(frozen=True, slots=True)
class Replacement:
    """What is replaced by what, and how often so far."""

    kind: str
    """``node``, ``user``, ``dir``, ``file``, ``name``, ``ip``, ``mac``, ``mail`` or ``key``."""
    original: str
    stand_in: str
    count: int


class StandIns:
    """Gives every name its stand-in, numbered by kind in the order of asking."""

    def __init__(self) -> None:
        self._given: dict[tuple[str, str], str] = {}
        self._numbers: Counter[str] = Counter()
        self._counts: Counter[tuple[str, str]] = Counter()
        self._counting = True

    def of(self, kind: str, name: str, form: str = "{kind}-{number}") -> str:
        """The stand-in of ``name``; ``form`` shapes a new one."""
        key = (kind, name)
        if key not in self._given:
            self._numbers[kind] += 1
            self._given[key] = form.format(kind=kind, number=self._numbers[kind])
        return self._given[key]

    def use(self, kind: str, name: str, form: str = "{kind}-{number}") -> str:
        """The same, counted as one replacement."""
        self._counts[kind, name] += self._counting
        return self.of(kind, name, form)

    def knows(self, kind: str, name: str) -> bool:
        """Whether the name has a stand-in."""
        return (kind, name) in self._given

    def named(self, *kinds: str) -> Iterator[str]:
        """The names that have a stand-in of these kinds."""
        return (name for kind, name in self._given if kind in kinds)

    @contextmanager
    def uncounted(self) -> Iterator[None]:
        """While names are only learned, nothing counts as replaced."""
        self._counting, before = False, self._counting
        try:
            yield
        finally:
            self._counting = before

    def count_anew(self) -> None:
        """Forget how often each stand-in was used."""
        self._counts.clear()

    def share(self, kind: str, name: str, other: str) -> None:
        """Let ``name`` have the stand-in of ``other``: two spellings of one thing."""
        self._given.setdefault((kind, name), self.of(kind, other))

    def replacements(self) -> tuple[Replacement, ...]:
        """All that were used, in the order in which their stand-ins were given out."""
        return tuple(
            Replacement(kind, _shown(kind, name), stand_in, self._counts[kind, name])
            for (kind, name), stand_in in self._given.items()
            if self._counts[kind, name]
        )


def _shown(kind: str, name: str) -> str:
    return name if kind != "key" else f"{name[:SHOWN_OF_KEY]}… ({len(name)} characters)"
