"""Numbers, times and lists of ranks in words; those that the plain report also says are said in its words."""

from __future__ import annotations

from datetime import datetime

from denpex_tui.engine.model import Snapshot
from denpex_tui.report.ranks import counted as count
from denpex_tui.report.ranks import phrase as ranks
from denpex_tui.report.times import amount as size
from denpex_tui.report.times import clock, delay

__all__ = ["clock", "count", "delay", "first_sentence", "ranks", "read_so_far", "size", "wall_clock"]


def read_so_far(snapshot: Snapshot) -> str:
    """``34 % read``; ``a first look`` while only beginnings and ends were read."""
    total = snapshot.progress.bytes_total
    if total <= 0 and not snapshot.partial:
        return "nothing read yet"
    percent = 100 if total <= 0 else snapshot.progress.bytes_read * 100 // total
    return f"{percent} % read" if percent < 100 or not snapshot.partial else "a first look"


def first_sentence(text: str) -> str:
    """Up to the first full stop that ends a sentence."""
    flat = " ".join(text.split())
    end = flat.find(". ")
    return flat if end < 0 else flat[: end + 1]


def wall_clock(seconds: float) -> str:
    """Time of day here and now, for what the user saw happen on the screen."""
    return datetime.fromtimestamp(seconds).astimezone().strftime("%H:%M:%S")
