"""The boundary where log bytes become safe text.

After it no control character, escape sequence, bidirectional control or lone surrogate is left, and the length is
bounded. The raw bytes stay on disk, reachable by source and offset.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from dataclasses import dataclass

from denpex_tui.engine.progress import leading_bar

LINE_LIMIT = 4096
_REPLACEMENT = 0xFFFD
_MARKS_PER_BASE = 4

# CSI; OSC up to BEL or ST; DCS, SOS, PM, APC up to ST; other escapes. An unterminated string loses only its
# introducer: a terminal would swallow the rest of the line, and with it the evidence.
_ESCAPE = re.compile(
    "(?:\x1b\\[|\x9b)[0-?]*[ -/]*[@-~]"
    "|(?:\x1b\\]|\x9d)[^\x07\x1b\x9c]*(?:\x07|\x1b\\\\|\x9c)"
    "|(?:\x1b[PX^_]|[\x90\x98\x9e\x9f])[^\x1b\x9c]*(?:\x1b\\\\|\x9c)"
    "|\x1b[ -/]*[0-~]"
)
_NEWLINE = re.compile("\r?\n")
_BIDI = frozenset([0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)])
_BLANK_LETTERS = frozenset([0x115F, 0x1160, 0x3164, 0xFFA0])
_INVISIBLE_MARKS = frozenset([0x034F, *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)])


@dataclass(frozen=True, slots=True)
class CleanLine:
    """A line that may be shown. ``cut`` counts the bytes that the limit left out, 0 when it is whole."""

    text: str
    cut: int


class _SafeCharacters(dict[int, int | str | None]):
    """Code point to what stands for it, decided when first met. ``marks`` collects the combining ones."""

    def __init__(self) -> None:
        super().__init__()
        self.marks: set[str] = set()

    def __missing__(self, code: int) -> int | str | None:
        if len(self) > 16_384:
            self.clear()
        category = unicodedata.category(chr(code))
        if category in ("Mn", "Me") and code not in _INVISIBLE_MARKS:
            self.marks.add(chr(code))
        self[code] = safe = _safe(code, category)
        return safe


def _safe(code: int, category: str) -> int | str | None:
    if code < 0x20:
        return 0x2400 + code
    if code in _BIDI or code in _BLANK_LETTERS or code == 0xFEFF:
        return _REPLACEMENT
    if category == "Cf" or code in _INVISIBLE_MARKS:
        return None
    if category in ("Cc", "Cs", "Cn", "Zl", "Zp"):
        return _REPLACEMENT
    return " " if category == "Zs" else code


_TABLE = _SafeCharacters()


def clean_line(raw: bytes, limit: int = LINE_LIMIT) -> CleanLine:
    """One line as safe text of at most ``limit`` characters; constant cost whatever the length of ``raw``.

    Text that a later carriage return overwrote is dropped unless only a progress bar overwrote it.
    """
    body, left_out = _bounded(raw, 4 * limit)
    text, used = codecs.utf_8_decode(body, "replace", not left_out)
    if not (text.isascii() and text.isprintable()):
        text = _printable(_visible(_ESCAPE.sub("", text).removeprefix("\ufeff")))
    left_out += len(body) - used
    if len(text) > limit:
        left_out += len(text[limit:].encode())
    return CleanLine(text[:limit], left_out)


def clean_text(text: str, limit: int = LINE_LIMIT) -> str:
    """The same for a string from elsewhere (a file name, a JSON value); a line break becomes ``␤``."""
    if len(text) <= limit and text.isascii() and text.isprintable():
        return text
    body = _ESCAPE.sub("", text[: 4 * limit].rstrip("\r\n"))
    return _printable(_NEWLINE.sub("␤", body))[:limit]


def _bounded(raw: bytes, bound: int) -> tuple[bytes, int]:
    """The part of ``raw`` to look at, at most ``bound`` bytes, and how many bytes that leaves out."""
    if len(raw) <= bound:
        return raw.rstrip(b"\r\n"), 0
    tail = raw[-bound:].rstrip()
    overwritten = tail.rfind(b"\r")
    if overwritten >= 0:
        return tail[overwritten + 1 :], 0
    return raw[:bound], len(raw) - bound


def _visible(text: str) -> str:
    if "\r" not in text:
        return text
    parts = [part for part in text.split("\r") if part.strip()] or [""]
    last = parts.pop()
    if not leading_bar(last):
        return last
    # "{'loss': 3.5}\r 0%|▋| 1/300 […]": the record is evidence, the bar only came after it.
    return " ".join([*(part for part in parts if not leading_bar(part)), last])


def _printable(text: str) -> str:
    text = text.expandtabs(8).translate(_TABLE)
    return text if _TABLE.marks.isdisjoint(text) else _cap_marks(text)


def _cap_marks(text: str) -> str:
    kept: list[str] = []
    run = 0
    for character in text:
        run = run + 1 if character in _TABLE.marks else 0
        if run <= _MARKS_PER_BASE:
            kept.append(character)
    return "".join(kept)
