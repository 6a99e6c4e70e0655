"""The title line: what is open, how big the job is, how much has been read, whether it still runs."""

from __future__ import annotations

from rich.cells import cell_len
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from denpex_tui.engine.model import Outcome, Snapshot
from denpex_tui.ui import words
from denpex_tui.ui.cell_window import fit


class TitleLine(Widget):
    """One row; what says least is dropped first when it is narrow."""

    snapshot: reactive[Snapshot | None] = reactive(None)

    def render(self) -> Content:
        if self.snapshot is None:
            return Content(" denpex-tui")
        width = self.content_size.width
        right = f"{_right(self.snapshot)} "
        parts = _left(self.snapshot)
        while len(parts) > 2 and cell_len("   ".join(parts)) + cell_len(right) + 4 > width:
            parts.pop()
        left = fit(f" {'   '.join(parts)}", width - cell_len(right) - 2)
        gap = " " * max(1, width - cell_len(left) - cell_len(right))
        return Content.assemble(left, gap, right).stylize("bold", 1, 1 + len("denpex-tui"))


def _left(snapshot: Snapshot) -> list[str]:
    progress = snapshot.progress
    if not snapshot.sources:
        return ["denpex-tui", snapshot.title]
    read = words.read_so_far(snapshot) + (f" ({words.size(progress.bytes_read)})" if progress.bytes_read else "")
    job = _job(snapshot)
    return ["denpex-tui", snapshot.title, *([read, job] if snapshot.partial else [job, read])]


def _job(snapshot: Snapshot) -> str:
    hosts = {status.host for status in snapshot.ranks if status.host}
    attempts = {incident.attempt for incident in snapshot.incidents}
    ranks = snapshot.world_size or len(snapshot.ranks)
    parts = [words.count(ranks, "rank")] if ranks else []
    parts += [words.count(len(hosts), "host")] if hosts else []
    parts += [_attempts(snapshot, attempts)] if attempts else []
    return " · ".join(parts) or words.count(len(snapshot.sources), "source")


def _attempts(snapshot: Snapshot, failed: set[int]) -> str:
    if len(snapshot.runs) > 1:
        return f"{len(snapshot.runs)} runs"
    return f"attempt {min(failed)}" if len(failed) == 1 else f"{len(failed)} attempts"


def _right(snapshot: Snapshot) -> str:
    if not snapshot.sources:
        return "nothing read yet"
    times = [status.last_time for status in snapshot.ranks if status.last_time is not None]
    last = f"last line {words.clock(max(times))[:8]} · " if times else ""
    if snapshot.outcome is Outcome.RUNNING:
        return f"{last}● live"
    return f"{last}{'followed' if snapshot.progress.live else 'not followed'}"
