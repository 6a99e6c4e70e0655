"""Numbers in names, judged together: which of them are ranks.

One file ``train_3.out`` may be the third try; ``train_0.out`` … ``train_3.out`` beside each other are tasks.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import PurePosixPath

from denpex_tui.engine.layout import Layout
from denpex_tui.engine.probe import Probe

_NUMBER = re.compile(r"\d+(?!.*\d)")
_NOT_RANKS = re.compile(
    r"(?:^|[^a-z])(?:run|try|trial|exp|experiment|attempt|restart|epoch|step|iter|part|chunk|version|v|seed|fold|stage"
    r"|phase|day|week|month)[-_.]?\d+(?:\.\w+)?$",
    re.IGNORECASE,
)
_MASTER = re.compile(r"(?:^|[-_.])(?:master|chief|launcher)(?:[-_.]|$)", re.IGNORECASE)
Named = tuple[PurePosixPath, Layout, Probe]


def confirm(files: Sequence[Named]) -> list[Layout]:
    """The layouts of ``files`` with the ranks that hold; a rank that nothing confirms is withdrawn."""
    groups: dict[tuple[str, str], list[int]] = defaultdict(list)
    for at, (path, layout, _) in enumerate(files):
        if layout.weak:
            groups[(str(path.parent), _shape(path))].append(at)
    layouts = [_checked(layout, probe) for _, layout, probe in files]
    for members in groups.values():
        numbered = _numbered_from_zero(files, members)
        part_of_world = numbered and _world_size(files, members) > max(files[at][1].rank or 0 for at in members) + 1
        for at in members:
            if not numbered or (part_of_world and layouts[at].node is None):
                layouts[at] = _confirmed_by_tags(layouts[at], files[at][2])
            elif part_of_world:
                layouts[at] = replace(layouts[at], rank=None, local_rank=layouts[at].rank)
    return _local_where_nodes_repeat(files, layouts)


def _shape(path: PurePosixPath) -> str:
    """The name with its number replaced, its two streams alike."""
    stem = path.name.removesuffix(path.suffix) if path.suffix in (".out", ".err") else path.name
    return _NUMBER.sub("#", stem, count=1)


def _numbered_from_zero(files: Sequence[Named], members: list[int]) -> bool:
    """At least two numbers from 0 on with few gaps, in names that do not count runs, epochs or nodes."""
    numbers = {rank for at in members if (rank := files[at][1].rank) is not None}
    path, layout, _ = files[members[0]]
    if len(numbers) < 2 or 0 not in numbers or _NOT_RANKS.search(path.name):
        return False
    if layout.name == "worker" and any(
        _MASTER.search(other.name) for other, _, _ in files if other.parent == path.parent
    ):
        # A PyTorchJob's master is rank 0, so its worker-0 is not.
        return False
    return max(numbers) < 2 * len(numbers)


def _world_size(files: Sequence[Named], members: list[int]) -> int:
    """What the lines themselves say; 0 when they do not. Fewer numbers than ranks count nodes, or one node's ranks."""
    return max(files[at][2].world_size or 0 for at in members)


def _confirmed_by_tags(layout: Layout, probe: Probe) -> Layout:
    if layout.rank is not None and probe.ranks == {layout.rank}:
        return layout
    return replace(layout, name="combined", rank=None)


def _checked(layout: Layout, probe: Probe) -> Layout:
    """A number that the lines' own tags contradict is no rank."""
    if layout.rank is None or not probe.ranks or probe.ranks == {layout.rank}:
        return layout
    if layout.weak or layout.rank not in probe.ranks:
        return replace(layout, name="combined" if layout.weak else layout.name, rank=None)
    return layout


def _local_where_nodes_repeat(files: Sequence[Named], layouts: list[Layout]) -> list[Layout]:
    """The same rank under two nodes is a local rank on each."""
    nodes: Mapping[tuple[str, int | None, int], set[str]] = defaultdict(set)
    for (path, _, _), layout in zip(files, layouts, strict=True):
        if layout.rank is not None and layout.node is not None:
            nodes[(_shape(path), layout.attempt, layout.rank)].add(layout.node)
    repeated = {key for key, found in nodes.items() if len(found) > 1}
    if not repeated:
        return layouts
    shapes = {shape for shape, _, _ in repeated}
    return [
        replace(layout, rank=None, local_rank=layout.rank)
        if layout.rank is not None and layout.node is not None and _shape(path) in shapes
        else layout
        for (path, _, _), layout in zip(files, layouts, strict=True)
    ]
