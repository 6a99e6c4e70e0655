"""A session that shows a snapshot made by hand, and reads the real log files beside it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from denpex_tui.engine.clean import clean_line
from denpex_tui.engine.model import ItemState, Snapshot


@dataclass(frozen=True)
class Line:
    number: int
    text: str
    cut: int = 0


class FileLog:
    """The whole file in memory: enough for a test."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def _raw(self) -> list[bytes]:
        lines = self._path.read_bytes().split(b"\n")
        return lines if lines[-1] else lines[:-1]

    @property
    def count(self) -> int:
        return len(self._raw())

    @property
    def partial(self) -> bool:
        raw = self._path.read_bytes()
        return bool(raw) and not raw.endswith(b"\n")

    def lines(self, first: int, count: int) -> list[Line]:
        raw = self._raw()[first - 1 : first - 1 + count]
        return [Line(first + index, clean_line(line).text) for index, line in enumerate(raw)]


class FakeSession:
    """Gives one snapshot after another, one a poll."""

    def __init__(self, *snapshots: Snapshot) -> None:
        self._coming = list(snapshots)
        self.snapshot = snapshots[0]
        self.fails: Exception | None = None

    def poll(self) -> bool:
        if self.fails is not None:
            raise self.fails
        if self._coming:
            self.snapshot = replace(self._coming.pop(0), sequence=self.snapshot.sequence + 1)
            return True
        return False

    def decide(self, item_id: str, state: ItemState, attempt: int) -> None:
        self._item(item_id, attempt, state=state)

    def note(self, item_id: str, text: str, attempt: int) -> None:
        self._item(item_id, attempt, note=text)

    def _item(self, item_id: str, attempt: int, **changes: object) -> None:
        def changed(incident):  # type: ignore[no-untyped-def]
            items = tuple(
                replace(item, **changes) if item.id == item_id else item for item in incident.checklist
            )
            return replace(incident, checklist=items) if incident.attempt == attempt else incident

        incidents = tuple(changed(incident) for incident in self.snapshot.incidents)
        self.snapshot = replace(self.snapshot, sequence=self.snapshot.sequence + 1, incidents=incidents)

    def log(self, source_id: int) -> FileLog:
        return FileLog(self.snapshot.sources[source_id].location)

    def watch_paths(self) -> tuple[Path, ...]:
        return ()
