"""What a log's path says of its writer: rank, local rank, node, attempt and stream.

A number in a name is a rank only in a recognised shape: ``train-2024.log`` is nobody's rank 2024.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from denpex_tui.engine import name_shapes as shapes
from denpex_tui.engine.model import Stream


@dataclass(frozen=True, slots=True)
class Layout:
    """What one path says; None where it is silent."""

    name: str
    rank: int | None = None
    local_rank: int | None = None
    node: str | None = None
    host: str | None = None
    attempt: int | None = None
    stream: Stream = Stream.BOTH
    weak: bool = False
    """True when the number is a rank only if sibling files of the same shape confirm it."""


_NODE = re.compile(
    r"(?:[a-z]{1,16}[-_])?(?:node|host|nid|machine|pod|worker|master|server|compute|instance|gpu|vm|ip)"
    r"[-_.]?[a-z]{0,2}\d[\w.-]{0,64}|n\d{1,5}|host[A-Z]\w{0,32}",
    re.IGNORECASE,
)
_NOT_NODE = re.compile(r".*\d+x\d+|gpus?[-_]?\d+", re.IGNORECASE)
_ATTEMPT = re.compile(r"attempt[-_]?(\d{1,6})")
_RANK_DIRECTORY = re.compile(r"(?:global[-_.]?)?rank[-_.=]?(\d{1,6})", re.IGNORECASE)
_LAUNCHERS = re.compile(
    r"(?:(?:elastic|torch)?[-_]?agent|torchrun|torchelastic|console|launcher|launch|srun|mpirun|mpiexec|orterun|prterun"
    r"|sbatch|slurmctld|slurmd|raylet|gcs_server|dashboard|monitor)(?:[-_.]\d{1,12})?"
    r"(?:[-_](?:err|error|out|output|log|stdout|stderr))?",
    re.IGNORECASE,
)
_SLURM_JOB = re.compile(r"slurm[-_]\d{1,12}(?:_\d{1,6})?")
_STREAMS = {"stdout": Stream.STDOUT, "stderr": Stream.STDERR}


def recognise(path: PurePosixPath) -> Layout:
    """What ``path``, relative to the directory that was given, says."""
    layout = next((found for shape in _SHAPES if (found := shape(path)) is not None), Layout("combined"))
    return replace(
        layout,
        node=layout.node or _node(path),
        attempt=layout.attempt if layout.attempt is not None else _attempt(path),
        stream=_stream(path),
    )


def _torchrun(path: PurePosixPath) -> Layout | None:
    """``<rdzv id>_<8 random>/attempt_<A>/<local rank>/stderr.log``; of the tree the last three parts are enough."""
    if len(path.parts) < 3 or path.name not in ("stdout.log", "stderr.log", "error.json"):
        return None
    attempt = _ATTEMPT.fullmatch(path.parts[-3])
    local = path.parts[-2]
    if attempt is None or not local.isdecimal() or len(local) > 5:
        return None
    return Layout("torchrun", local_rank=int(local), attempt=int(attempt[1]))


def _open_mpi(path: PurePosixPath) -> Layout | None:
    """``<job>/rank.3/stdout`` of ``--output-filename``, and other directories named after a rank."""
    directory = _RANK_DIRECTORY.fullmatch(path.parts[-2]) if len(path.parts) > 1 else None
    if directory is None:
        return None
    name = "openmpi" if path.name in _STREAMS and path.parts[-2].startswith("rank.") else "rank"
    return Layout(name, rank=int(directory[1]))


def _launcher(path: PurePosixPath) -> Layout | None:
    stem = path.name.removesuffix(path.suffix)
    if _LAUNCHERS.fullmatch(stem) or _SLURM_JOB.fullmatch(stem) or path.name == "agent_error.json":
        return Layout("launcher")
    return None


def _named(path: PurePosixPath) -> Layout | None:
    return _match(path.name, shapes.NAMES) or _match(path.name, shapes.WEAK, weak=True)


def _match(text: str, table: shapes.Table, weak: bool = False) -> Layout | None:
    for name, pattern in table:
        if (match := pattern.fullmatch(text[:255])) is not None:
            groups = match.groupdict()
            rank, local = groups.get("rank") or groups.get("number"), groups.get("local")
            return Layout(
                name,
                rank=int(rank) if rank else None,
                local_rank=int(local) if local else None,
                node=groups.get("node"),
                host=groups.get("host"),
                weak=weak,
            )
    return None


_SHAPES: tuple[Callable[[PurePosixPath], Layout | None], ...] = (_torchrun, _open_mpi, _launcher, _named)


def _node(path: PurePosixPath) -> str | None:
    """The innermost directory that is named like a node."""
    for part in reversed(path.parts[:-1]):
        if len(part) <= 128 and _NODE.fullmatch(part) and not _NOT_NODE.fullmatch(part):
            return part
    return None


def _attempt(path: PurePosixPath) -> int | None:
    """A directory ``attempt_1``; Slurm and torchrun both count from 0."""
    for part in reversed(path.parts[:-1]):
        if match := _ATTEMPT.fullmatch(part):
            return int(match[1])
    return None


def _stream(path: PurePosixPath) -> Stream:
    """``.err`` is one stream; ``.out`` alone often holds both, so it does not count."""
    stem = path.name.split(".")[0]
    if path.suffix in (".err", ".stderr"):
        return Stream.STDERR
    return _STREAMS.get(stem, Stream.STDOUT if path.suffix == ".stdout" else Stream.BOTH)
