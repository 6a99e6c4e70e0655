"""The state while one line is peeled of its prefixes."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from denpex_tui.engine import prefix_shapes as shapes
from denpex_tui.engine.progress import counts, find_bar, leading_bar
from denpex_tui.engine.timestamps import Stamp, parse_stamp

MAX_PREFIX = 512
"""Prefixes are looked for in so many characters of a line, so that hostile text costs nothing."""
_MAX_ROUNDS = 12
_ONE_CLOCK = 2.0
"""Two stamps of one line this close, in seconds, come from one clock; the finer one is the writer's."""
_LEVELS = {
    **dict.fromkeys(("V", "D", "TRACE"), "DEBUG"),
    **dict.fromkeys(("I", "NOTICE"), "INFO"),
    **dict.fromkeys(("W", "WARN"), "WARNING"),
    **dict.fromkeys(("E", "EXCEPTION"), "ERROR"),
    **dict.fromkeys(("C", "F", "FATAL"), "CRITICAL"),
}


@dataclass(slots=True)
class Peeling:
    """``at`` is where the unpeeled rest of ``line`` begins; the other fields are what the prefixes said."""

    line: str
    near: float | None = None
    hosts: frozenset[str] = frozenset()
    at: int = 0
    rank: int | None = None
    task: int | None = None
    local: int | None = None
    host: str | None = None
    pid: int | None = None
    stream: str | None = None
    stamp: Stamp | None = None
    level: str | None = None
    progress: tuple[int, int] | None = None
    bar_of: tuple[int | None, int | None] | None = None
    """Global and local rank that stood before a progress bar."""
    headed: bool = False
    """True behind the record's own header: the message begins."""
    native: bool = False
    """True when that header is a runtime library's."""

    def run(self) -> None:
        """Peel until the message begins."""
        for _ in range(_MAX_ROUNDS):
            if self.headed or not self._step():
                break
        self._message()
        self._settle_bar()

    def label(self, is_rank: bool) -> None:
        """Peel the number of a labelled source."""
        if (match := shapes.LABEL.match(self.line, 0, 32)) is not None:
            self.at = match.end()
            self.task = int(match["task"] or match["bracketed"]) if is_rank else None

    @property
    def final_rank(self) -> int | None:
        """The record's own tag, else the launcher's number, unless that numbers nodes with a torchrun on each."""
        return self.task if self.rank is None and self.local is None else self.rank

    def _take(self, pattern: re.Pattern[str]) -> bool:
        match = pattern.match(self.line, self.at, self.at + MAX_PREFIX)
        if match is None:
            return False
        self.at = match.end()
        groups = match.groupdict()
        self.rank = self.rank if self.rank is not None else _number(groups.get("rank"))
        self.task = self.task if self.task is not None else _number(groups.get("task"))
        self.local = self.local if self.local is not None else _number(groups.get("local"))
        self.pid = self.pid if self.pid is not None else _number(groups.get("pid"))
        self.host = self.host or groups.get("host")
        self.stream = self.stream or groups.get("stream")
        if level := groups.get("level") or groups.get("letter"):
            self.level = _LEVELS.get(level.upper(), level.upper())
        if stamp := groups.get("stamp"):
            self._add_stamp(parse_stamp(stamp, self._near()))
        return True

    def _step(self) -> bool:
        """Peel one prefix; False when there is none."""
        kind = _kind(self.line[self.at : self.at + 1])
        if kind == " ":
            return _kind(self.line[self.at : self.at + 12].lstrip(" ")[:1]) in ("[", "0", "a") and self._indented()
        return self._tag(kind) or self._header(kind) or self._time() or self._bar()

    def _indented(self) -> bool:
        """Megatron and tqdm write spaces before a time or a bar; other indentation is the record's own."""
        return self._time() or self._bar()

    def _tag(self, kind: str) -> bool:
        """A launcher's or a collector's tag."""
        if self.at == 0 and self.hosts and self._leading_host():
            return True
        if any(self._take(pattern) for pattern in shapes.TAGS.get(kind, ())):
            return True
        return self.stamp is None and any(self._take(pattern) for pattern in shapes.LEADING_TAGS.get(kind, ()))

    def _leading_host(self) -> bool:
        match = shapes.LEADING_HOST.match(self.line)
        return match is not None and match["host"] in self.hosts and self._take(shapes.LEADING_HOST)

    def _header(self, kind: str) -> bool:
        """A logger's whole header."""
        self.native = any(self._take(pattern) for pattern in shapes.NATIVE.get(kind, ()))
        self.headed = self.native or any(self._take(pattern) for pattern in shapes.HEADED.get(kind, ()))
        return self.headed or (kind in ("[", "a") and self._take(shapes.BEFORE_STAMP))

    def _time(self) -> bool:
        """A time, and what a collector or a logger writes behind it."""
        start = self.at
        while self.line.startswith(" ", start) and start < self.at + 8:
            start += 1
        found = parse_stamp(self.line[start : start + 64], self._near())
        if found is None:
            return False
        self._add_stamp(found)
        self.at = start + found[1]
        if self._take(shapes.CRI) or self._take(shapes.SYSLOG):
            return True
        self.headed = any(self._take(pattern) for pattern in shapes.BEHIND_STAMP)
        if not self.headed and self.line.startswith(" ", self.at):
            self.at += 1
        return True

    def _near(self) -> float | None:
        return self.stamp.seconds if self.stamp is not None and self.stamp.year_known else self.near

    def _add_stamp(self, found: tuple[Stamp, int] | None) -> None:
        """Keep the outermost time, which stands on every line, or a finer one of the same clock within."""
        if found is None or found[0].boot:
            return
        outer, inner = self.stamp, found[0]
        if outer is None or (inner.year_known and not outer.year_known):
            self.stamp = inner
        elif inner.precision < outer.precision and abs(inner.seconds - outer.seconds) <= _ONE_CLOCK:
            self.stamp = replace(inner, zone_known=outer.zone_known or inner.zone_known, year_known=outer.year_known)

    def _bar(self) -> bool:
        """A progress bar that a record follows; a bar alone is the record."""
        bar = leading_bar(self.line[: self.at + MAX_PREFIX], self.at)
        if bar is None:
            return False
        self.progress = counts(bar)
        if not self.line[bar.end() : bar.end() + MAX_PREFIX].strip():
            return False
        self.at = bar.end()
        self.bar_of = (self.rank, self.local)
        self.rank = self.local = None
        return True

    def _settle_bar(self) -> None:
        """A record behind a bar may be another writer's, with its own tag: then the bar's counts are not its own."""
        if self.bar_of is None:
            return
        rank, local = self.bar_of
        if self.rank is None and self.local is None:
            self.rank, self.local = rank, local
        elif self.local is None and local is not None and rank in (None, self.rank):
            self.local = local
        elif (self.rank if rank is not None else None, self.local) != self.bar_of or self.bar_of == (None, None):
            self.progress = None

    def _message(self) -> None:
        """What the beginning of the message itself says."""
        first = self.line[self.at : self.at + 1]
        if first == "[" and self.rank is None:
            self._take(shapes.BRACKETED_RANK)
        elif first in ("r", "R", "!") and self.rank is None and not self.native:
            spoken = shapes.SPOKEN_RANK.match(self.line, self.at, self.at + 64)
            self.rank = int(spoken["rank"]) if spoken is not None else None
        elif first == "{" and self.progress is None:
            bar = find_bar(self.line, self.at)
            self.progress = counts(bar) if bar is not None else None


def _kind(character: str) -> str:
    """``a`` for a letter, ``0`` for a digit, else the character itself."""
    return "a" if character.isalpha() else "0" if character.isdecimal() else character


def _number(digits: str | None) -> int | None:
    return int(digits) if digits is not None else None
