"""The numbers up to the failure: gradient norm, loss, learning rate and whatever else the ranks logged."""

from __future__ import annotations

from collections.abc import Callable

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from denpex_tui.engine.model import Snapshot
from denpex_tui.ui import words
from denpex_tui.ui.bindings import key
from denpex_tui.ui.cell_window import fit, fit_start
from denpex_tui.ui.citation import Citation
from denpex_tui.ui.curves import Metric, Numbers, Sample, number, numbers
from denpex_tui.ui.rank_states import cited_rank
from denpex_tui.ui.screens.view_screen import VIEW_KEYS, ViewScreen
from denpex_tui.ui.widgets.key_bar import KeyBar
from denpex_tui.ui.widgets.metric_plot import MetricPlot, who

SLOTS = 3
"""Plots that stand above each other where there is room."""
NOTHING = Content(" no number is logged over several steps: no gradient norm, no loss, no learning rate")


class MetricsScreen(ViewScreen):
    """The cursor stays on its step when another metric or another rank is chosen."""

    HELP_TITLE = "Metrics"
    BINDINGS = [
        key("metrics.open", "enter", "open", "open", "go to the line of the point", show=True, display="⏎"),
        key("metrics.previous", "left,h", "step(-1)", "point", "the point before", show=True, display="← →"),
        key("metrics.next", "right,l", "step(1)", "later", "the point after"),
        key(
            "metrics.rank_next",
            "down,j",
            "curve(1)",
            "rank",
            "next curve, where ranks differ",
            show=True,
            display="↑ ↓",
        ),
        key("metrics.rank_previous", "up,k", "curve(-1)", "previous rank", "previous curve"),
        key("metrics.metric_next", "tab", "metric(1)", "metric", "next metric", show=True),
        key("metrics.metric_previous", "shift+tab", "metric(-1)", "previous metric", "previous metric"),
        key("metrics.scale", "space", "scale", "log/linear", "logarithmic or linear scale", show=True),
        key("metrics.page_back", "pageup,ctrl+b", "page(-1)", "page back", "a tenth of the points back"),
        key("metrics.page_on", "pagedown,ctrl+f", "page(1)", "page on", "a tenth of the points on"),
        key("metrics.first", "home,g", "end(0)", "first", "the first point"),
        key("metrics.last", "end,G", "end(1)", "last", "the last point, before the failure"),
        *VIEW_KEYS,
    ]

    class Read(Message):
        """The numbers were gathered."""

        def __init__(self, found: Numbers) -> None:
            super().__init__()
            self.found = found

    def __init__(self, snapshot: Snapshot, citation: Citation | None) -> None:
        super().__init__(snapshot, citation)
        self._numbers = Numbers((), 0, 0)
        self._rank = cited_rank(snapshot, citation)
        self._name = ""
        self._at: float | None = None
        self._log: dict[str, bool] = {}

    def compose(self) -> ComposeResult:
        yield Static(classes="view-title")
        with Vertical(classes="plots"):
            for _ in range(SLOTS):
                yield MetricPlot()
        yield Static(classes="view-status")
        yield KeyBar()

    def show_snapshot(self) -> None:
        self._gather(self.snapshot, self._rank)

    @work(thread=True, exclusive=True, group="numbers", exit_on_error=False)
    def _gather(self, snapshot: Snapshot, rank: int | None) -> None:
        """Thousands of ranks log hundreds of thousands of points."""
        self.post_message(self.Read(numbers(snapshot, rank)))

    @on(Read)
    def _read(self, message: Read) -> None:
        self._numbers = message.found
        self._show()

    def on_resize(self) -> None:
        self.call_after_refresh(self._show)

    # What is shown

    @property
    def metric(self) -> Metric | None:
        """The metric that the cursor is on."""
        metrics = self._numbers.metrics
        return next((one for one in metrics if one.name == self._name), metrics[0] if metrics else None)

    @property
    def sample(self) -> Sample | None:
        """The point under the cursor."""
        if self.metric is None:
            return None
        curve = self.metric.curves[self.metric.index_of(self._rank)]
        return curve.samples[-1 if self._at is None else curve.nearest(self._at)]

    def _show(self) -> None:
        metrics, current, sample = self._numbers.metrics, self.metric, self.sample
        self.query_one(".view-title", Static).update(self._title())
        if current is None or sample is None:
            self.query_one(".view-status", Static).update(NOTHING)
        else:
            self.query_one(".view-status", Static).update(self._sentence(current, sample))
        at = 0 if current is None else metrics.index(current)
        stacked = self.size.height >= 36
        start = at // SLOTS * SLOTS if stacked else at
        for slot, plot in enumerate(self.query(MetricPlot)):
            shown = metrics[start + slot] if start + slot < len(metrics) and (stacked or slot == 0) else None
            plot.display = shown is not None
            if shown is not None and sample is not None:
                plot.show(shown, self._rank, self._log.get(shown.name), sample.x, shown is current)

    def _title(self) -> Content:
        metrics, at = self._numbers.metrics, self.metric
        names = "  ".join(f"[{one.name}]" if one is at else one.name for one in metrics)
        incident = self.snapshot.incident
        failed = "" if incident is None or incident.first.step is None else f"   failed in step {incident.first.step:,}"
        of = f"   {self._numbers.compared} of {words.count(self._numbers.ranks, 'rank')} compared"
        some = of if self._numbers.compared < self._numbers.ranks else ""
        return Content.assemble((" Metrics", "bold"), fit(f"{failed}{some}   {names}", self.size.width - 8))

    def _sentence(self, metric: Metric, sample: Sample) -> Content:
        """Step, ranks and value of the point, and the line that says so."""
        curve = metric.curves[metric.index_of(self._rank)]
        step = f"step {int(sample.x):,}" if metric.stepped else "no step logged"
        place = sample.point.place
        line = f"line {place.line:,}" if place.line > 0 else "line not counted yet"
        source = self.snapshot.source(place.source)
        path = fit_start(source.path if source is not None else "?", max(8, self.size.width - 22))
        clock = f" · {words.clock(sample.point.time)}" if sample.point.time is not None else ""
        return Content.assemble(
            (f"{metric.name} {number(sample.value)}", "bold"), f" · {step} · {who(curve)}{clock}\n{path} · {line}"
        )

    # Keys

    def action_step(self, by: int) -> None:
        self._move(lambda at, _: at + by)

    def action_page(self, by: int) -> None:
        self._move(lambda at, count: at + by * max(1, count // 10))

    def action_end(self, last: int) -> None:
        self._move(lambda _, count: last * count)

    def _move(self, to: Callable[[int, int], int]) -> None:
        metric, sample = self.metric, self.sample
        if metric is None or sample is None:
            return
        samples = metric.curves[metric.index_of(self._rank)].samples
        index = to(samples.index(sample), len(samples))
        self._at = samples[min(max(index, 0), len(samples) - 1)].x
        self._show()

    def action_curve(self, by: int) -> None:
        if self.metric is not None:
            curves = self.metric.curves
            self._rank = curves[(self.metric.index_of(self._rank) + by) % len(curves)].ranks[0]
            self._show()

    def action_metric(self, by: int) -> None:
        if self.metric is not None:
            metrics = self._numbers.metrics
            self._name = metrics[(metrics.index(self.metric) + by) % len(metrics)].name
            self._show()

    def action_scale(self) -> None:
        shown = next((plot for plot in self.query(MetricPlot) if plot.metric is self.metric), None)
        if shown is not None and self.metric is not None:
            self._log[self.metric.name] = not shown.logarithmic
            self._show()

    def action_open(self) -> None:
        metric, sample = self.metric, self.sample
        if metric is not None and sample is not None:
            curve = metric.curves[metric.index_of(self._rank)]
            text = f"{metric.name} {number(sample.value)}, {who(curve)}"
            self.dismiss(Citation("metric", text, place=sample.point.place))
