"""The fallback for terminals whose locale is not UTF-8: one ASCII character for every cell that is drawn."""

from __future__ import annotations

from collections.abc import Mapping

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

_PAIRS = {
    "▶▸": ">",
    "▾▼": "v",
    "≡": "=",
    "↳└╰╚┗": "`",
    "○◌": "o",
    "●•■◆": "*",
    "✓": "v",
    "✗×": "x",
    "–—─━═▔▁‾╌┄": "-",
    "»": ">",
    "«": "<",
    "┃│║╎┆▌▐▏▕▎▊": "|",
    "…": ".",
    "≠": "!",
    "↺": "<",
    "∴": ":",
    "▷": "?",
    "✎": "*",
    "⇧": "^",
    "±+┌┐┘├┤┬┴┼╭╮╯╔╗╝┏┓┛": "+",
    "·∙": ".",
    "→≥": ">",
    "←≤": "<",
    "↑": "^",
    "↓": "v",
    "⏎": "/",
    "⇥": ">",
    "’‘": "'",
    "“”": '"',
    "\u00a0": " ",
}
_TABLE = {ord(fancy): plain for fancies, plain in _PAIRS.items() for fancy in fancies}


def utf8_locale(environ: Mapping[str, str]) -> bool:
    """Whether the user's own locale is UTF-8.

    Python sets ``LC_CTYPE=C.UTF-8`` by itself in the C locale (PEP 538); without a ``LANG`` beside it that value
    says nothing of the terminal.
    """
    chosen = environ.get("LC_ALL") or environ.get("LC_CTYPE") or environ.get("LANG") or ""
    if chosen == "C.UTF-8" and not environ.get("LC_ALL") and environ.get("LANG") in (None, "", "C", "POSIX"):
        return False
    return "utf8" in chosen.lower().replace("-", "")


def to_ascii(text: str) -> str:
    """``text`` with every other character replaced, in the same number of cells."""
    if text.isascii():
        return text
    mapped = text.translate(_TABLE)
    return "".join(char if char.isascii() else "?" * cell_len(char) for char in mapped)


class AsciiOnly(LineFilter):
    """Lets nothing but ASCII reach the terminal."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002
        return [segment._replace(text=to_ascii(segment.text)) for segment in segments]
