"""The incident in time: lanes by corrected clocks, and below them every line in the order of time."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from denpex_tui.report.times import duration
from denpex_tui.ui import words
from denpex_tui.ui.bindings import key, movement
from denpex_tui.ui.cell_window import fit
from denpex_tui.ui.corrected_time import CorrectedTime
from denpex_tui.ui.screens.view_screen import ViewScreen
from denpex_tui.ui.timeline_lanes import Moment, Timeline, said, timeline
from denpex_tui.ui.widgets.key_bar import KeyBar
from denpex_tui.ui.widgets.lane_chart import BOUND, LaneChart

NOTHING = Content("there is no line to show in time: nothing failed, and nothing is worth a notice")


class MomentList(OptionList, inherit_bindings=False):
    """The lines in the order of time."""

    HELP_TITLE = "Timeline"
    BINDINGS = [
        key("timeline.open", "enter", "select", "open", "go to the line in the log", show=True, display="⏎"),
        key("timeline.previous", "left,h", "cursor_up", "event", "the event before", show=True, display="← →"),
        key("timeline.next", "right,l", "cursor_down", "later", "the event after"),
        *movement("timeline", lines="event"),
    ]


class TimelineScreen(ViewScreen):
    """Opens on the line that is selected; opening another shows it in the log pane."""

    HELP_TITLE = "View"
    AUTO_FOCUS = "MomentList"

    def __init__(self, *args: object) -> None:
        super().__init__(*args)  # type: ignore[arg-type]
        self._timeline = Timeline((), (), None)

    def compose(self) -> ComposeResult:
        yield Static(classes="view-title")
        yield LaneChart()
        yield Static(classes="view-note")
        yield MomentList()
        yield Static(classes="view-status")
        yield KeyBar()

    def show_snapshot(self) -> None:
        at = self._place()
        self._timeline = timeline(self.snapshot)
        moments = self._timeline.moments
        self.query_one(LaneChart).take(self._timeline)
        self.query_one(".view-note", Static).update(self._clocks())
        choice = self.query_one(MomentList)
        rows = [Option(row(moment, self._timeline, self.size.width - 3)) for moment in moments]
        choice.set_options(rows or [Option(NOTHING, disabled=True)])
        same = (index for index, moment in enumerate(moments) if moment.citation.opens == at)
        choice.highlighted = next(same, 0) if moments else None
        self._say()

    def _place(self) -> object:
        """The line under the cursor, at first the one that is selected on the incident screen."""
        at = self.query_one(MomentList).highlighted
        moments = self._timeline.moments
        if at is not None and at < len(moments):
            return moments[at].citation.opens
        return None if self.citation is None else self.citation.opens

    def on_resize(self) -> None:
        self.call_after_refresh(self.show_snapshot)

    @on(OptionList.OptionHighlighted)
    def _say(self) -> None:
        at = self.query_one(MomentList).highlighted or 0
        chart = self.query_one(LaneChart)
        chart.cursor = at
        scale = "" if chart.seconds_a_cell is None else f"   one cell is {duration(chart.seconds_a_cell)}"
        title = Content.assemble((" Timeline", "bold"), f"   times by one clock{scale}   ┴ step  {BOUND} not before")
        self.query_one(".view-title", Static).update(title)
        if at < len(self._timeline.moments):
            status = sentence(self._timeline.moments[at], self.size.width - 2)
            self.query_one(".view-status", Static).update(status)

    def _clocks(self) -> Content:
        """How far each host's clock was off, and how well that is known."""
        lines = []
        for clock in self.snapshot.clocks:
            side = "ahead" if clock.offset > 0 else "behind"
            lines.append(
                f"± {clock.host}: clock {duration(clock.offset)} {side}, corrected; error ± {duration(clock.error)}"
                f" ({words.count(clock.samples, 'common step')})"
            )
        if not lines and CorrectedTime(self.snapshot).error(next((s.rank for s in self.snapshot.ranks), None)):
            lines.append("± how far the hosts' clocks differ is not known; ± 1 s is assumed")
        shown = (
            lines if len(lines) <= 3 else [*lines[:2], f"± and {len(lines) - 2} more hosts, see clocks in the incident"]
        )
        return Content("\n").join(Content.styled(f" {line}", "dim") for line in shown)

    @on(OptionList.OptionSelected)
    def _opened(self, event: OptionList.OptionSelected) -> None:
        if event.option_index < len(self._timeline.moments):
            self.dismiss(self._timeline.moments[event.option_index].citation)

    @on(LaneChart.Chosen)
    def _chosen(self, message: LaneChart.Chosen) -> None:
        self.query_one(MomentList).highlighted = message.index


def when(moment: Moment) -> str:
    """``20:31:02,114``, ``≥ 20:31:02,114`` or ``no time``."""
    if moment.time is None:
        return "no time"
    return f"{BOUND if moment.bound else ' '} {words.clock(moment.time)}"


def row(moment: Moment, shown: Timeline, width: int) -> Content:
    """One line of the list: when, how long after the first failure, who, what."""
    since = "" if moment.time is None or shown.start is None or moment.bound else words.delay(moment.time - shown.start)
    who = "launcher" if moment.event.rank is None else f"rank {moment.event.rank}"
    head = f"{when(moment):<15}{since:>9}  "
    text = fit(f" {who:<9} {said(moment.event)}", max(4, width - len(head) - 1))
    return Content.assemble((head, "dim"), (moment.mark.glyph, f"bold {moment.mark.tone}"), text)


def sentence(moment: Moment, width: int) -> Content:
    """The selected line: when and how sure, whose it is, why it is here, and its text."""
    error = f" ± {duration(moment.error)}" if moment.error and moment.time is not None else ""
    told = "no stamp; not before " if moment.bound else ""
    time = "no time" if moment.time is None else f"{told}{words.clock(moment.time)}{error}"
    who = "launcher" if moment.event.rank is None else f"rank {moment.event.rank}"
    head = fit(f" {who} · {time} · {moment.citation.label}: {moment.citation.text}", width - 1)
    return Content.assemble(
        (moment.mark.glyph, f"bold {moment.mark.tone}"), head, f"\n{fit(said(moment.event), width)}"
    )
