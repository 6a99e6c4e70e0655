"""The fix pane: one fix at a time, in the order of safety, ready to be copied."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.reactive import reactive
from textual.widgets import Static

from denpex_tui.engine.model import Diagnosis, Fix, Snapshot
from denpex_tui.ui.bindings import key
from denpex_tui.ui.fix_text import fix_paragraphs
from denpex_tui.ui.hanging import Stack


class FixPane(VerticalScroll, can_focus=True, inherit_bindings=False):
    """Fixes of another cause stay readable, dimmed, and say that they do not apply."""

    HELP_TITLE = "Fix pane"
    BINDINGS = [
        key("fix.right", "right,l", "turn(1)", "next fix", "next fix"),
        key("fix.left", "left,h", "turn(-1)", "previous fix", "previous fix"),
        key("fix.up", "up,k", "scroll_up", "up", "scroll up"),
        key("fix.down", "down,j", "scroll_down", "down", "scroll down"),
        key("fix.page_up", "pageup,ctrl+b", "page_up", "page up", "one page up"),
        key("fix.page_down", "pagedown,ctrl+f", "page_down", "page down", "one page down"),
        key("fix.first", "home,g", "scroll_home", "top", "to the top"),
        key("fix.last", "end,G", "scroll_end", "bottom", "to the bottom"),
    ]

    index: reactive[int] = reactive(0)

    def __init__(self) -> None:
        super().__init__(id="fix")
        self._fixes: tuple[Fix, ...] = ()
        self._diagnosis: Diagnosis | None = None

    def compose(self) -> ComposeResult:
        yield Static(classes="fix-text")

    def on_mount(self) -> None:
        self._show()

    def take(self, snapshot: Snapshot) -> None:
        """Show the fixes of the headline incident; other fixes than before start at the first that applies."""
        incident = snapshot.incident
        fixes = incident.fixes if incident else ()
        self._diagnosis = incident.diagnosis if incident else None
        if fixes != self._fixes:
            self._fixes = fixes
            self.index = next((index for index, fix in enumerate(fixes) if fix.applies), 0)
            self._show()

    @property
    def fix(self) -> Fix | None:
        """The fix that is shown."""
        return self._fixes[self.index] if self.index < len(self._fixes) else None

    def watch_index(self) -> None:
        self._show()

    def action_turn(self, by: int) -> None:
        if self._fixes:
            self.index = (self.index + by) % len(self._fixes)
            self.scroll_home(animate=False)

    def _show(self) -> None:
        fix = self.fix
        number = f"  {self.index + 1} of {len(self._fixes)}" if fix else ""
        self.border_title = Content(f"Fix{number}")
        self.border_subtitle = Content("< > other fixes") if len(self._fixes) > 1 else ""
        text = self.query_one(".fix-text", Static)
        text.set_class(fix is not None and not fix.applies, "-other-cause")
        if fix is None:
            text.update(Content("there is no fix to show"))
        else:
            text.update(Stack(fix_paragraphs(fix, self._diagnosis)))
