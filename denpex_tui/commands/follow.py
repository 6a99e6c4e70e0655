"""``report --follow``: one JSON line whenever the verdict changes, and a last one at the end."""

from __future__ import annotations

import signal
import threading
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING, BinaryIO

from denpex_tui.commands.ending import Ending
from denpex_tui.commands.grace import Grace
from denpex_tui.commands.output import output_file
from denpex_tui.engine.model import Incident, Snapshot
from denpex_tui.engine.watching import ChangeWaiter
from denpex_tui.report.disclosure import Disclosure
from denpex_tui.report.json import render_json

if TYPE_CHECKING:
    from denpex_tui.engine.session import Session
    from denpex_tui.remote.session import RemoteSession

_LONGEST_WAIT_S = 1.0
"""File systems that report no change, such as network mounts, are looked at this often."""


def follow(
    session: Session | RemoteSession, output: str | None, *, grace: float | None, disclosure: Disclosure
) -> Snapshot:
    """Watch until SIGTERM or ctrl-C, until a stream or all launchers end, or until a failure that counts.

    With a ``grace`` of so many seconds for undecided failures the first one that counts ends it. Returns the last
    snapshot.
    """
    with _stopped_by_signals() as stop, output_file(output) as file:
        told: Snapshot | None = None
        waiter: ChangeWaiter | None = None
        until = None if grace is None else Grace(grace)
        ending = Ending()
        while True:
            session.poll()
            if told is None or verdict_key(session.snapshot) != verdict_key(told):
                told = session.snapshot
                _tell(disclosure.clean(told), file)
            left = None if until is None else until.left(session.snapshot)
            if left == 0 or stop.is_set() or not session.live or ending.is_reached(session.snapshot):
                break
            if waiter is None or waiter.paths != session.watch_paths():
                waiter = ChangeWaiter(session.watch_paths(), debounce_ms=200, step_ms=50)
            waiter.wait(stop, _LONGEST_WAIT_S if left is None else min(left, _LONGEST_WAIT_S))
        if left != 0 or told is not session.snapshot:
            _tell(disclosure.clean(session.snapshot), file)
    return session.snapshot


def _tell(snapshot: Snapshot, file: BinaryIO) -> None:
    file.write(render_json(snapshot, compact=True))
    file.flush()


def verdict_key(snapshot: Snapshot) -> Hashable:
    """What makes a verdict another one: outcome, who failed first, how sure, of what, by which cause."""
    return snapshot.outcome, snapshot.headline, tuple(_incident_key(incident) for incident in snapshot.incidents)


def _incident_key(incident: Incident) -> Hashable:
    first, diagnosis = incident.first, incident.diagnosis
    variant = None if diagnosis is None else diagnosis.variant
    return incident.attempt, first.ranks, first.certainty, first.kind, first.origin, variant


@contextmanager
def _stopped_by_signals() -> Iterator[threading.Event]:
    """An event that SIGINT and SIGTERM set while the block runs."""
    stop = threading.Event()

    def ask(_number: int, _frame: FrameType | None) -> None:
        stop.set()

    before = {number: signal.signal(number, ask) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
