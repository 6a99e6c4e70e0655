"""Large logs: the verdict from their ends comes first, stays while the rest is read, and is marked as such."""

from __future__ import annotations

from pathlib import Path

import orjson
import pytest

from denpex_tui.engine.model import Outcome, Progress, Snapshot, Source
from denpex_tui.report.json import render_json
from denpex_tui.report.markdown import render_markdown
from denpex_tui.ui import engine_feed
from denpex_tui.ui.engine_feed import EngineFeed
from denpex_tui.ui.messages import SnapshotReady
from denpex_tui.ui.reading_pace import ReadingPace
from tests.benchmarks.generate import write
from tests.ui.conftest import OpenCase
from tests.ui.test_engine_feed import Inbox

RANKS, BYTES = 3, 400_000


@pytest.fixture
def snapshots(open_paths: OpenCase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[int, list[Snapshot]]:
    """The guilty rank, and what the screen is given until all is read, in slices as small as possible."""
    monkeypatch.setattr(engine_feed, "GLANCE_BYTES", BYTES)
    monkeypatch.setattr(engine_feed, "SLICE_S", 0.0)
    guilty = write(tmp_path / "logs", RANKS, BYTES)
    inbox = Inbox()
    EngineFeed(open_paths(str(tmp_path / "logs")), inbox).run(follow=False)
    return guilty, [message.snapshot for message in inbox.messages if isinstance(message, SnapshotReady)]


def test_the_verdict_stays_while_the_rest_is_read(snapshots: tuple[int, list[Snapshot]]) -> None:
    """Each snapshot names the guilty rank; the last one rests on everything."""
    guilty, shown = snapshots
    assert len(shown) > 2
    assert [snapshot.incident.first.ranks for snapshot in shown if snapshot.incident] == [(guilty,)] * len(shown)
    assert shown[0].partial and not shown[-1].partial
    assert shown[0].progress.bytes_read < RANKS * 100_000
    assert shown[-1].progress.bytes_read == shown[-1].progress.bytes_total


def test_lines_that_are_not_counted_yet_are_unknown(snapshots: tuple[int, list[Snapshot]]) -> None:
    """Null in JSON, a question mark in text; known as soon as all has been read."""
    _, shown = snapshots
    first, last = (orjson.loads(render_json(snapshot)) for snapshot in (shown[0], shown[-1]))
    assert first["partial"] is True and last["partial"] is False
    assert {evidence["line"] for evidence in first["evidence"].values()} == {None}
    assert all(evidence["line"] > 0 for evidence in last["evidence"].values())
    offsets = [{evidence["offset"] for evidence in report["evidence"].values()} for report in (first, last)]
    assert offsets[0] <= offsets[1]
    assert ".log:?" in render_markdown(shown[0]) and ".log:?" not in render_markdown(shown[-1])


def test_the_status_bar_says_how_far_the_reading_is() -> None:
    """Percent, what the verdict rests on, sources, and the time left once the pace is known."""
    names = ("rank_0.log", "rank_1.log")
    sources = tuple(Source(at, name, Path(name), "flat", bytes=50, bytes_read=50 * at) for at, name in enumerate(names))

    def at(read: int, judged: int | None = 20) -> Snapshot:
        progress = Progress(read, 100, False, judged)
        return Snapshot(1, "logs", Outcome.UNKNOWN, "", partial=True, sources=sources, progress=progress)

    pace = ReadingPace()
    assert pace.sentence(at(20, None), 0.0) == "reading begins (verdict from 20 B so far)"
    assert pace.sentence(at(10), 0.0) == "reading 10 % (verdict from 20 B so far) · 1 of 2 sources done"
    assert pace.sentence(at(40), 3.0).endswith(" · about 6.0 s left")
