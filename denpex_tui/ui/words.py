"""Numbers, times and lists of ranks in words; those that the plain report also says are said in its words."""

from __future__ import annotations

from collections.abc import Sequence

from denpex_tui.report.ranks import counted as count
from denpex_tui.report.ranks import phrase as ranks
from denpex_tui.report.times import amount as size
from denpex_tui.report.times import clock, delay

__all__ = ["clock", "count", "delay", "first_sentence", "ranks", "size", "steps"]


def steps(numbers: Sequence[int]) -> str:
    """``step 7``, ``steps 1,023 to 1,025``; empty when none is known."""
    if not numbers:
        return ""
    low, high = min(numbers), max(numbers)
    return f"step {low:,}" if low == high else f"steps {low:,} to {high:,}"


def first_sentence(text: str) -> str:
    """Up to the first full stop that ends a sentence."""
    flat = " ".join(text.split())
    end = flat.find(". ")
    return flat if end < 0 else flat[: end + 1]
