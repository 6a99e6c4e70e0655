"""Peels what launchers, collectors and loggers put before a record, from the outside in.

Global rank, local rank, node and rank inside a process group are four number spaces: only explicit tags count, the
outermost first, and a launcher's number yields to a global tag that the record itself carries.
"""

from __future__ import annotations

from dataclasses import dataclass

from denpex_tui.engine.model import Tags
from denpex_tui.engine.peeling import Peeling
from denpex_tui.engine.timestamps import Stamp


@dataclass(frozen=True, slots=True)
class Peeled:
    """A line and what its prefixes say."""

    tags: Tags
    stamp: Stamp | None
    """Of a wall clock: a kernel's seconds since boot are peeled and not given."""
    level: str | None
    """``DEBUG``, ``INFO``, ``WARNING``, ``ERROR`` or ``CRITICAL``."""
    progress: tuple[int, int] | None
    """Done and total of a progress bar that the same writer drew on this line."""
    text: str
    """The record, its own indentation kept."""
    start: int
    """Index of ``text`` in the line."""


def peel(
    text: str,
    labelled: bool = False,
    near: float | None = None,
    *,
    label_is_rank: bool = True,
    hosts: frozenset[str] = frozenset(),
) -> Peeled:
    """Peel one clean line.

    ``labelled`` says that the source's lines carry a launcher's number (``srun --label``), ``label_is_rank`` that it
    numbers ranks rather than nodes; ``hosts`` are names that are known to lead lines as ``host: ``.
    """
    peeling = Peeling(text, near, hosts)
    if labelled:
        peeling.label(label_is_rank)
    peeling.run()
    tags = Tags(peeling.final_rank, peeling.local, peeling.host, peeling.pid, peeling.stream)
    return Peeled(tags, peeling.stamp, peeling.level, peeling.progress, text[peeling.at :], peeling.at)
