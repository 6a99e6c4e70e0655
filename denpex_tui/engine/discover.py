"""From the paths that were given to the sources that are read, and the files that are not, each with its reason."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from denpex_tui.engine.clean import clean_text
from denpex_tui.engine.descriptors import Identity
from denpex_tui.engine.errors import UsageError
from denpex_tui.engine.given_paths import STDIN, base_directory, expand
from denpex_tui.engine.layout import Layout, recognise
from denpex_tui.engine.looking import Log, Looked, Looking
from denpex_tui.engine.model import NotRead, Source
from denpex_tui.engine.probe import Probe
from denpex_tui.engine.siblings import confirm
from denpex_tui.engine.tree_walk import natural_key


@dataclass(frozen=True, slots=True)
class Found:
    """What the given paths hold."""

    sources: tuple[Source, ...]
    not_read: tuple[NotRead, ...]
    title: str
    probes: tuple[Probe, ...] = ()
    """What the first look at each source showed, in the order of ``sources``."""
    base: Path = field(default=Path(), compare=False)
    """What names are relative to."""
    looked: Mapping[Path, Looked] = field(default_factory=dict, compare=False)
    """What each file that was opened showed."""
    directories: Mapping[Path, int] = field(default_factory=dict, compare=False)
    """Every directory that was listed, and when it had last changed, in nanoseconds."""


def discover(
    paths: Sequence[str], before: Found | None = None, taken: Mapping[Identity, Path | None] | None = None
) -> Found:
    """Look at every path: directories with all below them, files, globs that no shell expanded, ``-`` for stdin.

    An explicitly named file is read if it is text, whatever its name. Rotated files are parts of the log that they
    came from. Raises `UsageError` with one sentence when a path is missing or cannot be read; not when ``before``,
    what was found earlier, is given. ``taken`` are files that are known to be parts of
    logs, each with the one name under which it is to be found, if any.
    """
    given = [path for text in paths for path in _expanded(text, before)]
    base = before.base if before is not None else base_directory([path for path in given if path != STDIN])
    looking = Looking(base, before.looked if before is not None else {}, taken or {}, patient=before is not None)
    for path in sorted(given, key=lambda path: path != STDIN and Path(path).is_dir()):
        if path != STDIN:
            looking.at(path)
    looking.assign_rotated()
    chosen = sorted(looking.read.values(), key=lambda item: natural_key(str(item.name)))
    sources, probes = sources_of(chosen), [item.probe for item in chosen]
    if STDIN in given:
        sources.append(Source(len(sources), STDIN, Path("/dev/stdin"), "stdin"))
        probes.append(Probe(True))
    title = clean_text(" ".join(paths))
    return Found(tuple(sources), looking.not_read(), title, tuple(probes), base, looking.looked, looking.directories)


def _expanded(text: str, before: Found | None) -> list[str]:
    try:
        return expand(text)
    except UsageError:
        if before is None:
            raise
        return []


def sources_of(logs: Sequence[Log]) -> list[Source]:
    """The sources, numbered in the order of ``logs``, with what their names say together."""
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
            earlier=log.earlier,
        )
        for number, (log, layout) in enumerate(zip(logs, layouts, strict=True))
    ]


def _layout(log: Log) -> Layout:
    """What the name says; inside torchrun's and Open MPI's trees also when only a part of the tree was given."""
    layout = recognise(log.name)
    if layout.name in ("combined", "number") and len(log.name.parts) < 4:
        whole = recognise(PurePosixPath(*log.entry.path.absolute().parts[-3:]))
        if whole.name in ("torchrun", "openmpi"):
            return whole
    return layout
