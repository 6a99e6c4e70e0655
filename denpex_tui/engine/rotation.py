"""The names that rotation gives to the earlier parts of a log: ``train.log.1``, ``train.log-20261130.gz``."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

from denpex_tui.engine.model import RotatedPart

_COMPRESSED = r"(?P<packed>\.(?:gz|bz2|xz|zst))?"
_DATE = r"\d{4}-?\d{2}-?\d{2}(?:[-_T.]?\d{2}(?:[-:.]?\d{2}(?:[-:.]?\d{2})?)?)?"
_NAME = re.compile(
    rf"(?P<base>.+?)(?:\.(?P<number>\d{{1,3}})|[-._](?P<date>{_DATE}|\d{{10}}))?{_COMPRESSED}", re.DOTALL
)


Age = tuple[int, str, int]
"""Sorts the parts of one log, oldest first: by date, then from high numbers to low ones."""


@dataclass(frozen=True, slots=True)
class RotatedName:
    """What a rotated file's name says."""

    base: str
    """Name of the log that it is a part of."""
    number: int | None
    age: Age
    packed: bool


def parse(name: str) -> RotatedName | None:
    """What ``name`` says, or None when it has no shape that rotation leaves behind."""
    match = _NAME.fullmatch(name)
    if match is None or match["base"] == name:
        return None
    number = int(match["number"]) if match["number"] else None
    return RotatedName(match["base"], number, _age(match["date"], number), match["packed"] is not None)


def _age(date: str | None, number: int | None) -> Age:
    if date is not None:
        return 0, re.sub(r"\D", "", date).ljust(14, "0"), 0
    return (1, "", -number) if number is not None else (2, "", 0)


def newest(location: Path) -> RotatedPart | None:
    """The part that is named with a 1, the newest where parts are numbered; found without listing the directory."""
    path = location.with_name(location.name + ".1")
    try:
        status = path.lstat()
    except OSError:
        return None
    return RotatedPart(path, (status.st_dev, status.st_ino))


def siblings(location: Path) -> list[RotatedPart]:
    """The rotated parts of the log at ``location`` that are there now, oldest first. Raises `OSError`.

    Where a part is there both plain and compressed, as while it is being compressed, only the plain one counts.
    """
    found: dict[Age, tuple[bool, RotatedPart]] = {}
    with os.scandir(location.parent) as entries:
        for entry in entries:
            if not entry.name.startswith(location.name) or (name := parse(entry.name)) is None:
                continue
            if name.base != location.name or not entry.is_file(follow_symlinks=False):
                continue
            status = entry.stat(follow_symlinks=False)
            part = RotatedPart(Path(entry.path), (status.st_dev, status.st_ino))
            if name.age not in found or found[name.age][0]:
                found[name.age] = (name.packed, part)
    return [found[age][1] for age in sorted(found)]
