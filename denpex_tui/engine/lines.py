"""A line of a log, parsed: what its prefixes say, and its own text."""

from __future__ import annotations

from dataclasses import dataclass, field

from denpex_tui.engine.clean import clean_line
from denpex_tui.engine.labels import NO_LABELS, Labels
from denpex_tui.engine.model import Place, Tags
from denpex_tui.engine.prefixes import peel

MAX_BYTES = 64 * 1024
"""Of one line at most this much is looked at, around the hit."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line (or the part between two carriage returns) after cleaning and peeling."""

    place: Place
    full: str
    """The whole line, cleaned."""
    text: str
    """What is left when the prefixes are peeled; its indentation is kept."""
    start: int = 0
    """Where ``text`` begins in ``full``, in characters."""
    tags: Tags = field(default_factory=Tags)
    stamp: float | None = None
    """Seconds since the epoch."""
    level: str | None = None
    progress: tuple[int, int] | None = None
    """Step and total of a progress bar before the record."""


def parse_line(raw: bytes, place: Place, labels: Labels = NO_LABELS, near: float | None = None) -> Line:
    """Clean and peel one line; ``near`` is a time close to it, for stamps that lack the year."""
    full = clean_line(raw[:MAX_BYTES]).text
    peeled = peel(full, labels.labelled, near, label_is_rank=labels.label_is_rank, hosts=labels.hosts)
    stamp = peeled.stamp.seconds if peeled.stamp is not None else None
    return Line(place, full, peeled.text, peeled.start, peeled.tags, stamp, peeled.level, peeled.progress)
