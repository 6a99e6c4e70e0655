"""The lanes of the timeline, drawn: steps as ticks, events at their times, folded spans, and the error of clocks."""

from __future__ import annotations

from dataclasses import dataclass

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from denpex_tui.report.times import duration
from denpex_tui.ui import words
from denpex_tui.ui.cell_window import fit
from denpex_tui.ui.time_scale import TimeScale, time_scale
from denpex_tui.ui.timeline_lanes import Moment, Timeline
from denpex_tui.ui.widgets.tone import TONES, tone_style

UNTIMED = 10
"""Cells at the right for lines without a time."""
HEADER = 2
BOUND = "≥"


@dataclass(slots=True)
class _Cell:
    glyph: str
    tone: str
    bold: bool = False
    cursor: bool = False


class LaneChart(ScrollView, inherit_bindings=False):
    """Two rows of axis, then a row a lane; a click selects the event under the mouse."""

    COMPONENT_CLASSES = TONES
    cursor: reactive[int] = reactive(0)
    """Index of the selected moment."""

    class Chosen(Message):
        """A moment was clicked."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    def __init__(self) -> None:
        super().__init__(classes="lanes")
        self.timeline = Timeline((), (), None)
        self._scale: TimeScale | None = None
        self._rows: list[list[_Cell]] = []

    def take(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self.styles.height = min(len(timeline.lanes) + HEADER, 24)
        self._draw()

    def on_resize(self) -> None:
        self._draw()

    def watch_cursor(self) -> None:
        self._draw()
        if self.cursor < len(self.timeline.moments):
            row = HEADER + self.timeline.moments[self.cursor].lane
            if row >= self.scroll_offset.y + self.size.height:
                self.scroll_to(y=row, animate=False)

    # Layout

    @property
    def _label(self) -> int:
        longest = max((cell_len(lane.label) for lane in self.timeline.lanes), default=0)
        return min(longest + 3, max(12, self.size.width // 4)) + 1

    @property
    def _untimed(self) -> int:
        return UNTIMED if any(moment.time is None for moment in self.timeline.moments) else 0

    @property
    def seconds_a_cell(self) -> float | None:
        """How long one cell is, outside the folded spans."""
        return None if self._scale is None else 1 / self._scale.second

    def _draw(self) -> None:
        lanes, width = self.timeline.lanes, self.size.width - self._label - self._untimed - 1
        times = [moment.time for moment in self.timeline.moments if moment.time is not None]
        times += [tick.time for lane in lanes for tick in lane.ticks]
        self._scale = time_scale(times, width)
        self._rows = [[_Cell(" ", "dim") for _ in range(max(0, width) + self._untimed + 1)] for _ in lanes]
        if self._scale is not None:
            for index in range(len(lanes)):
                self._baseline(index, self._scale)
        self._moments(max(0, width))
        self.virtual_size = Size(self.size.width, len(lanes) + HEADER)
        self.refresh()

    def _baseline(self, index: int, scale: TimeScale) -> None:
        row = self._rows[index]
        for stretch in scale.stretches:
            for column in range(stretch.column, scale.column(stretch.end) + 1):
                row[column].glyph = "─"
        for fold in scale.folds:
            for column in range(fold.column, fold.column + fold.width):
                row[column].glyph = "╌" if column % 2 else " "
        for tick in self.timeline.lanes[index].ticks:
            row[scale.column(tick.time)] = _Cell("┴", "")

    def _moments(self, width: int) -> None:
        moments = self.timeline.moments
        free = dict.fromkeys(range(len(self._rows)), width + 1)
        untimed = [at for at, moment in enumerate(moments) if moment.time is None]
        timed = [at for at, moment in enumerate(moments) if moment.time is not None]
        for at in [*untimed, *sorted(timed, key=lambda at: (at == self.cursor, moments[at].bound, -at))]:
            moment = moments[at]
            row, cell = self._rows[moment.lane], _Cell(moment.mark.glyph, moment.mark.tone, True, at == self.cursor)
            if moment.time is not None and self._scale is not None:
                self._timed(row, moment, cell, self._scale)
            else:
                column = min(free[moment.lane], len(row) - 1)
                if cell.cursor or not row[column].cursor:
                    row[column] = cell
                free[moment.lane] += 1

    def _timed(self, row: list[_Cell], moment: Moment, cell: _Cell, scale: TimeScale) -> None:
        assert moment.time is not None
        column = scale.column(moment.time)
        if cell.cursor:
            low, high = scale.column(moment.time - moment.error), scale.column(moment.time + moment.error)
            for at, glyph in ((low, "├"), (high, "┤")):
                if at != column:
                    row[at] = _Cell(glyph, "$text-warning", True)
        row[column] = cell
        if moment.bound and column:
            row[column - 1] = _Cell(BOUND, cell.tone, True)

    # Drawing

    def render_line(self, y: int) -> Strip:
        y += self.scroll_offset.y
        base = self.rich_style
        if y < HEADER:
            text = self._clock_row() if y == 0 else self._step_row()
            return Strip([Segment(text, base + tone_style(self, "dim"))]).adjust_cell_length(self.size.width, base)
        if y - HEADER >= len(self._rows):
            return Strip.blank(self.size.width, base)
        lane, chosen = self.timeline.lanes[y - HEADER], self.timeline.moments[self.cursor : self.cursor + 1]
        here = Style(bold=bool(chosen) and chosen[0].lane == y - HEADER)
        label = fit(f" {lane.mark.glyph} {lane.label}", self._label - 1).ljust(self._label)
        segments = [Segment(label, base + tone_style(self, lane.mark.tone) + here)]
        segments += [self._segment(cell, base) for cell in self._rows[y - HEADER]]
        return Strip(segments).adjust_cell_length(self.size.width, base)

    def _segment(self, cell: _Cell, base: Style) -> Segment:
        style = base + (tone_style(self, cell.tone) if cell.tone else Style())
        return Segment(cell.glyph, style + Style(bold=cell.bold, reverse=cell.cursor))

    def _clock_row(self) -> str:
        """The time at which each stretch begins, the length of what is folded, and the heading of what has no time."""
        row = [" "] * self.size.width
        if self._scale is not None:
            for fold in self._scale.folds:
                write(
                    row,
                    self._label + fold.column,
                    f" {duration(fold.seconds)} ".center(fold.width - 1, "╌"),
                    force=True,
                )
            for stretch in self._scale.stretches:
                write(row, self._label + stretch.column, words.clock(stretch.start)[:10], after=True)
            last = self._scale.stretches[-1]
            end = words.clock(last.end)[:10]
            write(row, self._label + self._scale.column(last.end) - len(end) + 1, end)
        if self._untimed:
            write(row, self.size.width - UNTIMED, "no time", force=True)
        return "".join(row)

    def _step_row(self) -> str:
        row = [" "] * self.size.width
        write(row, 1, "step")
        ticks = max((lane.ticks for lane in self.timeline.lanes), key=len, default=())
        for tick in reversed(ticks) if self._scale is not None else ():
            assert self._scale is not None
            write(row, self._label + self._scale.column(tick.time), f"{tick.step:,}")
        return "".join(row)

    def on_click(self, event: events.Click) -> None:
        at = event.get_content_offset_capture(self)
        lane, column = at.y + self.scroll_offset.y - HEADER, at.x - self._label
        near = [
            (abs(self._scale.column(moment.time) - column), index)
            for index, moment in enumerate(self.timeline.moments)
            if moment.lane == lane and moment.time is not None and self._scale is not None
        ]
        if near:
            self.post_message(self.Chosen(min(near)[1]))


def write(row: list[str], at: int, text: str, *, force: bool = False, after: bool = False) -> None:
    """Put ``text`` where nothing stands yet and a blank is on both sides; ``after`` asks for the right one only."""
    end = at + len(text)
    if at < 0 or end > len(row):
        return
    if force or all(cell == " " for cell in row[max(0, at if after else at - 1) : end + 1]):
        row[at:end] = list(text)
