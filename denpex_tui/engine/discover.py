"""From the paths that were given to the sources that are read, and the files that are not, each with its reason."""

from __future__ import annotations

import os
import stat
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from denpex_tui.engine import file_kinds
from denpex_tui.engine.clean import clean_text
from denpex_tui.engine.errors import UsageError
from denpex_tui.engine.given_paths import STDIN, base_directory, expand, status
from denpex_tui.engine.layout import Layout, recognise
from denpex_tui.engine.model import NotRead, Source
from denpex_tui.engine.probe import Probe, probe
from denpex_tui.engine.siblings import confirm
from denpex_tui.engine.tree_walk import Entry, natural_key, reason_of, walk

MAX_SOURCES = 10_000
_GROUP_FROM = 3


@dataclass(frozen=True, slots=True)
class Found:
    """What the given paths hold."""

    sources: tuple[Source, ...]
    not_read: tuple[NotRead, ...]
    title: str
    probes: tuple[Probe, ...] = ()
    """What the first look at each source showed, in the order of ``sources``."""


def discover(paths: Sequence[str]) -> Found:
    """Look at every path: directories with all below them, files, globs that no shell expanded, ``-`` for stdin.

    An explicitly named file is read if it is text, whatever its name. Raises `UsageError` with one sentence when a
    path is missing or cannot be read.
    """
    given = [path for text in paths for path in expand(text)]
    looking = _Looking(base_directory([path for path in given if path != STDIN]))
    for path in sorted(given, key=lambda path: path != STDIN and Path(path).is_dir()):
        if path != STDIN:
            looking.at(path)
    chosen = sorted(looking.read.values(), key=lambda item: natural_key(str(item.name)))
    sources, probes = _sources(chosen), [item.probe for item in chosen]
    if STDIN in given:
        sources.append(Source(len(sources), STDIN, Path("/dev/stdin"), "stdin"))
        probes.append(Probe(True))
    return Found(tuple(sources), looking.not_read(), clean_text(" ".join(paths)), tuple(probes))


@dataclass(frozen=True, slots=True)
class _Log:
    entry: Entry
    name: PurePosixPath
    probe: Probe


@dataclass(slots=True)
class _Looking:
    """Looks at files and keeps those that are logs; names are relative to ``base``."""

    base: Path
    read: dict[tuple[int, int], _Log] = field(default_factory=dict)
    refused: dict[Path, tuple[PurePosixPath, str]] = field(default_factory=dict)

    def at(self, path: str) -> None:
        """A path of the command line."""
        found = status(path)
        if stat.S_ISDIR(found.st_mode):
            for entry in walk(Path(path)):
                self._file(entry)
            return
        entry = Entry(Path(path), size=found.st_size, identity=(found.st_dev, found.st_ino))
        try:
            self._keep(entry, probe(entry.path))
        except OSError as error:
            raise UsageError(f"{clean_text(path, 256)!r} cannot be read: {reason_of(error)}.") from error

    def _file(self, entry: Entry) -> None:
        """A file found in a directory."""
        if entry.identity in self.read:
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
            found = probe(entry.path)
        except OSError as error:
            self._refuse(entry, f"it cannot be read: {reason_of(error)}")
            return
        reason = _not_a_log(entry.path, found) if by_name is None else _not_records(entry.path, found)
        if found.is_log and reason:
            self._refuse(entry, reason)
        else:
            self._keep(entry, found)

    def _keep(self, entry: Entry, found: Probe) -> None:
        if not found.is_log:
            self._refuse(entry, found.reason)
        elif entry.identity is not None and entry.identity not in self.read:
            self.read[entry.identity] = _Log(entry, self._name(entry.path), found)

    def _refuse(self, entry: Entry, reason: str) -> None:
        self.refused.setdefault(entry.path, (self._name(entry.path), reason))

    def _name(self, path: Path) -> PurePosixPath:
        return PurePosixPath(os.path.relpath(path, self.base))

    def not_read(self) -> tuple[NotRead, ...]:
        """What is not read, several files of one kind in one directory as one row."""
        kinds: dict[tuple[str, str, str], list[str]] = defaultdict(list)
        for name, reason in self.refused.values():
            kinds[(str(name.parent), name.suffix, reason)].append(str(name))
        rows = [
            row for (parent, suffix, reason), names in kinds.items() for row in _rows(parent, suffix, reason, names)
        ]
        return tuple(sorted(rows, key=lambda row: natural_key(row.path)))


def _rows(parent: str, suffix: str, reason: str, names: list[str]) -> Iterator[NotRead]:
    if len(names) >= _GROUP_FROM and suffix:
        pattern = str(PurePosixPath(parent) / f"*{suffix}")
        yield NotRead(f"{clean_text(pattern)} ({len(names)} files)", reason)
        return
    for name in names:
        yield NotRead(clean_text(name), reason)


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


def _sources(logs: Sequence[_Log]) -> list[Source]:
    layouts = confirm([(log.name, _layout(log), log.probe) for log in logs])
    return [
        Source(
            number,
            clean_text(str(log.name)),
            log.entry.path,
            layout.name,
            rank=layout.rank,
            local_rank=layout.local_rank,
            node=clean_text(layout.node, 128) if layout.node else None,
            host=layout.host or log.probe.host,
            attempt=layout.attempt,
            stream=layout.stream,
            bytes=log.entry.size,
        )
        for number, (log, layout) in enumerate(zip(logs, layouts, strict=True))
    ]


def _layout(log: _Log) -> Layout:
    """What the name says; inside torchrun's and Open MPI's trees also when only a part of the tree was given."""
    layout = recognise(log.name)
    if layout.name in ("combined", "number") and len(log.name.parts) < 4:
        whole = recognise(PurePosixPath(*log.entry.path.absolute().parts[-3:]))
        if whole.name in ("torchrun", "openmpi"):
            return whole
    return layout
