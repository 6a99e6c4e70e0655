"""The first full time of a job, from which stamps without a year or a date take theirs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from denpex_tui.engine import unpacking
from denpex_tui.engine.clean import clean_line
from denpex_tui.engine.decompressors import kind_of
from denpex_tui.engine.descriptors import open_unblocked
from denpex_tui.engine.model import Source
from denpex_tui.engine.prefixes import peel

HEAD_BYTES = 16 * 1024
MAX_FILES = 64
"""A job whose first files hold no full time rarely has one elsewhere."""


def first_dated(locations: Sequence[Path]) -> float | None:
    """Seconds since the epoch of the first stamp that has year and date, in the order of the files; None for none."""
    for location in locations[:MAX_FILES]:
        try:
            with open_unblocked(location) as file:
                head = file.read(HEAD_BYTES) or b""  # None of a device that holds nothing now, such as /proc/kmsg
            if kind_of(head) is not None:
                head = unpacking.head(location, HEAD_BYTES)
        except OSError:
            continue
        if (found := first_stamp(head)) is not None:
            return found
    return None


def beginning(source: Source) -> Path:
    """The file that holds the first lines of a source."""
    return source.earlier[0].path if source.earlier else source.location


def first_stamp(head: bytes) -> float | None:
    """The first stamp with year and date among the first lines of a text."""
    return next(filter(None, map(_stamp, head.split(b"\n")[:200])), None)


def last_stamp(tail: bytes) -> float | None:
    """The last stamp with year and date of a text."""
    return next(filter(None, map(_stamp, reversed(tail.split(b"\n")))), None)


def _stamp(raw: bytes) -> float | None:
    stamp = peel(clean_line(raw.rpartition(b"\r")[2]).text).stamp
    return stamp.seconds if stamp is not None and stamp.year_known and stamp.date_known else None
