"""The labels that a launcher puts before the lines of a log."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Labels:
    """What is known of the prefixes of one source's lines."""

    labelled: bool = False
    label_is_rank: bool = True
    hosts: frozenset[str] = frozenset()


NO_LABELS = Labels()
