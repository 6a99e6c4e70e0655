"""Levels of lines."""

from __future__ import annotations

from enum import StrEnum


class Level(StrEnum):
    """What is shown: lines of this level and above."""

    ERROR = "error"
    WARNING = "warning"
