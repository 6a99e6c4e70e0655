"""The incident screen: keeps the newest snapshot and what is selected, and hands both to the panes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from functools import partial

from textual import on, work
from textual.reactive import reactive
from textual.worker import Worker, WorkerState

from denpex_tui.engine.clean import clean_text
from denpex_tui.engine.model import Incident, Snapshot
from denpex_tui.report.disclosure import Disclosure
from denpex_tui.ui.actions import sections
from denpex_tui.ui.citation import Citation
from denpex_tui.ui.commands import ActionCommands, action_nodes
from denpex_tui.ui.engine_feed import EngineFeed
from denpex_tui.ui.evidence_tour import Tour
from denpex_tui.ui.headline import brief
from denpex_tui.ui.messages import (
    AlarmWanted,
    Decided,
    EngineTrouble,
    JobFailed,
    LogWanted,
    NoteWanted,
    Selected,
    SnapshotReady,
)
from denpex_tui.ui.news import only_progress
from denpex_tui.ui.remembered import AS_BY_DEFAULT, Layout
from denpex_tui.ui.screens.help_screen import HelpScreen
from denpex_tui.ui.screens.incident_keys import INCIDENT_KEYS
from denpex_tui.ui.screens.note_screen import NoteScreen
from denpex_tui.ui.screens.taking_screen import TakingScreen
from denpex_tui.ui.screens.views import rules_view, tell, view
from denpex_tui.ui.session_like import SessionLike, SnapshotPane
from denpex_tui.ui.widgets.cause_pane import CausePane
from denpex_tui.ui.widgets.checklist_pane import ChecklistPane
from denpex_tui.ui.widgets.fix_pane import FixPane
from denpex_tui.ui.widgets.incident_tree import IncidentTree
from denpex_tui.ui.widgets.log_pane import LogPane
from denpex_tui.ui.widgets.log_view import LogView
from denpex_tui.ui.widgets.status_bar import StatusBar
from denpex_tui.ui.widgets.title_line import TitleLine
from denpex_tui.ui.widgets.verdict_banner import VerdictBanner

SETTLE_S = 1.0
"""The other ranks' lines of the same moment are waited for, before it is said who failed."""


class IncidentScreen(TakingScreen):
    """Snapshots come up from the engine's thread, selections from the panes; both go down from here."""

    CSS_PATH = "../app.tcss"
    HELP_TITLE = "Everywhere"
    COMMANDS = {ActionCommands}
    BINDINGS = INCIDENT_KEYS

    citation: reactive[Citation | None] = reactive(None, always_update=True)

    def __init__(
        self,
        session: SessionLike,
        follow: bool = True,
        disclosure: Disclosure | None = None,
        layout: Layout = AS_BY_DEFAULT,
    ) -> None:
        super().__init__(session, disclosure)
        self._layout_before = layout
        self._follow = follow
        self._feed = EngineFeed(session, self.post_message)
        self._tour: Tour | None = None
        """Of the snapshot; with thousands of ranks it takes tens of milliseconds to make."""
        self._stop_at: int | None = None
        """Where on the tour the user last was."""

    # The engine

    def on_mount(self) -> None:
        self.log_pane.begin_reading(self._layout_before.reading())
        self._read()

    def layout_now(self, theme: str | None) -> Layout:
        """How the screen is left, to begin with next time."""
        return Layout(theme, **asdict(self.log_pane.view.reading))

    def on_unmount(self) -> None:
        self._feed.stop()

    @work(thread=True, exclusive=True, group="engine", exit_on_error=False)
    def _read(self) -> None:
        self._feed.run(self._follow)

    @work(thread=True, group="change", exit_on_error=False)
    def _change(self, change: Callable[[], None]) -> None:
        self._feed.change(change)

    @on(SnapshotReady)
    def _snapshot_ready(self, message: SnapshotReady) -> None:
        self._take(message.snapshot)

    def _take(self, snapshot: Snapshot) -> None:
        if self.snapshot is None or snapshot.sequence >= self.snapshot.sequence:
            self.snapshot = snapshot

    @on(JobFailed)
    def _job_failed(self) -> None:
        self.set_timer(SETTLE_S, self._sound_alarm)

    def _sound_alarm(self) -> None:
        if self.snapshot is not None:
            self.post_message(AlarmWanted(brief(self.snapshot)))

    @on(EngineTrouble)
    def _trouble(self, message: EngineTrouble) -> None:
        self.query_one(StatusBar).sentence = message.sentence

    @on(Worker.StateChanged)
    def _worker_ended(self, event: Worker.StateChanged) -> None:
        if event.state is WorkerState.ERROR and event.worker.group in ("engine", "change"):
            self.query_one(
                StatusBar
            ).sentence = (
                f"reading has ended: {clean_text(str(event.worker.error), 400)}; start again to follow the logs"
            )

    def watch_snapshot(self, before: Snapshot | None, snapshot: Snapshot | None) -> None:
        if snapshot is None:
            return
        if only_progress(before, snapshot):
            self._show_progress(snapshot)
            return
        self._tour = None
        self.set_class(not _has_remedy(snapshot), "-bare")
        with self.app.batch_update():
            self.query_one(TitleLine).snapshot = snapshot
            self.query_one(StatusBar).take(snapshot)
            for pane in self._panes():
                pane.take(snapshot)
            tell(self.app.screen_stack, snapshot)

    def _show_progress(self, snapshot: Snapshot) -> None:
        with self.app.batch_update():
            self.query_one(TitleLine).snapshot = snapshot
            self.query_one(StatusBar).take(snapshot)
            self.query_one(VerdictBanner).take(snapshot)
            self.query_one(LogPane).take_progress(snapshot)

    def _panes(self) -> tuple[SnapshotPane, ...]:
        return (
            self.query_one(VerdictBanner),
            self.query_one(IncidentTree),
            self.query_one(LogPane),
            self.query_one(ChecklistPane),
            self.query_one(FixPane),
            self.query_one(CausePane),
        )

    # The selection

    @property
    def _walked(self) -> Tour:
        if self._tour is None:
            self._tour = Tour(self.snapshot)
        return self._tour

    @property
    def _stops(self) -> tuple[Citation, ...]:
        return self._walked.stops

    @property
    def _incident(self) -> Incident | None:
        return self.snapshot.incident if self.snapshot else None

    @on(Selected)
    def _selected(self, message: Selected) -> None:
        self.citation = message.citation

    def watch_citation(self, citation: Citation | None) -> None:
        if citation is None:
            return
        stops, at = self._stops, self._walked.position(citation)
        self._stop_at = at if at is not None else self._stop_at
        self.query_one(LogPane).show(citation, "" if at is None else f"{at + 1}/{len(stops)}")

    @on(LogWanted)
    def _log_wanted(self) -> None:
        self.focus_pane("log")

    def action_view(self, name: str) -> None:
        if self.snapshot is not None:
            self.app.push_screen(view(name, self.snapshot, self.citation), self._viewed)

    def action_rules(self) -> None:
        if self.snapshot is not None:
            self.app.push_screen(rules_view(self.session, self.snapshot, self.citation), self._viewed)

    def _viewed(self, citation: Citation | None) -> None:
        if citation is not None:
            self.citation = citation
            self.focus_pane("log")

    def action_evidence(self, by: int) -> None:
        stops = self._stops
        if not stops:
            self._say("there is no line of evidence to step through")
            return
        at = self._stop_at if self._stop_at is not None else (-1 if by > 0 else 0)
        self._stop_at = (at + by) % len(stops)
        self.citation = stops[self._stop_at]

    def action_turn_source(self, by: int) -> None:
        if not self.query_one(LogPane).turn(by):
            self._say("this rank has no other source")

    def action_follow(self) -> None:
        view = self.query_one(LogView)
        view.follow = not view.follow

    # The checklist

    @on(Decided)
    def _decided(self, message: Decided) -> None:
        if self._incident is not None:
            self._change(partial(self.session.decide, message.item_id, message.state, self._incident.attempt))

    @on(NoteWanted)
    def _note_wanted(self, message: NoteWanted) -> None:
        if self._incident is not None:
            write = partial(self._write_note, message.item_id, self._incident.attempt)
            self.app.push_screen(NoteScreen(message.text, message.note), write)

    def _write_note(self, item_id: str, attempt: int, note: str | None) -> None:
        if note is not None:
            self._change(partial(self.session.note, item_id, note, attempt))

    def action_help(self) -> None:
        self.app.push_screen(HelpScreen(list(sections(action_nodes(self)))))


def _has_remedy(snapshot: Snapshot) -> bool:
    """Whether there is anything to check, to fix or to explain."""
    incident = snapshot.incident
    explained = incident is not None and (incident.diagnosis or incident.checklist or incident.fixes)
    return bool(explained or snapshot.concerns)
