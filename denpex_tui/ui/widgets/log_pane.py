"""The log pane: the source that the selection points into, under a caption that says what it proves."""

from __future__ import annotations

from collections.abc import Iterable

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content

from denpex_tui.engine.model import Event, Outcome, Snapshot, Source
from denpex_tui.ui.cell_window import fit_start
from denpex_tui.ui.citation import Citation
from denpex_tui.ui.evidence_tour import cited_events, renewed
from denpex_tui.ui.glanced_log import GlancedLog
from denpex_tui.ui.log_marks import Marks, marks_by_source
from denpex_tui.ui.log_rows import LogPlace, Rows
from denpex_tui.ui.log_window import LogWindow
from denpex_tui.ui.session_like import SessionLike
from denpex_tui.ui.sources import find, opening_source, owner, siblings
from denpex_tui.ui.widgets.log_caption import LogCaption
from denpex_tui.ui.widgets.log_view import LogView

NOTHING = "no log is open: select something in the incident pane"


class LogPane(Vertical):
    """Keeps which source is shown; the lines themselves are drawn by `LogView`."""

    def __init__(self, session: SessionLike) -> None:
        super().__init__(id="log")
        self._session = session
        self.snapshot: Snapshot | None = None
        self._evidence: dict[int, list[Event]] = {}
        self.source: int | None = None
        """Id of the source that is shown."""
        self.citation: Citation | None = None
        self._awaited = False
        """Whether the line that is cited can only be shown once its number is known."""

    def compose(self) -> ComposeResult:
        yield LogCaption()
        view = LogView()
        view.empty_text = NOTHING
        yield view

    @property
    def view(self) -> LogView:
        return self.query_one(LogView)

    def take(self, snapshot: Snapshot) -> None:
        """A newer snapshot: more evidence, or longer sources."""
        self.snapshot = snapshot
        self._evidence = _by_source(snapshot)
        self.view.live = snapshot.progress.live
        if self.source is None:
            self._open(opening_source(snapshot))
            self.view.follow = snapshot.outcome is Outcome.RUNNING
        self.view.empty_text = self._empty_text(snapshot)
        if self.citation is not None:
            self.citation = renewed(self.citation, snapshot)
        self.view.grown()
        self._mark()
        if self._awaited:
            self._go_where_cited()

    def take_progress(self, snapshot: Snapshot) -> None:
        """More has been read, and nothing else is new."""
        self.snapshot = snapshot
        self.view.grown()
        self._mark()

    def show(self, citation: Citation, stop: str) -> None:
        """Open the line that ``citation`` points to; without one the log stays where it is."""
        self.citation = citation
        caption = self.query_one(LogCaption)
        caption.citation, caption.stop = citation, stop
        if (place := citation.opens) is not None:
            self._open(place.source)
        self._mark()
        self._go_where_cited()

    def _go_where_cited(self) -> None:
        place = None if self.citation is None else self.citation.opens
        self._awaited = place is not None and place.line < 1 and not isinstance(self.view.content, GlancedLog)
        if place is not None and not self._awaited:
            self._go_to((place.source, place.line))

    def open_line(self, source: int, line: int) -> None:
        """Show a line of a source; what is selected stays so."""
        self._open(source)
        self._mark()
        self._go_to((source, line))

    def _go_to(self, place: LogPlace) -> None:
        self.view.go_to_place(place)

    def turn(self, by: int) -> bool:
        """Show the next or the previous source of the same rank; False when it has no other."""
        if self.snapshot is None or self.source is None:
            return False
        group = siblings(self.snapshot, self.source)
        if len(group) < 2 or self.source not in group:
            return False
        self._open(group[(group.index(self.source) + by) % len(group)])
        self._mark()
        return True

    def line_with_place(self) -> str | None:
        """The line under the cursor as ``path:line: text``, to be copied."""
        row = self.view.row_at(self.view.cursor)
        source = None if row is None or self.snapshot is None else find(self.snapshot, row.source)
        if row is None or source is None or row.hidden:
            return None
        return f"{source.path}:{row.number if row.number > 0 else '?'}: {row.text}"

    @property
    def shown_source(self) -> Source | None:
        """The source under the cursor."""
        return None if self.snapshot is None else find(self.snapshot, self.source)

    def _open(self, source: int | None) -> None:
        if source is None or source == self.source:
            return
        self.source = source
        self.view.show(self._rows(source))
        if self.snapshot is not None:
            self.view.empty_text = self._empty_text(self.snapshot)

    def _shown(self) -> Iterable[int]:
        """The sources that lines are shown of."""
        return () if self.source is None else (self.source,)

    def _rows(self, source: int) -> Rows:
        """What is shown of a source."""
        log, end = self._session.log(source), self._session.end_of(source)
        return LogWindow(log, source) if end is None else GlancedLog(log, end, source)

    @property
    def glanced(self) -> GlancedLog | None:
        """What is shown, while not all of its lines have numbers."""
        content = self.view.content
        return content if isinstance(content, GlancedLog) and not content.is_counted else None

    @property
    def line(self) -> int:
        """The line under the cursor; 0 where there is none, below zero where it has no number yet."""
        place = self.view.place
        return 0 if place is None else place[1]

    def _empty_text(self, snapshot: Snapshot) -> str:
        """What to say while no line of the source can be shown."""
        source = find(snapshot, self.source)
        if source is None:
            return NOTHING if self.source is None else "this file cannot be read any more"
        unread = snapshot.partial and source.bytes > 0
        return "its lines are shown as soon as they have been read" if unread else "this file is empty"

    def _mark(self) -> None:
        if self.source is not None:
            self.view.set_marks(self._numbered(marks_by_source(self._evidence, self.citation, self._shown())))
        self._title()

    def _numbered(self, marked: dict[int, Marks]) -> dict[int, Marks]:
        """Lines may be counted that the snapshot does not know the numbers of yet."""
        rows = self.view.content
        if isinstance(rows, GlancedLog) and rows.is_counted:
            of_rows = marked.get(rows.source, {})
            marked[rows.source] = {rows.known((rows.source, line))[1]: mark for line, mark in of_rows.items()}
        return marked

    @on(LogView.Moved)
    def _title(self) -> None:
        source, view = self.shown_source, self.view
        if source is None:
            self.border_title = "Log"
            return
        end = f" · {self._position(source)}"
        start = self._lead(source)
        room = self.outer_size.width - len(start) - len(end) - 6
        self.border_title = Content(start + fit_start(source.path, room) + end)
        told = [view.reading.said(), "following: f stops" if view.follow else ""]
        self.border_subtitle = " · ".join(part for part in told if part)

    def _position(self, source: Source) -> str:
        if (glanced := self.glanced) is not None:
            if self.line > 0:
                return f"line {self.line:,} of {glanced.counted:,} counted so far"
            return f"byte {glanced.offset_at(self.view.cursor):,}, not counted yet"
        highest = self._lines_of(source)
        return f"line {self.line:,} of {highest:,}" if highest else "empty"

    def _lead(self, source: Source) -> str:
        """What the title says before the path."""
        return f"Log  {owner(source)} · "

    def _lines_of(self, source: Source) -> int:  # noqa: ARG002
        return 0 if self.view.content is None else self.view.content.highest

    def on_resize(self) -> None:
        self._title()


def _by_source(snapshot: Snapshot) -> dict[int, list[Event]]:
    events: dict[int, list[Event]] = {}
    for event in cited_events(snapshot):
        events.setdefault(event.place.source, []).append(event)
    return events
