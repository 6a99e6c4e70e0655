"""Progress bars: how tqdm and its relatives draw one, and what it counts."""

from __future__ import annotations

import re

# "epoch 0:  47%|███▋   | 14/30 [00:02<00:02,  5.87it/s]"; every repetition is bounded, so hostile text is cheap.
_BAR = re.compile(
    r"\d{1,3}%\|[^|\r\n]{0,256}\|[ ]{0,8}(?P<done>\d{1,12})/(?P<total>\d{1,12})[ ]{0,2}"
    r"\[(?=\d|\?)[^\]\r\n]{0,256}\]"
)
_LEADING = re.compile(r"[^|\[{\r\n]{0,96}?" + _BAR.pattern)


def leading_bar(text: str, start: int = 0) -> re.Match[str] | None:
    """The bar that ``text`` begins with at ``start``, its description included, or None."""
    return _LEADING.match(text, start) if "%|" in text else None


def find_bar(text: str, start: int = 0, end: int = 2048) -> re.Match[str] | None:
    """The first bar anywhere between ``start`` and ``end``, or None."""
    return _BAR.search(text, start, end) if "%|" in text else None


def counts(bar: re.Match[str]) -> tuple[int, int]:
    """Done and total, as the bar says."""
    return int(bar["done"]), int(bar["total"])
