"""The plot of one metric: the selected curve as a line, others dotted, odd values marked by a letter."""

from __future__ import annotations

from rich.text import Text
from textual.app import RenderResult
from textual.content import Content
from textual.reactive import reactive
from textual_plotext import PlotextPlot

from denpex_tui.ui import words
from denpex_tui.ui.ascii_only import AsciiOnly
from denpex_tui.ui.curves import Curve, Metric, Sample, thinned
from denpex_tui.ui.value_axis import Axis, axis, oddity, spans_decades
from denpex_tui.ui.widgets.tone import TONES, tone_style

LINE = "─"
OTHER = "·"
CURSOR = "◆"
BRAILLE = "braille"
DRAWN = 6
"""So many curves are drawn; the rest is said in words and can be selected."""
TALL = 5
"""Fewer rows than this cannot hold a plot."""


class MetricPlot(PlotextPlot):
    """Which curve is selected and what is odd is told by line, dot and letter; the theme's colours repeat it."""

    COMPONENT_CLASSES = TONES

    cursor: reactive[float] = reactive(0.0)
    """Where the cursor stands on the horizontal axis."""

    def __init__(self) -> None:
        super().__init__()
        self.theme = "clear"
        self.metric: Metric | None = None
        self.rank: int | None = None
        self.logarithmic = False
        self.current = False

    def show(self, metric: Metric, rank: int | None, log: bool | None, cursor: float, current: bool) -> None:
        """Draw ``metric`` with the curve of ``rank`` selected; ``log`` None chooses the axis by the values."""
        self.metric, self.rank, self.current = metric, rank, current
        values = [sample.value for curve in metric.curves for sample in curve.samples]
        self.logarithmic = spans_decades(values) if log is None else log
        self.set_reactive(MetricPlot.cursor, cursor)
        self.set_class(current, "-current")
        self.border_title = Content(f"{metric.name}  {'log' if self.logarithmic else 'linear'} scale")
        self.border_subtitle = Content(self._legend(metric))
        self.refresh()

    @property
    def curve(self) -> Curve | None:
        """The curve that the cursor is on."""
        return None if self.metric is None else self.metric.curves[self.metric.index_of(self.rank)]

    def _legend(self, metric: Metric) -> str:
        """Which line is whose, and what the letters mean."""
        selected = metric.index_of(self.rank)
        parts = [f"{LINE} {who(metric.curves[selected])}"]
        if len(metric.curves) > 1:
            others = len(metric.curves) - 1
            hidden = f", {others - DRAWN + 1} not drawn" if others >= DRAWN else ""
            parts.append(f"{OTHER} {words.count(others, 'other curve')}{hidden}")
        odd = {oddity(sample.value, self.logarithmic) for curve in metric.curves for sample in curve.samples}
        return "  ".join([*parts, *(f"{mark} {word}" for mark, word in sorted(found for found in odd if found))])

    # Drawing

    def _colour(self, tone: str) -> tuple[int, int, int] | str:
        """A tone of the theme for the plot; none where the terminal's own colours are wanted."""
        colour = None if self.app.ansi_color else tone_style(self, tone).color
        if colour is None:
            return "default"
        red, green, blue = colour.get_truecolor()
        return red, green, blue

    def render(self) -> RenderResult:
        if self.metric is None or self.size.height < TALL or self.size.width < 24:
            return Text("too small for a plot")
        self.plt.clear_figure()
        self._draw_metric(self.metric)
        return super().render()

    def _draw_metric(self, metric: Metric) -> None:
        selected = metric.index_of(self.rank)
        others = [curve for index, curve in enumerate(metric.curves) if index != selected][: DRAWN - 1]
        drawn = [(curve, thinned(curve.samples, self.size.width * 2)) for curve in [*others, metric.curves[selected]]]
        values = axis([sample.value for _, samples in drawn for sample in samples], self.logarithmic)
        self._draw_axes(metric.name, values, [sample.x for _, samples in drawn for sample in samples])
        plain = any(isinstance(filter_, AsciiOnly) for filter_ in self.app.get_line_filters())
        for index, (_, samples) in enumerate(drawn):
            mine = index == len(drawn) - 1
            self._draw_curve(samples, values, ("*" if plain else BRAILLE) if mine else OTHER, mine)
        self._draw_cursor(metric.curves[selected], values)

    def _draw_axes(self, name: str, values: Axis, xs: list[float]) -> None:
        low, high = min(xs), max(xs)
        room = (high - low) * 0.02 or 0.5
        self.plt.xlim(low - room, high + room)
        self.plt.ylim(values.low, values.high)
        ticks = values.ticks()
        self.plt.yticks([at for at, _ in ticks], [label for _, label in ticks])
        steps = _steps(low, high, max(2, self.size.width // 14))
        self.plt.xticks([float(step) for step in steps], [f"{step:,}" for step in steps])
        for at, label in values.references(name):
            tone = self._colour("$text-warning")
            self.plt.plot([low - room, high + room], [at, at], marker="-", color=tone)
            self.plt.text(label, low, at, color=tone, background="default", alignment="left")

    def _draw_curve(self, samples: list[Sample], values: Axis, marker: str, selected: bool) -> None:
        """Pieces between the values that have no place; lines are drawn of the selected curve only."""
        pieces: list[list[tuple[float, float]]] = [[]]
        for sample in samples:
            at = values.place(sample.value)
            if at is None:
                pieces.append([])
            else:
                pieces[-1].append((sample.x, at))
        tone = self._colour("$text-accent" if selected else "$foreground")
        for piece in pieces:
            draw = self.plt.plot if selected and len(piece) > 1 else self.plt.scatter
            if piece:
                draw([x for x, _ in piece], [y for _, y in piece], marker=marker, color=tone)
        self._mark_odd(samples, values)

    def _mark_odd(self, samples: list[Sample], values: Axis) -> None:
        marked: dict[str, list[tuple[float, float]]] = {}
        for sample in samples:
            odd = oddity(sample.value, values.log)
            if odd is not None:
                marked.setdefault(odd[0], []).append((sample.x, values.shown(sample.value)))
        for mark, points in marked.items():
            tone = self._colour("$text-error")
            self.plt.scatter([x for x, _ in points], [y for _, y in points], marker=mark, color=tone)

    def _draw_cursor(self, curve: Curve, values: Axis) -> None:
        if not curve.samples:
            return
        sample = curve.samples[curve.nearest(self.cursor)]
        odd = oddity(sample.value, values.log)
        self.plt.vline(sample.x, color="default")
        tone = self._colour("$text-error" if odd else "$text-accent")
        self.plt.scatter([sample.x], [values.shown(sample.value)], marker=odd[0] if odd else CURSOR, color=tone)


def _steps(low: float, high: float, most: int) -> list[int]:
    """Whole numbers at equal distances from the first to the last step."""
    every = max(1, -(-int(high - low) // most))
    return list(range(int(low), int(high) + 1, every))


def who(curve: Curve) -> str:
    """``rank 2``, ``ranks 0, 1 and 3``, or what to say of lines that no rank can be told for."""
    ranks = [rank for rank in curve.ranks if rank is not None]
    return words.ranks(ranks) if ranks else "of no known rank"
