"""Driving the screen: open it, wait until it has read, read what stands on the terminal."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from textual.pilot import Pilot
from textual.widget import Widget

from denpex_tui.ui.app import DenpexApp
from denpex_tui.ui.screens.incident_screen import IncidentScreen
from denpex_tui.ui.session_like import SessionLike
from denpex_tui.ui.sources import find
from denpex_tui.ui.widgets.log_pane import LogPane

WIDE, NARROW = (120, 40), (80, 24)
Driver = Pilot[Any]
W = TypeVar("W", bound=Widget)
_HOPS = 4
"""A key goes from the application to the focused widget and back up to the one that acts, and the answer down."""


@asynccontextmanager
async def opened(session: SessionLike, size: tuple[int, int] = WIDE) -> AsyncIterator[Driver]:
    """The screen after the session was read once."""
    app = DenpexApp(session, follow=False)
    async with app.run_test(size=size, notifications=True) as pilot:
        await settled(pilot)
        yield pilot


async def settled(pilot: Driver) -> None:
    """Until no reading, no decision and no message is under way."""
    workers = pilot.app.workers
    while True:
        await workers.wait_for_complete()
        await _handled(pilot)
        for _ in range(3):
            await pilot.pause()
        if all(worker.is_finished for worker in workers):  # what one of them brought may have started another
            return


async def _handled(pilot: Driver) -> None:
    """Until every queue was emptied, and what that put into another one as well.

    The framework's own pause takes a process that gets no time on a busy machine for an idle one.
    """
    for _ in range(_HOPS):
        app = pilot.app
        for pump in (app, *app.screen_stack, *([app.focused] if app.focused is not None else [])):
            done = asyncio.Event()
            if pump.call_later(done.set):
                await done.wait()


async def press(pilot: Driver, *keys: str) -> None:
    for key in keys:
        await pilot.press(key)
        await settled(pilot)


def incident(pilot: Driver) -> IncidentScreen:
    return next(screen for screen in pilot.app.screen_stack if isinstance(screen, IncidentScreen))


def part(pilot: Driver, kind: type[W]) -> W:
    """The widget of a kind on the incident screen."""
    return incident(pilot).query_one(kind)


def seen(pilot: Driver) -> list[str]:
    """The rows of the terminal as text."""
    return [strip.text for strip in pilot.app.screen._compositor.render_strips()]


def text(pilot: Driver) -> str:
    return "\n".join(seen(pilot))


def log_place(pilot: Driver) -> tuple[str, int]:
    """Path and line of the log pane's cursor."""
    snapshot = incident(pilot).snapshot
    source = None if snapshot is None else find(snapshot, part(pilot, LogPane).source)
    assert source is not None
    return source.path, part(pilot, LogPane).line
