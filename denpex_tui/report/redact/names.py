"""Names that were learned, and their replacement wherever they stand as a word or as part of one."""

from __future__ import annotations

import re
from collections.abc import Iterable

from denpex_tui.report.redact import patterns
from denpex_tui.report.redact.paths import says_nothing
from denpex_tui.report.redact.stand_ins import StandIns

WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,511}")
_SEPARATOR = re.compile(r"([._-])")
_CUT = re.compile(r"(?P<word>[A-Za-z0-9][A-Za-z0-9._-]{1,511})…")
_CUT_BEFORE = re.compile(r"…(?P<word>[A-Za-z0-9._-]{1,511}[A-Za-z0-9])")
_CUT_KINDS = ("node", "user", "ip", "mail")
_SHORTEST_USER = 3
"""A shorter name would be met by chance in other words; where its context tells, it is in a path or an address."""


class Names:
    """Hosts and users that are replaced wherever they are met."""

    def __init__(self, given: StandIns) -> None:
        self._given = given
        self._kinds: dict[str, str] = {}
        self._beginnings: set[str] = set()

    def host(self, name: str) -> None:
        """Learn a host; with and without its domain it is the same one."""
        name = name.strip(".")
        if name.lower() in patterns.PUBLIC_HOSTS or name.isdigit() or not name or name in self._kinds:
            return
        if not patterns.is_address(name, ""):
            short = name.partition(".")[0]
            self._add("node", short if short and not short.isdigit() else name)
            if name != short:
                self._given.share("node", name, short)
                self._add("node", name)

    def user(self, name: str) -> None:
        """Learn an account that is someone's own."""
        if patterns.is_user(name) and len(name) >= _SHORTEST_USER and not says_nothing(name):
            self._add("user", name)

    def _add(self, kind: str, name: str) -> None:
        self._kinds.setdefault(name, kind)
        self._beginnings.add(_SEPARATOR.split(name)[0])
        self._given.of(self._kinds[name], name)

    def learn(self, text: str) -> None:
        """Learn the hosts and users that the words around them give away."""
        for pattern in (patterns.HOST_CONTEXT, patterns.HOST_IN_BRACKETS, patterns.QUALIFIED):
            for match in pattern.finditer(text):
                if patterns.is_host(match["name"].strip(".")):
                    self.host(match["name"])
        for pattern in (patterns.USER_CONTEXT, patterns.HOME):
            for match in pattern.finditer(text):
                self.user(match["name"].rstrip("."))

    def knows(self, name: str) -> bool:
        """Whether the name is a host or a user that was learned."""
        return name in self._kinds

    def replaced(self, text: str) -> str:
        """``text`` with every name in it replaced."""
        return WORD.sub(lambda match: self.word(match[0]), text)

    def word(self, word: str) -> str:
        """One word, such as ``node17``, ``alice_run3`` or ``node17.cluster``."""
        if word in self._kinds:
            return self._given.use(self._kinds[word], word)
        if self._given.knows("file", word):
            return self._given.use("file", word)
        pieces = _SEPARATOR.split(word)
        if self._beginnings.isdisjoint(pieces):
            return word
        return "".join(self._pieces(pieces))

    def _pieces(self, pieces: list[str]) -> Iterable[str]:
        """The longest known names within a word, from left to right."""
        at = 0
        while at < len(pieces):
            end = next((end for end in range(len(pieces), at, -1) if "".join(pieces[at:end]) in self._kinds), None)
            name = pieces[at] if end is None else "".join(pieces[at:end])
            yield self._given.use(self._kinds[name], name) if end is not None else name
            at = at + 1 if end is None else end

    def cut(self, text: str) -> str:
        """``text`` with what ``…`` left of a name, its beginning or its end, left out as well."""
        text = _CUT.sub(lambda match: "…" if self._begins_a_name(match["word"]) else match[0], text)
        return _CUT_BEFORE.sub(lambda match: "…" if self._ends_a_name(match["word"]) else match[0], text)

    def _begins_a_name(self, word: str) -> bool:
        return any(name.startswith(word) for name in self._given.named(*_CUT_KINDS))

    def _ends_a_name(self, word: str) -> bool:
        return any(name.endswith(word) for name in self._given.named(*_CUT_KINDS))
