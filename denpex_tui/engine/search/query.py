"""What the user searches for: one pattern, compiled for blocks of lines and for one line."""

from __future__ import annotations

import re
import threading

import hyperscan

from denpex_tui.engine.clean import LINE_LIMIT, clean_line, clean_text

Span = tuple[int, int]
"""Begin and end in a text, in characters."""

_CASES = re.compile(r"\\x[0-9A-Fa-f]{2}|\\p\{[^}]*\}|\\.")
"""Escapes, whose capital letters are no capital letters of the text."""
_WITHIN_LINE = re.compile(r"\\[^\w\s]|\\[bBdw]|\(\?:")
"""What looks like more and never matches a line break."""
_MAY_CROSS = re.compile(r"\\|\[\^|\[:|\(\?")
_ESCAPE_HINT = "; put \\ before a character that stands for itself, such as \\( or \\["
_MATCHES_NOTHING = "Pattern matches empty buffer"


class QueryError(Exception):
    """The pattern cannot be searched for; the message is one sentence."""


class Query:
    """A regular expression in hyperscan's linear-time syntax, for any thread. Raises `QueryError`.

    Small letters match capitals too, unless the pattern holds a capital letter.
    """

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.ignore_case = not any(map(str.isupper, _CASES.sub("", pattern)))
        self.may_cross = _MAY_CROSS.search(_WITHIN_LINE.sub("", pattern)) is not None
        bare = _compiled(pattern, self._flags)
        self._whole_lines = True
        try:
            # One hit for each line, at its end: a pattern such as `e` or `.*` would hit at every byte.
            self._lines = _Scan(_compiled(f"(?:{pattern})[^\\n]*\\n", self._flags))
        except QueryError:  # `$` is refused but at the end of a pattern
            self._lines = _Scan(bare)
            self._whole_lines = False
        self._spans: _Scan | None = None
        try:
            self._spans = _Scan(_compiled(pattern, self._flags | hyperscan.HS_FLAG_SOM_LEFTMOST))
        except QueryError:  # where a match begins cannot be told for every pattern
            self._spans = None

    @property
    def _flags(self) -> int:
        flags: int = hyperscan.HS_FLAG_MULTILINE | hyperscan.HS_FLAG_UTF8
        return flags | hyperscan.HS_FLAG_CASELESS if self.ignore_case else flags

    def line_ends(self, data: bytes) -> list[int]:
        """Where the lines that match end, behind their newlines. ``data`` is whole lines of valid UTF-8."""
        found = self._lines.ends(data)
        if self._whole_lines:
            return found
        ends: list[int] = []
        for end in sorted(found):
            if not ends or end > ends[-1]:
                ends.append(data.index(b"\n", end - 1) + 1)
        return ends

    def accepts(self, line: bytes) -> bool:
        """Whether a line that `line_ends` gave matches as it is seen: cleaned, cut, without the lines around it."""
        if not self.may_cross and is_plain(line):
            return True
        return bool(self._lines.ends(clean_line(line.lstrip(b"\0")).text.encode() + b"\n"))

    def spans(self, text: str) -> list[Span]:
        """The parts of a clean line that match, in order; all of it when only the line can be told."""
        data = text.encode()
        if self._spans is None:
            return [(0, len(text))] if self._lines.ends(data + b"\n") else []
        found = _joined(self._spans.matches(data))
        if text.isascii():
            return found
        return [(len(data[:start].decode()), len(data[:end].decode())) for start, end in found]


def is_plain(line: bytes) -> bool:
    """Whether the line is seen as it is."""
    return line.isascii() and len(line) <= LINE_LIMIT and line.decode().isprintable()


class _Scan:
    """A compiled pattern with a scratch space for each thread."""

    def __init__(self, database: hyperscan.Database) -> None:
        self._database = database
        self._local = threading.local()

    def matches(self, data: bytes) -> list[tuple[int, int]]:
        """Begin (0 where it is not told) and end of each match."""
        found: list[tuple[int, int]] = []
        append = found.append

        def note(_pattern: int, start: int, end: int, _flags: int, _context: object) -> None:
            append((start, end))

        self._database.scan(data, match_event_handler=note, scratch=self._scratch())
        return found

    def ends(self, data: bytes) -> list[int]:
        """The end of each match."""
        found: list[int] = []
        append = found.append

        def note(_pattern: int, _start: int, end: int, _flags: int, _context: object) -> None:
            append(end)

        self._database.scan(data, match_event_handler=note, scratch=self._scratch())
        return found

    def _scratch(self) -> hyperscan.Scratch:
        scratch: hyperscan.Scratch | None = getattr(self._local, "scratch", None)
        if scratch is None:
            scratch = self._local.scratch = hyperscan.Scratch(self._database)
        return scratch


def _joined(matches: list[tuple[int, int]]) -> list[Span]:
    """Overlapping matches drawn together: every longer match of one beginning is reported too."""
    joined: list[Span] = []
    for start, end in sorted(matches):
        if joined and start < joined[-1][1]:
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        else:
            joined.append((start, end))
    return joined


def _compiled(pattern: str, flags: int) -> hyperscan.Database:
    database = hyperscan.Database()
    try:
        database.compile(expressions=[pattern.encode()], flags=[flags])
    except (hyperscan.HyperscanError, UnicodeEncodeError) as error:
        raise QueryError(_sentence(pattern, str(error))) from error
    return database


def _sentence(pattern: str, reason: str) -> str:
    shown = clean_text(pattern, 60)
    if reason.startswith(_MATCHES_NOTHING):
        return f"{shown!r} also matches nothing at all, so every line; use + in place of * or ?"
    return f"{shown!r} cannot be searched for: {reason.rstrip('.')}{_ESCAPE_HINT}"
