"""A log of which only the ends have been looked at opens at the evidence; its lines have numbers once all is read."""

from __future__ import annotations

import re
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from denpex_tui.engine.rules.book import RuleBook
from denpex_tui.engine.session import Session
from denpex_tui.ui import engine_feed
from denpex_tui.ui.app import DenpexApp
from denpex_tui.ui.screens.incident_screen import IncidentScreen
from denpex_tui.ui.widgets.log_pane import LogPane
from denpex_tui.ui.widgets.log_view import LogView
from tests.benchmarks.generate import write
from tests.ui.conftest import OpenCase
from tests.ui.screen import WIDE, Driver, part, settled, text

RANKS, BYTES = 3, 400_000


class Gated(Session):
    """Reads no further than its first look until it may."""

    def __init__(self, path: Path, book: RuleBook) -> None:
        super().__init__([str(path)], book=book)
        self.gate = threading.Event()

    def poll(self, seconds: float | None = None) -> bool:
        self.gate.wait()
        return super().poll(seconds)


@pytest.fixture
def logs(tmp_path: Path) -> tuple[Path, int]:
    """A job's logs and the rank that failed."""
    return tmp_path / "logs", write(tmp_path / "logs", RANKS, BYTES)


@pytest.fixture
def session(book: RuleBook, logs: tuple[Path, int], monkeypatch: pytest.MonkeyPatch) -> Gated:
    monkeypatch.setattr(engine_feed, "GLANCE_BYTES", BYTES)
    return Gated(logs[0], book)


@asynccontextmanager
async def glanced(session: Gated) -> AsyncIterator[Driver]:
    """The screen as it is when the verdict rests on the ends of the logs."""
    app = DenpexApp(session, follow=False)
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        try:
            await until(pilot, lambda: isinstance(app.screen, IncidentScreen) and part(pilot, LogView).cursor > 1)
            await pilot.pause()
            yield pilot
        finally:
            session.gate.set()
            await settled(pilot)
            session.close()


async def until(pilot: Driver, condition: Callable[[], bool]) -> None:
    """Let the screen work until it shows what is waited for."""
    while not condition():
        assert pilot.app.is_running
        await pilot.pause()


async def read_all(pilot: Driver, session: Gated) -> None:
    session.gate.set()
    await settled(pilot)


async def tap(pilot: Driver, *keys: str) -> None:
    """Press keys while the reading waits."""
    for key in keys:
        await pilot.press(key)
        await pilot.pause()
        await pilot.pause()


def whole(session: Session, source: int) -> list[str]:
    return session.snapshot.sources[source].location.read_text().splitlines()


def log_rows(pilot: Driver) -> list[str]:
    """What the log pane shows, without the gutter."""
    view = part(pilot, LogView)
    top = view.scroll_offset.y + 1
    return [view.text_at(top + row) for row in range(view.rows)]


def test_the_end_of_a_log_is_its_last_lines(open_paths: OpenCase, logs: tuple[Path, int]) -> None:
    """Known until the log has been read as a whole, by the numbers that events carry."""
    session = open_paths(str(logs[0]))
    session.quick()
    incident = session.snapshot.incident
    assert incident is not None and incident.first.event is not None
    place = incident.first.event.place
    end = session.end_of(place.source)
    assert end is not None and place.line < 0
    lines = whole(session, place.source)
    (shown,) = end.lines(end.of_unknown(place.line), 1)
    data = session.snapshot.sources[place.source].location.read_bytes()
    assert end.begin + shown.offset == place.offset
    assert data[place.offset :].decode().splitlines()[0] == shown.text == incident.first.event.text
    assert [line.text for line in end.lines(1, end.count)] == lines[-end.count :]
    assert end.until == len(data) and end.unknown(end.of_unknown(place.line)) == place.line
    session.poll()
    assert session.end_of(place.source) is None and end.is_past()


async def test_the_log_opens_at_the_evidence_before_all_is_read(session: Gated) -> None:
    """The same line at the same height before and after its number is known."""
    async with glanced(session) as pilot:
        view, pane = part(pilot, LogView), part(pilot, LogPane)
        before, height, rows = view.text_at(view.cursor), view.cursor - view.scroll_offset.y, log_rows(pilot)
        assert "non-finite input values" in before and pane.line < 0
        assert re.search(r"┃ +~ .*non-finite", text(pilot))
        offset = session.snapshot.sources[pane.source or 0].location.read_text().find(before)
        assert f"byte {offset:,}, not counted yet" in str(pane.border_title)
        assert str(pane.line_with_place()).startswith(f"rank_{pane.source}.log:?: ")
        await read_all(pilot, session)
        assert (view.text_at(view.cursor), view.cursor - view.scroll_offset.y, log_rows(pilot)) == (
            before,
            height,
            rows,
        )
        number = whole(session, pane.source or 0).index(before) + 1
        assert pane.line == number and re.search(rf"┃ *{number} .*non-finite", text(pilot))
        assert f"line {number:,} of " in str(pane.border_title)


async def test_who_moved_on_in_the_log_stays_there(session: Gated) -> None:
    async with glanced(session) as pilot:
        view = part(pilot, LogView)
        await tap(pilot, "2", *"kkkkkkkkkk")
        before = view.text_at(view.cursor)
        assert "non-finite" not in before
        await read_all(pilot, session)
        assert view.text_at(view.cursor) == before and part(pilot, LogPane).line > 0


async def test_the_gap_says_what_is_still_to_be_read(session: Gated) -> None:
    """Above the end, where its first line stands; below the lines that are counted, none of them so far."""
    async with glanced(session) as pilot:
        await tap(pilot, "2", "g")
        end = session.end_of(part(pilot, LogPane).source or 0)
        assert end is not None
        assert log_rows(pilot)[0] == f"… {end.begin / 1000:.1f} kB that are still to be read"
        assert log_rows(pilot)[1] == end.lines(1, 1)[0].text
        await read_all(pilot, session)
        assert log_rows(pilot)[0] == whole(session, part(pilot, LogPane).source or 0)[0]


async def test_what_needs_numbers_says_so(session: Gated) -> None:
    """Bookmarks, lines that are not read yet and merging; a filter waits and then works."""
    async with glanced(session) as pilot:
        await tap(pilot, "2", "b")
        assert "lines are marked by their numbers" in text(pilot) and not part(pilot, LogView).bookmarks
        await tap(pilot, "M")
        assert "logs are merged once" in text(pilot)
        await tap(pilot, "o")
        cursor = part(pilot, LogView).cursor
        assert "only evidence" in text(pilot) and "as soon as this log has been read" in text(pilot)
        assert "non-finite" in part(pilot, LogView).text_at(cursor)
        await read_all(pilot, session)
        assert "lines shown" in text(pilot) and part(pilot, LogView).count < 40
        assert "non-finite" in part(pilot, LogView).text_at(part(pilot, LogView).cursor)


async def test_places_in_the_end_are_gone_to(session: Gated) -> None:
    """A step and a time that the end holds; a line that was not read yet is told to be."""
    async with glanced(session) as pilot:
        view, source = part(pilot, LogView), part(pilot, LogPane).source or 0
        end = session.end_of(source)
        assert end is not None
        lines = [line.text for line in end.lines(1, end.count)]
        step = next(line for line in lines if "train: step" in line and "micro 0" in line and line != lines[0])
        number = step.split("step")[1].split()[0]
        await tap(pilot, "2", "colon", *f"step {number}".replace(" ", ""), "enter")
        await until(pilot, lambda: view.text_at(view.cursor) == step)
        last = [line for line in lines if "train: step" in line][-1]
        await tap(pilot, "colon", *["colon" if char == ":" else char for char in last[11:19]], "enter")
        await until(pilot, lambda: last[11:19] in view.text_at(view.cursor))
        await tap(pilot, "colon", *"4000", "enter")
        await until(pilot, lambda: "still being read" in text(pilot))
