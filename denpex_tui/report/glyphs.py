"""Text fitted to what the terminal can show: glyphs become their ASCII twins where the encoding is not UTF-8."""

from __future__ import annotations

from rich.text import Text

from denpex_tui.report.blocks import Quote, window
from denpex_tui.report.marks import Mark

_PLAIN = str.maketrans(
    {"·": "-", "–": "-", "—": "-", "…": "...", "’": "'", "‘": "'", "“": '"', "”": '"', "±": "+/-", "≥": ">=", "≤": "<="}
    | {"×": "x", "→": "->", "≪": "<<", "≫": ">>", "√": "sqrt", "\u00a0": " "}
)


class Glyphs:
    """Fits text to one encoding."""

    def __init__(self, encoding: str) -> None:
        self._encoding = encoding
        self.ascii = not encoding.lower().startswith("utf")
        self.ellipsis = "..." if self.ascii else "…"

    def mark(self, mark: Mark) -> str:
        """The glyph of a state."""
        return mark.ascii if self.ascii else mark.glyph

    def fit(self, text: str) -> str:
        """``text`` with nothing the terminal's encoding lacks."""
        if not self.ascii:
            return text
        return text.translate(_PLAIN).encode(self._encoding, "backslashreplace").decode(self._encoding)

    def shorten(self, text: Text, width: int) -> None:
        """Cut ``text`` to ``width`` cells and say so."""
        if text.cell_len > width:
            text.truncate(width - len(self.ellipsis))
            text.append(self.ellipsis)

    def quoted(self, quote: Quote, room: int) -> Text:
        """The quoted line with its match emphasised, cut to about ``room`` characters around it."""
        begin, end = quote.span or (0, 0)
        left, right = window(quote, room)
        text = Text(self.ellipsis if left else "")
        text.append(self.fit(quote.text[left:begin]) if left < begin else "")
        text.append(self.fit(quote.text[max(begin, left) : min(end, right)]), "bold reverse")
        text.append(self.fit(quote.text[max(end, left) : right]))
        return text.append(self.ellipsis if right < len(quote.text) else "")
