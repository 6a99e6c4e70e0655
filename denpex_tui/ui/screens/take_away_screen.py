"""The choice of what to take away, and the preview of what redaction would replace before anything is written."""

from __future__ import annotations

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from denpex_tui.engine.clean import clean_text
from denpex_tui.engine.model import Snapshot
from denpex_tui.report.disclosure import Disclosure
from denpex_tui.report.excerpts import OpenLog
from denpex_tui.report.redact.preview import KEPT, preview_lines
from denpex_tui.ui.bindings import key

PICTURE = "picture"
FORMS = (
    ("chat", "the verdict for a chat: copied, and saved"),
    ("markdown", "a report for a ticket or pull request (Markdown)"),
    ("html", "a page that stands alone, with the lines around the evidence (HTML)"),
    ("json", "the report for scripts (JSON)"),
    (PICTURE, "a picture of the screen (SVG)"),
)


class TakeAwayScreen(ModalScreen[str | None]):
    """Gives back the form that was chosen, or None. Whether names are redacted lasts for the session."""

    BINDINGS = [
        key("away.cancel", "escape,q", "dismiss", "cancel", "take nothing away", show=True),
        key("away.redact", "r", "redact", "redact", "put stand-ins for names, or leave them", show=True),
        key("away.down", "j", "move(1)", "down", "next form"),
        key("away.up", "k", "move(-1)", "up", "previous form"),
        key("away.preview_down", "pagedown,space", "page(1)", "preview", "one page of the preview down"),
        key("away.preview_up", "pageup,b", "page(-1)", "preview up", "one page of the preview up"),
    ]

    def __init__(self, snapshot: Snapshot, log: OpenLog, disclosure: Disclosure) -> None:
        super().__init__()
        self._snapshot = snapshot
        self._log = log
        self._disclosure = disclosure

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog away") as dialog:
            dialog.border_title = "Take away"
            dialog.border_subtitle = "⏎ writes · r redacts or not · space pages · esc leaves"
            yield OptionList(*(Option(Content(text), id=form) for form, text in FORMS))
            yield Static(classes="heading redaction")
            with VerticalScroll(can_focus=False):
                yield Static(classes="preview")

    def on_mount(self) -> None:
        self._show()

    def _show(self) -> None:
        state = "on" if self._disclosure.redact else "off"
        secrets = "" if self._disclosure.masks else "; secrets are shown too"
        self.query_one(".redaction", Static).update(Content(f"Redaction is {state}{secrets}"))
        self.query_one(".preview", Static).update(Content(""))
        if self._disclosure.redact:
            self._preview()

    @work(thread=True, exclusive=True, group="preview")
    def _preview(self) -> None:
        lines = preview_lines(self._disclosure.preview(self._snapshot, self._log))
        text = "\n".join([*(clean_text(line) for line in lines), "", KEPT])
        self.app.call_from_thread(self._show_preview, text)

    def _show_preview(self, text: str) -> None:
        if self.is_mounted and self._disclosure.redact:
            self.query_one(".preview", Static).update(Content(text))

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_id)

    def action_redact(self) -> None:
        self._disclosure.redact = not self._disclosure.redact
        self._show()

    def action_move(self, by: int) -> None:
        forms = self.query_one(OptionList)
        forms.action_cursor_down() if by > 0 else forms.action_cursor_up()

    def action_page(self, by: int) -> None:
        view = self.query_one(VerticalScroll)
        view.scroll_relative(y=by * max(1, view.size.height - 1), animate=False)
