"""The first full time of a job, from which stamps without a year or a date take theirs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from denpex_tui.engine.clean import clean_line
from denpex_tui.engine.prefixes import peel

HEAD_BYTES = 16 * 1024
MAX_FILES = 64
"""A job whose first files hold no full time rarely has one elsewhere."""


def first_dated(locations: Sequence[Path]) -> float | None:
    """Seconds since the epoch of the first stamp that has year and date, in the order of the files; None for none."""
    for location in locations[:MAX_FILES]:
        try:
            with location.open("rb") as file:
                head = file.read(HEAD_BYTES)
        except OSError:
            continue
        if (found := _first(head)) is not None:
            return found
    return None


def _first(head: bytes) -> float | None:
    for raw in head.split(b"\n")[:200]:
        for part in raw.split(b"\r")[-1:]:
            stamp = peel(clean_line(part).text).stamp
            if stamp is not None and stamp.year_known and stamp.date_known:
                return stamp.seconds
    return None
