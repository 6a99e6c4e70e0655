"""Looks at the files of the given paths and keeps those that are logs."""

from __future__ import annotations

import os
import stat
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath

from denpex_tui.engine import file_kinds
from denpex_tui.engine.clean import clean_text
from denpex_tui.engine.descriptors import Identity
from denpex_tui.engine.errors import UsageError
from denpex_tui.engine.given_paths import status
from denpex_tui.engine.model import NotRead, RotatedPart
from denpex_tui.engine.probe import PROBE_BYTES, Probe, probe, probe_bytes
from denpex_tui.engine.rotated_logs import Candidate, Family
from denpex_tui.engine.rotation import parse
from denpex_tui.engine.tree_walk import Entry, natural_key, reason_of, walk

MAX_SOURCES = 10_000
_GROUP_FROM = 3


@dataclass(frozen=True, slots=True)
class Looked:
    """A file at one moment; ``probe`` is None when it could not be read."""

    identity: Identity | None
    size: int
    probe: Probe | None

    def still_holds(self, entry: Entry) -> bool:
        """Whether looking again would show the same: so much of it, or as much as there is, was seen."""
        if self.probe is None or self.identity != entry.identity:
            return False
        return self.size == entry.size or self.probe.size >= PROBE_BYTES


@dataclass(frozen=True, slots=True)
class Log:
    """A file that is read, with the rotated files that are earlier parts of it."""

    entry: Entry
    name: PurePosixPath
    probe: Probe
    earlier: tuple[RotatedPart, ...] = ()


@dataclass(slots=True)
class Looking:
    """Names are relative to ``base``. ``known`` is what an earlier look showed; ``taken`` files are parts of logs, and
    logs of their own only under the name that some of them have there.

    A ``patient`` one does not mind a path that is missing.
    """

    base: Path
    known: Mapping[Path, Looked]
    taken: Mapping[Identity, Path | None]
    patient: bool
    read: dict[Identity, Log] = field(default_factory=dict)
    refused: dict[Path, tuple[PurePosixPath, str, bool]] = field(default_factory=dict)
    looked: dict[Path, Looked] = field(default_factory=dict)
    directories: dict[Path, int] = field(default_factory=dict)
    _rotated: dict[Path, list[Candidate]] = field(default_factory=lambda: defaultdict(list))
    """By the log that they seem to be parts of."""

    def at(self, path: str) -> None:
        """A path of the command line."""
        try:
            self._at(path)
        except UsageError:
            if not self.patient:
                raise

    def _at(self, path: str) -> None:
        found = status(path)
        if stat.S_ISDIR(found.st_mode):
            for entry in walk(Path(path), self.directories):
                if not self._set_aside(entry):
                    self._file(entry)
            return
        entry = Entry(Path(path), size=found.st_size, identity=(found.st_dev, found.st_ino))
        if stat.S_ISFIFO(found.st_mode):
            self._keep(entry, Probe(True))
        elif not self._set_aside(entry, named=True):
            self._named(entry)

    def _named(self, entry: Entry) -> None:
        """A file of the command line: read if it is text, whatever its name."""
        try:
            self._keep(entry, self._probe(entry))
        except OSError as error:
            raise UsageError(f"{clean_text(str(entry.path), 256)!r} cannot be read: {reason_of(error)}.") from error

    def _set_aside(self, entry: Entry, named: bool = False) -> bool:
        """Whether the file looks like a rotated part; what it is can be told when all files are known."""
        name = parse(entry.path.name) if entry.identity is not None else None
        if name is None:
            return False
        if not self._is_taken(entry):
            self._rotated[entry.path.with_name(name.base)].append(Candidate(entry, name, named))
        return True

    def _is_taken(self, entry: Entry) -> bool:
        return entry.identity is not None and self.taken.get(entry.identity, entry.path) != entry.path

    def assign_rotated(self) -> None:
        """Give each rotated file to its log, or take it as a log of its own."""
        logs = {log.entry.path: identity for identity, log in self.read.items()}
        for base, candidates in self._rotated.items():
            identity = logs.get(base)
            family = Family(base, candidates, has_log=identity is not None)
            for path, reason in family.refused:
                self._refuse(Entry(path), reason)
            for candidate in family.others:
                (self._named if candidate.named else self._file)(candidate.entry)
            if family.parts and identity is not None:
                self.read[identity] = replace(self.read[identity], earlier=family.parts)
            elif family.parts:
                self._keep_rotated(base, family)

    def _keep_rotated(self, base: Path, family: Family) -> None:
        """A log of which there are only rotated parts."""
        found = probe_bytes(family.head)
        if reason := _not_records(base, found):
            found = replace(found, is_log=False, reason=reason)
        self._keep(Entry(base, size=family.size, identity=family.parts[-1].identity), found, family.parts)

    def _file(self, entry: Entry) -> None:
        """A file found in a directory."""
        if entry.identity in self.read or self._is_taken(entry):
            return
        by_name = file_kinds.by_name(entry.path.name)
        if entry.reason or by_name:
            self._refuse(entry, entry.reason or by_name or "")
        elif len(self.read) >= MAX_SOURCES:
            self._refuse(entry, f"there are more than {MAX_SOURCES:,} logs; give the folder of one run")
        else:
            self._look(entry, by_name)

    def _look(self, entry: Entry, by_name: str | None) -> None:
        try:
            found = self._probe(entry)
        except OSError as error:
            self._refuse(entry, f"it cannot be read: {reason_of(error)}", unreadable=True)
            return
        reason = _not_a_log(entry.path, found) if by_name is None else _not_records(entry.path, found)
        if found.is_log and reason:
            self._refuse(entry, reason)
        else:
            self._keep(entry, found)

    def _probe(self, entry: Entry) -> Probe:
        """Raises `OSError`."""
        known = self.known.get(entry.path)
        if known is None or not known.still_holds(entry):
            self.looked[entry.path] = Looked(entry.identity, entry.size, None)
            known = Looked(entry.identity, entry.size, probe(entry.path))
        self.looked[entry.path] = known
        assert known.probe is not None
        return known.probe

    def _keep(self, entry: Entry, found: Probe, earlier: tuple[RotatedPart, ...] = ()) -> None:
        if not found.is_log:
            self._refuse(entry, found.reason)
        elif entry.identity is not None and entry.identity not in self.read:
            self.read[entry.identity] = Log(entry, self._name(entry.path), found, earlier)

    def _refuse(self, entry: Entry, reason: str, *, unreadable: bool = False) -> None:
        self.refused.setdefault(entry.path, (self._name(entry.path), reason, unreadable))

    def _name(self, path: Path) -> PurePosixPath:
        return PurePosixPath(os.path.relpath(path, self.base))

    def not_read(self) -> tuple[NotRead, ...]:
        """What is not read, several files of one kind in one directory as one row."""
        kinds: dict[tuple[str, str, str, bool], list[str]] = defaultdict(list)
        for name, reason, unreadable in self.refused.values():
            kinds[(str(name.parent), name.suffix, reason, unreadable)].append(str(name))
        rows = [
            row
            for (parent, suffix, reason, unreadable), names in kinds.items()
            for row in _rows(parent, suffix, names, reason, unreadable)
        ]
        return tuple(sorted(rows, key=lambda row: natural_key(row.path)))


def _rows(parent: str, suffix: str, names: list[str], reason: str, unreadable: bool) -> Iterator[NotRead]:
    if len(names) >= _GROUP_FROM and suffix:
        pattern = str(PurePosixPath(parent) / f"*{suffix}")
        yield NotRead(f"{clean_text(pattern)} ({len(names)} files)", reason, unreadable)
        return
    for name in names:
        yield NotRead(clean_text(name), reason, unreadable)


def _not_a_log(path: Path, found: Probe) -> str:
    """Why a text file whose name does not say what it is should not be read; empty when it should."""
    suffix = path.suffix.lower()
    if suffix == ".json":
        return "" if found.json_lines else "it is a JSON document, not a log of JSON lines"
    if found.script:
        return "it is a script"
    if not suffix or suffix[1:].isdecimal() or found.log_like:
        return ""
    return "it does not look like a log; name the file itself to have it read"


def _not_records(path: Path, found: Probe) -> str:
    """Why JSON lines are a data set rather than a log."""
    if path.suffix.lower() in (".jsonl", ".ndjson") and not found.json_lines and not found.log_like:
        return "" if found.empty else "its records hold no time, level, rank or metric, so it is data rather than a log"
    return ""
