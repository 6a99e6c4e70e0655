"""Which launch of the job a source belongs to, when several directories were given.

Directories whose ranks do not overlap are parts of one run (``logs/node-0 logs/node-1``); directories that hold the
same ranks are several runs of the same job, in the order of their first time, or as given.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from denpex_tui.engine.identity import learn
from denpex_tui.engine.scanned import Scanned


def group(paths: Sequence[str], scans: Sequence[Scanned]) -> list[list[Scanned]]:
    """The scans by run, earliest first."""
    directories = [Path(path).resolve() for path in paths if Path(path).is_dir()]
    if len(directories) < 2:
        return [list(scans)]
    parts = [[scan for scan in scans if _owner(scan, directories) == index] for index in range(len(directories))]
    rest = [scan for scan in scans if _owner(scan, directories) is None]
    filled = [part for part in parts if part]
    if len(filled) < 2 or not _overlap(filled):
        return [list(scans)]
    ordered = sorted(enumerate(filled), key=lambda item: (_start(item[1]), item[0]))
    runs = [part for _, part in ordered]
    runs[0].extend(rest)
    return runs


def run_title(index: int, runs: Sequence[Sequence[Scanned]]) -> str:
    """What tells a run from the others: the directory that its logs have in common, else its number from 1."""
    common = [os.path.commonpath([str(Path(scan.source.path).parent) for scan in scans] or ["."]) for scans in runs]
    titles = [Path(title).parts for title in common]
    while len({title[-1:] for title in titles}) == 1 and min(map(len, titles)) > 1:
        titles = [title[:-1] for title in titles]  # ``jobs/a/logs`` and ``jobs/b/logs`` are ``jobs/a`` and ``jobs/b``
    own = titles[index]
    return "/".join(own) if own and titles.count(own) == 1 else str(index + 1)


def _owner(scan: Scanned, directories: Sequence[Path]) -> int | None:
    location = scan.source.location.resolve()
    owners = [index for index, directory in enumerate(directories) if directory in location.parents]
    return max(owners, key=lambda index: len(directories[index].parts), default=None)


def _overlap(parts: Sequence[Sequence[Scanned]]) -> bool:
    seen: set[int] = set()
    for part in parts:
        ranks = set(learn(part).sources.values()) | {
            tags.rank for scan in part for tags in scan.table.writers.values() if tags.rank is not None
        }
        if seen & ranks or not ranks:
            return True
        seen |= ranks
    return False


def _start(part: Sequence[Scanned]) -> float:
    times = [point.time for scan in part for point in scan.points[:1] if point.time is not None]
    times += [event.time for scan in part for event in scan.events[:1] if event.time is not None]
    return min(times, default=0.0)
