"""Real logs of the test cases as sources, and their lines as events."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path

from denpex_tui.engine.model import Event, Frame, Place, Source, Stream, Traceback

CASES = Path(__file__).parent.parent / "cases" / "corpus"


@dataclass(frozen=True)
class Logs:
    """The log directory of one case."""

    case: str
    sources: tuple[Source, ...]

    def source(self, ending: str) -> Source:
        return next(source for source in self.sources if source.path.endswith(ending))

    def event(self, ending: str, number: int, match: str = "", *, time: float | None = None) -> Event:
        """The line ``number`` of the source whose path ends so, with ``match`` as the matched part."""
        source = self.source(ending)
        lines = source.location.read_bytes().split(b"\n")
        text = lines[number - 1].decode()
        offset = sum(len(line) + 1 for line in lines[: number - 1])
        start = text.index(match)
        span = (start, start + len(match)) if match else None
        place = Place(source.id, number, offset)
        return Event("signal", "rule/signal", place, text, rank=source.rank, span=span, time=time)

    def traceback(self, ending: str, first: int, last: int, match: str) -> Event:
        event = self.event(ending, last, match)
        block = Traceback(match, "", (Frame("train.py", 1, "train"),), lines=frozenset(range(first, last + 1)))
        return replace(event, kind="traceback", traceback=block)


def read_case(case: str) -> Logs:
    """All log files of a case, as the torchrun layout names them."""
    root = CASES / case / "logs"
    files = sorted(path for path in root.rglob("*.log"))
    return Logs(case, tuple(_source(index, path, root) for index, path in enumerate(files)))


def _source(index: int, path: Path, root: Path) -> Source:
    found = re.search(r"attempt_(\d+)/(\d+)/(stdout|stderr)\.log$", path.as_posix())
    size, lines = path.stat().st_size, path.read_bytes().count(b"\n")
    source = Source(index, path.relative_to(root).as_posix(), path, "torchrun agent", bytes=size, bytes_read=size)
    if found is None:
        return replace(source, lines=lines)
    rank = int(found[2])
    return replace(
        source,
        lines=lines,
        layout="torchrun",
        rank=rank,
        local_rank=rank,
        attempt=int(found[1]),
        stream=Stream(found[3]),
    )
