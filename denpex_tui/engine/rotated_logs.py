"""Which files of a directory are earlier parts of a log, and which only look so: ``log.1`` may be the log of rank 1."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from denpex_tui.engine import unpacking
from denpex_tui.engine.clean import clean_text
from denpex_tui.engine.dated import first_stamp, last_stamp
from denpex_tui.engine.descriptors import OpenFile
from denpex_tui.engine.file_kinds import is_log_name
from denpex_tui.engine.fingerprint import HEAD
from denpex_tui.engine.model import RotatedPart
from denpex_tui.engine.probe import PROBE_BYTES, tagged_ranks
from denpex_tui.engine.rotation import RotatedName
from denpex_tui.engine.tree_walk import Entry, reason_of
from denpex_tui.engine.unpacking import UnpackingError

_OVERLAP_S = 2.0
"""A part may end so much after the next one began: several writers, each with its own clock and buffer."""
_TAIL_BYTES = 4_096
_LOOKS = 3
"""So often files are looked at while their log is cut or replaced meanwhile."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A file whose name looks like that of a rotated part."""

    entry: Entry
    name: RotatedName
    named: bool = False
    """Whether the command line names it."""

    @property
    def is_of_log(self) -> bool:
        """Whether it may be taken for a part of a log that is not there any more."""
        return is_log_name(self.name.base) or (self.named and self.name.packed)

    @property
    def part(self) -> RotatedPart:
        assert self.entry.identity is not None
        return RotatedPart(self.entry.path, self.entry.identity)


@dataclass(frozen=True, slots=True)
class Looked:
    """What a candidate, or the log itself, shows of its writer and its time."""

    head: bytes
    first: float | None
    last: float | None
    packed: bool = False

    @property
    def ranks(self) -> frozenset[int]:
        return tagged_ranks(self.head)


def _look_at(path: Path, packed: bool) -> Looked:
    """Raises `OSError` when the file cannot be read or unpacked."""
    if packed:
        head = unpacking.head(path, PROBE_BYTES)
        return Looked(head, first_stamp(head), None, packed=True)
    file = OpenFile(path)
    try:
        head, size = file.read(0, PROBE_BYTES), file.status().st_size
        return Looked(head, first_stamp(head), last_stamp(file.read(max(0, size - _TAIL_BYTES), _TAIL_BYTES)))
    finally:
        file.close()


class Family:
    """The files that seem to be rotated parts of the log at ``base``, told apart by what they hold.

    ``parts`` are parts of it, oldest first; ``others`` are files of their own; ``refused`` cannot be read.
    """

    def __init__(self, base: Path, candidates: Sequence[Candidate], *, has_log: bool) -> None:
        self._tell(base, candidates, has_log)

    def _tell(self, base: Path, candidates: Sequence[Candidate], has_log: bool, looks: int = _LOOKS) -> None:
        self.others: list[Candidate] = []
        self.refused: list[tuple[Path, str]] = []
        looked = self._look(sorted(candidates, key=lambda item: item.name.age), has_log)
        log = self._look_at_log(base) if has_log else None
        if log is not None:  # an empty file may be a copy of it that has just been begun
            looked = [(candidate, found) for candidate, found in looked if found.head]
        for candidate, found in list(looked):
            if log is not None and _is_copy(candidate.entry.path, found, base, log):
                looked.remove((candidate, found))
                self.refused.append((candidate.entry.path, f"it is a copy of the beginning of {clean_text(base.name)}"))
        if not _succeed_each_other(looked, log):
            if log is not None and looks > 1 and not self._look_at_log(base).head.startswith(log.head):
                # Cut between two of these reads: a copy of what it held would be taken for a log of its own.
                self._tell(base, candidates, has_log, looks - 1)
                return
            self.others += [candidate for candidate, _ in looked]
            looked = []
        self.parts = tuple(candidate.part for candidate, _ in looked)
        self.size = sum(candidate.entry.size for candidate, _ in looked)
        self.head = next((found.head for _, found in looked if found.head), b"")

    def _look(self, candidates: Sequence[Candidate], has_log: bool) -> list[tuple[Candidate, Looked]]:
        found: dict[tuple[int, str, int], tuple[Candidate, Looked]] = {}
        for candidate in candidates:
            path, age = candidate.entry.path, candidate.name.age
            try:
                packed = candidate.name.packed and unpacking.compression(path) is not None
                if not (has_log or candidate.is_of_log) or packed != candidate.name.packed:
                    self.others.append(candidate)
                elif age in found and packed:
                    self.refused.append((path, "it is the compressed copy of a file that is read"))
                else:
                    found[age] = (candidate, _look_at(path, packed))
            except UnpackingError as error:
                self.refused.append((path, error.reason))
            except OSError as error:
                self.refused.append((path, f"it cannot be read: {reason_of(error)}"))
        return list(found.values())

    @staticmethod
    def _look_at_log(base: Path) -> Looked:
        try:
            return _look_at(base, packed=False)
        except OSError:  # renamed or deleted since it was listed: what is beside it are its parts all the same
            return Looked(b"", None, None)


def _is_copy(part: Path, found: Looked, log: Path, of: Looked) -> bool:
    """Whether a part holds what the log begins with: rotation by copying has not cut the log yet."""
    common = min(len(found.head), len(of.head))
    if common < HEAD or found.head[:common] != of.head[:common]:
        return False
    copy, original = OpenFile(part), OpenFile(log)
    try:
        size = copy.status().st_size
        at = max(0, size - _TAIL_BYTES)
        return found.packed or copy.read(at, size - at) == original.read(at, size - at)
    except OSError:
        return False
    finally:
        copy.close()
        original.close()


def _succeed_each_other(parts: Sequence[tuple[Candidate, Looked]], log: Looked | None) -> bool:
    """Whether the files, oldest first and before ``log``, can be one log; without it they must show that they are."""
    looked = [found for _, found in parts] + ([log] if log is not None else [])
    looked = [found for found in looked if found.head]
    if _are_of_different_ranks(looked):
        return False
    in_order = all(_may_follow(earlier, later) for earlier, later in pairwise(looked))
    counted = [candidate.name.number for candidate, _ in parts if not candidate.name.packed]
    if log is not None:
        stamped = all(found.first is not None for found in looked)
        return in_order and (0 not in counted or stamped)
    if any(number is not None for number in counted):
        return len(looked) > 1 and in_order and all(found.first is not None for found in looked)
    return in_order


def _are_of_different_ranks(looked: Sequence[Looked]) -> bool:
    ranks = [found.ranks for found in looked]
    return any(one and other and not one & other for one, other in pairwise(ranks))


def _may_follow(earlier: Looked, later: Looked) -> bool:
    """Whether nothing that is stamped speaks against ``later`` having been written after ``earlier``."""
    if later.first is None:
        return True
    if earlier.first is not None and earlier.first > later.first:
        return False
    return earlier.last is None or earlier.last <= later.first + _OVERLAP_S
