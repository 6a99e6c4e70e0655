"""The arrangement of the panes: side by side where there is room, else one at a time behind a row of tabs."""

from __future__ import annotations

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical
from textual.reactive import reactive
from textual.screen import Screen
from textual.widget import Widget

from denpex_tui.ui.session_like import SessionLike
from denpex_tui.ui.widgets.cause_pane import CausePane
from denpex_tui.ui.widgets.checklist import Checklist
from denpex_tui.ui.widgets.checklist_pane import ChecklistPane
from denpex_tui.ui.widgets.fix_pane import FixPane
from denpex_tui.ui.widgets.incident_tree import IncidentTree
from denpex_tui.ui.widgets.key_bar import KeyBar
from denpex_tui.ui.widgets.log_view import LogView
from denpex_tui.ui.widgets.merged_log_pane import MergedLogPane
from denpex_tui.ui.widgets.pane_tabs import PANES, PaneTabs
from denpex_tui.ui.widgets.status_bar import StatusBar
from denpex_tui.ui.widgets.title_line import TitleLine
from denpex_tui.ui.widgets.verdict_banner import VerdictBanner

FOCUS = {"incident": IncidentTree, "log": LogView, "checklist": Checklist, "fix": FixPane, "cause": CausePane}
"""The widget of each pane that takes the keys."""


class PanesScreen(Screen[None]):
    """The style sheet arranges by classes: ``-pane-<name>`` for the pane in use, ``-cause`` when it covers the fix."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (120, "-wide"), (180, "-broad")]
    VERTICAL_BREAKPOINTS = [(0, "-short"), (45, "-tall")]
    AUTO_FOCUS = "#incident"

    pane: reactive[str] = reactive(PANES[0])
    zoomed: reactive[bool] = reactive(False)

    def __init__(self, session: SessionLike) -> None:
        super().__init__(classes=f"-pane-{PANES[0]}")  # from the start: later it would style every widget once more
        self.session = session

    def compose(self) -> ComposeResult:
        yield TitleLine()
        yield VerdictBanner()
        yield PaneTabs()
        with Horizontal(id="panes"):
            with Vertical(id="left"):
                yield IncidentTree()
                yield ChecklistPane()
            with Container(id="right"):
                yield MergedLogPane(self.session)
                with Vertical(id="remedy"):
                    yield FixPane()
                    yield CausePane()
        yield StatusBar()
        yield KeyBar()

    def watch_pane(self, pane: str) -> None:
        for name in PANES:
            self.set_class(name == pane, f"-pane-{name}")
        if pane in ("fix", "cause"):
            self.set_class(pane == "cause", "-cause")
        if self.is_mounted:
            self.query_one(PaneTabs).pane = pane

    def watch_zoomed(self, zoomed: bool) -> None:
        self.set_class(zoomed, "-zoomed")

    def on_resize(self, event: events.Resize) -> None:
        banner = self.query_one(VerdictBanner)
        banner.compact = event.size.width < 120 or event.size.height < 30

    @on(events.DescendantFocus)
    def _focus_moved(self, event: events.DescendantFocus) -> None:
        for name, kind in FOCUS.items():
            if isinstance(event.widget, kind):
                self.pane = name

    def focus_pane(self, name: str) -> None:
        """Show a pane and give it the keys."""
        self.pane = name
        self.call_after_refresh(self._focus, self.query_one(FOCUS[name]))

    def _focus(self, widget: Widget) -> None:
        self.set_focus(widget)

    @on(PaneTabs.Chosen)
    def _tab_chosen(self, event: PaneTabs.Chosen) -> None:
        self.focus_pane(event.pane)

    def action_pane(self, name: str) -> None:
        self.focus_pane(name)

    def action_next_pane(self, by: int) -> None:
        self.focus_pane(PANES[(PANES.index(self.pane) + by) % len(PANES)])

    def action_zoom(self) -> None:
        self.zoomed = not self.zoomed
