"""Writes the logs of a bundled job anew, line by line in the order of their stamps, as the job did."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from denpex_tui.engine.prefixes import peel
from denpex_tui.engine.timestamps import parse_stamp

SPEED = 2.0
"""So many times faster than the job was."""
LONGEST_PAUSE_S = 2.5
TAIL_S = 15.0
"""What a rank prints at its end has no stamp. Here it is the error of a collective that waited so long."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line to write: when, into which file, and its bytes."""

    time: float
    path: Path
    data: bytes


def script(logs: Path) -> list[Line]:
    """All lines below ``logs`` in the order of their writing; those of one file keep theirs."""
    found = [line for path in sorted(logs.rglob("*.log")) for line in _of_file(path, path.relative_to(logs))]
    return sorted(found, key=lambda line: line.time)


def _of_file(path: Path, name: Path) -> Iterator[Line]:
    """A line without a stamp was written with the one before it, the block at the end later."""
    lines = path.read_bytes().splitlines(keepends=True)
    stamps = [_stamp(line) for line in lines]
    known = [stamp for stamp in stamps if stamp is not None]
    last = max((at for at, stamp in enumerate(stamps) if stamp is not None), default=-1)
    time = known[0] if known else float("-inf")
    for at, (line, stamp) in enumerate(zip(lines, stamps, strict=True)):
        time = max(time, stamp) if stamp is not None else time
        yield Line(time + (TAIL_S if at > last and name.name != "agent.log" else 0), name, line)


def _stamp(line: bytes) -> float | None:
    text = line.decode("utf-8", "replace")
    found = parse_stamp(text, near=_NEAR) or parse_stamp(peel(text).text, near=_NEAR)
    return found[0].seconds if found is not None else None


_NEAR = 1_796_070_000.0
"""When the bundled jobs ran: some stamps have no year."""


def replay(lines: list[Line], target: Path, stop: threading.Event, *, paced: bool = True) -> None:
    """Write ``lines`` below ``target`` with the pauses between them, shortened, until ``stop`` is set."""
    before = lines[0].time if lines else 0.0
    for line in lines:
        pause = min((line.time - before) / SPEED, LONGEST_PAUSE_S) if paced else 0.0
        before = line.time
        if pause > 0 and stop.wait(pause):
            return
        path = target / line.path
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab") as file:
            file.write(line.data)
