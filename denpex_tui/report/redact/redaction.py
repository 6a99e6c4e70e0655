"""One redaction: what was learned of names, and the texts and values in which they are replaced.

It lasts as long as what it is for, a report or a session of the screen, so that a name always has the same stand-in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

from denpex_tui.engine.model import Snapshot
from denpex_tui.report.evidence import number_evidence
from denpex_tui.report.redact import paths, patterns
from denpex_tui.report.redact.names import WORD, Names
from denpex_tui.report.redact.public import public_addresses
from denpex_tui.report.redact.stand_ins import Replacement, StandIns
from denpex_tui.report.rewrite import rewritten, texts
from denpex_tui.report.secrets import mask

T = TypeVar("T")

_NUMBERED = re.compile(r"\[masked-\d+\]")
_KINDS = (
    ("url", patterns.URL),
    ("account", patterns.HOST_OF_USER),
    ("path", patterns.PATH),
    ("relative", patterns.RELATIVE),
    ("mac", patterns.MAC),
    ("ipv4", patterns.IPV4),
    ("ipv6", patterns.IPV6),
    ("word", WORD),
)


def _anonymous(pattern: re.Pattern[str]) -> str:
    """The pattern to stand within another: its groups have no names there."""
    return re.sub(r"\(\?P<\w+>", "(?:", pattern.pattern)


_ANY = re.compile("|".join(f"(?P<{kind}>{_anonymous(pattern)})" for kind, pattern in _KINDS))
"""One pass over the text, so that no stand-in is taken for a name again."""


class Redaction:
    """Learns first, then replaces; what it meets later is learned on the way."""

    def __init__(self) -> None:
        self._given = StandIns()
        self._names = Names(self._given)
        self._logs: dict[str, str] = {}
        self._public: set[str] = set()

    @property
    def replacements(self) -> tuple[Replacement, ...]:
        """What was replaced by what so far."""
        return self._given.replacements()

    def count_anew(self) -> None:
        """Forget how often each was replaced, not by what."""
        self._given.count_anew()

    def learn(self, value: object) -> None:
        """Take in the names of ``value`` without counting replacements."""
        if isinstance(value, Snapshot):
            self._learn_snapshot(value)
        found = dict.fromkeys(texts(value))
        for text in found:
            self._names.learn(text)
        with self._given.uncounted():
            for text in found:
                self._replaced(text)

    def learn_names(self, snapshot: Snapshot, lines: Iterable[str]) -> None:
        """Take in the hosts of ``snapshot`` and what ``lines``, which need not be shown, say of hosts and users."""
        self._learn_snapshot(snapshot)
        for line in lines:
            self._names.learn(line)

    def apply(self, value: T) -> T:
        """The same value with every name in it replaced; a snapshot keeps its log names readable."""
        self.learn(value)
        changed = rewritten(value, self._replaced)
        if isinstance(value, Snapshot) and isinstance(changed, Snapshot):
            return self._with_log_names(value, changed)  # type: ignore[return-value]
        return changed

    def text(self, text: str) -> str:
        """One text."""
        return self.apply(text)

    def shown(self, text: str) -> str:
        """One text of the screen, where ``…`` may have cut a name short."""
        return self.apply(self._names.cut(text))

    # Learning from the model, which knows hosts that no word gives away

    def _learn_snapshot(self, snapshot: Snapshot) -> None:
        hosts = [status.host for status in snapshot.ranks]
        for source in snapshot.sources:
            hosts += [source.host, source.node]
        hosts += [clock.host for clock in snapshot.clocks]
        hosts += [event.tags.host for event in number_evidence(snapshot).events.values()]
        for host in dict.fromkeys(hosts):
            if host:
                self._names.host(host)
        self._public |= public_addresses(snapshot)
        with self._given.uncounted():
            for source in snapshot.sources:
                self._logs.setdefault(source.path, self._log_name(source.path))

    def _log_name(self, path: str) -> str:
        return paths.log_name(self._names.replaced(path), self._given)

    def _with_log_names(self, before: Snapshot, after: Snapshot) -> Snapshot:
        """The fields that hold a path, whatever characters it has."""
        sources = tuple(
            replace(new, path=self._log_name(old.path)) for old, new in zip(before.sources, after.sources, strict=True)
        )
        not_read = tuple(
            replace(new, path=self._log_name(old.path))
            for old, new in zip(before.not_read, after.not_read, strict=True)
        )
        return replace(after, sources=sources, not_read=not_read)

    # Replacing

    def _replaced(self, text: str) -> str:
        return _ANY.sub(self._one, mask(text, self._key))

    def _key(self, secret: str) -> str:
        numbered = _NUMBERED.search(secret)
        return numbered[0] if numbered else self._given.use("key", secret, "[masked-{number}]")

    def _one(self, match: re.Match[str]) -> str:
        text = match[0]
        match match.lastgroup:
            case "url":
                return self._url(text)
            case "account":
                return self._account(text)
            case "path" | "relative":
                return self._path(text)
            case "mac":
                return self._given.use("mac", text)
            case "ipv4" | "ipv6":
                return self._ip(text, match.string[: match.start()][-16:])
        return self._word(text)

    def _word(self, text: str) -> str:
        """A sentence's dot is no part of the word before it."""
        word = text.rstrip(".")
        return self._names.word(word) + text[len(word) :]

    def _ip(self, text: str, before: str) -> str:
        return self._given.use("ip", text) if patterns.is_address(text, before) else text

    def _path(self, text: str) -> str:
        if text in self._logs:
            return self._logs[text]
        if text.startswith(("/", "~")):
            return text if paths.is_system(text) else paths.absolute(text, self._given)
        return paths.relative(self._names.replaced(text), self._given)

    def _account(self, text: str) -> str:
        user, _, host = text.partition("@")
        if "." in host and not self._names.knows(host):
            return self._given.use("mail", text)
        self._names.host(host)
        return (self._given.use("user", user) if patterns.is_user(user) else user) + "@" + self._names.word(host)

    def _url(self, text: str) -> str:
        """Scheme and port stay: they say what was spoken there."""
        found = patterns.URL.fullmatch(text)
        if text.rstrip(".") in self._public or found is None:
            return text
        host, port, path = found["host"], found["port"] or "", found["path"] or ""
        if patterns.PUBLIC_SITES.fullmatch(host):
            return text
        if patterns.is_address(host, ""):
            host = self._given.use("ip", host)
        elif host.lower() not in patterns.PUBLIC_HOSTS:
            self._names.host(host)
            host = self._names.word(host)
        below = self._given.use("dir", path, "/dir-{number}") if len(path) > 1 else path
        return f"{found['scheme']}://{host}{port}{below}"
