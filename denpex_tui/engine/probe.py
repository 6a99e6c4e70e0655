"""A first look at a file: is it a log, how are its lines written, whose are they."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from denpex_tui.engine import file_kinds, jsonlines
from denpex_tui.engine.descriptors import OpenFile
from denpex_tui.engine.labels import Labels

PROBE_BYTES = 16_384
_TAIL = 4096


@dataclass(frozen=True, slots=True)
class Probe:
    """What the beginning of a file shows."""

    is_log: bool
    reason: str = ""
    """Why it is no log, as the end of a sentence; empty for a log."""
    labelled: bool = False
    """True when lines begin with a launcher's number (``srun --label``, hydra ``-l``)."""
    json_lines: bool = False
    ranks: frozenset[int] = frozenset()
    """Global ranks that lines are tagged with."""
    world_size: int | None = None
    host: str | None = None
    """The one host that lines name as their own."""
    local_ranks: frozenset[int] = frozenset()
    label_is_rank: bool = True
    """False when the labels number nodes: lines with the same label carry tags of several ranks."""
    hosts: frozenset[str] = frozenset()
    """Names that lead lines as ``host: `` (pdsh)."""
    log_like: bool = False
    """True when the text itself looks like a log: times, levels, rank tags or a traceback."""
    script: bool = False
    """True when it begins with ``#!``."""
    empty: bool = False
    size: int = 0
    """Bytes that were looked at: less than `PROBE_BYTES` when the file was not longer."""


def labels_of(probe: Probe) -> Labels:
    """What the probe says of the prefixes of lines."""
    return Labels(probe.labelled, probe.label_is_rank, probe.hosts)


_RANK_TAGS = (
    re.compile(rb"\[rank ?(\d{1,6})\](?=[: ])"),
    re.compile(rb"\[RANK (\d{1,6})\] "),
    re.compile(rb"\nrank (\d{1,6})(?=/\d{1,6}:|:? (?:step|iter|epoch|loss))"),
)
_OPEN_MPI_TAG = re.compile(rb"\[\d{1,12},(\d{1,6})\]<std")
_LOCAL_TAG = re.compile(rb"\[default(\d{1,5})\]:")
_LABEL = re.compile(rb"(?m)^ {0,6}(?:(\d{1,6}): |\[(\d{1,6})\] )(?:.{0,64}?\[rank ?(\d{1,6})\])?")
_LINE = re.compile(rb"(?m)^.*\S.*$")
# Each begins with a literal, which makes the search fast; what may not stand before it is checked behind.
_WORLD = (
    re.compile(rb"rank[ :=]{1,2}\d{1,6}(?: of |/)(\d{1,6})\b"),
    re.compile(rb"world[_ ]size[\"']?(?:[=:]| is)? ?(\d{1,6})\b"),
    re.compile(rb"nranks (\d{1,6})\b"),
)
_PART_OF_WORLD = re.compile(rb"(?:local|node|group|dp|tp|pp|mp|cp|ep|local group)[ _]$")
_NCCL_HOST = re.compile(rb"(?m)^([A-Za-z0-9][\w.-]{0,127}):\d{1,10}:\d{1,10} \[-?\d{1,5}\] (?:\S{1,96} )?NCCL ")
_PDSH_HOST = re.compile(
    rb"(?m)^([A-Za-z][\w.-]{0,127}): (?=\[20\d\d-\d\d-\d\d[ T]|20\d\d-\d\d-\d\d[ T]\d|\[(?:rank|default)\d{1,6}\]:)"
)
_LOG_LIKE = re.compile(
    rb"\d\d:\d\d:\d\d|(?m:^|\[| )(?:DEBUG|INFO|WARN|WARNING|ERROR|CRITICAL)\b|Traceback \(most recent call last\)"
    rb"|\[rank\d|\[default\d|\d%\||(?i:\b(?:loss|step|epoch|iter|iteration)\b ?[:=]? ?\d)|NCCL |\bError: "
)


def probe(path: Path, size: int = PROBE_BYTES) -> Probe:
    """Look at the first ``size`` bytes of a regular file. Raises `OSError` when it cannot be read."""
    return probe_bytes(*_read(path, size))


def probe_bytes(head: bytes, tail: bytes = b"") -> Probe:
    """Look at the first bytes of a log, and at its last ones when it goes on behind them and these hold NUL bytes."""
    size = len(head)
    if reason := file_kinds.not_text(head, tail):
        return Probe(False, reason, size=size)
    if not head:
        return Probe(True, empty=True)
    head = head.replace(b"\0", b"")
    json_lines = jsonlines.is_log(head)
    labelled, label_is_rank = _labels(head)
    return Probe(
        True,
        labelled=labelled,
        json_lines=json_lines,
        ranks=jsonlines.ranks(head) if json_lines else _ranks(head),
        world_size=_world_size(head),
        host=_only(_names(_NCCL_HOST, head)) if b"NCCL " in head else None,
        local_ranks=_numbers(_LOCAL_TAG, head),
        label_is_rank=label_is_rank,
        hosts=_names(_PDSH_HOST, head[:4096]),
        log_like=json_lines or _LOG_LIKE.search(head) is not None,
        script=head.startswith(b"#!"),
        size=size,
    )


def _read(path: Path, size: int) -> tuple[bytes, bytes]:
    """The head, and the tail of a file that goes on behind it."""
    file = OpenFile(path)
    try:
        head = file.read(0, size)
        if len(head) < size or b"\0" not in head:
            return head, b""
        return head, file.read(max(size, file.status().st_size - _TAIL), _TAIL)
    finally:
        file.close()


def tagged_ranks(head: bytes) -> frozenset[int]:
    """Global ranks that the lines are tagged with."""
    return jsonlines.ranks(head) if jsonlines.is_log(head) else _ranks(head)


def _labels(head: bytes) -> tuple[bool, bool]:
    """Whether most lines are labelled, with at least two labels or labels that rank tags confirm; and by rank?"""
    if _LABEL.search(head[:2048]) is None:
        return False, True
    lines = len(_LINE.findall(head))
    found = [(int(plain or bracketed), int(tag) if tag else None) for plain, bracketed, tag in _LABEL.findall(head)]
    tagged = [(label, rank) for label, rank in found if rank is not None]
    confirmed = bool(tagged) and all(label == rank for label, rank in tagged)
    labelled = len(found) * 2 > lines and (len({label for label, _ in found}) > 1 or confirmed)
    return labelled, not tagged or confirmed


def _ranks(head: bytes) -> frozenset[int]:
    tags = frozenset().union(*(_numbers(pattern, b"\n" + head) for pattern in _RANK_TAGS))
    return tags | _numbers(_OPEN_MPI_TAG, head) if b"]<std" in head else tags


def _world_size(head: bytes) -> int | None:
    """The largest: a communicator of a part of the job says its own."""
    sizes = {
        int(match[1])
        for pattern in _WORLD
        for match in pattern.finditer(head)
        if not _PART_OF_WORLD.search(head[max(0, match.start() - 16) : match.start()])
    }
    return max(sizes - {0}, default=None)


def _numbers(pattern: re.Pattern[bytes], head: bytes) -> frozenset[int]:
    return frozenset(map(int, pattern.findall(head)))


def _names(pattern: re.Pattern[bytes], head: bytes) -> frozenset[str]:
    return frozenset(match[1].decode("ascii") for match in pattern.finditer(head))


def _only(names: frozenset[str]) -> str | None:
    return next(iter(names)) if len(names) == 1 else None
