"""What can be taken away from the incident screen: copies, reports, a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from textual import work
from textual.reactive import reactive

from denpex_tui.engine.model import Snapshot
from denpex_tui.report.disclosure import Disclosure
from denpex_tui.report.render import rendered
from denpex_tui.ui.screens.log_screen import LogScreen
from denpex_tui.ui.session_like import SessionLike
from denpex_tui.ui.take_away import (
    PICTURE_NAME,
    ReportError,
    copied,
    keep_copy,
    new_file,
    report_path,
    standing_alone,
    write_new,
)
from denpex_tui.ui.widgets.fix_pane import FixPane
from denpex_tui.ui.widgets.log_pane import LogPane

if TYPE_CHECKING:
    from denpex_tui.ui.app import DenpexApp


class TakingScreen(LogScreen):
    """Everything passes the disclosure, which masks secrets or puts stand-ins for names."""

    snapshot: reactive[Snapshot | None] = reactive(None)

    def __init__(self, session: SessionLike, disclosure: Disclosure | None = None) -> None:
        super().__init__(session)
        self._disclosure = disclosure or Disclosure()

    # Copies

    def action_turn_fix(self, by: int) -> None:
        self.query_one(FixPane).action_turn(by)

    def action_copy_fix(self) -> None:
        fix = self.query_one(FixPane).fix
        self._copy("the change" if fix else "", fix.change if fix else None, "there is no fix to copy")

    def action_copy_verify(self) -> None:
        fix = self.query_one(FixPane).fix
        self._copy("the verification command", fix.verify if fix else None, "there is no fix to verify")

    def action_copy_line(self) -> None:
        self._copy("the line", self.query_one(LogPane).line_with_place(), "there is no line under the cursor")

    def _copy(self, what: str, text: str | None, otherwise: str) -> None:
        if not text:
            self._say(otherwise)
            return
        if self.snapshot is not None:
            self._disclosure.learn_logs(self.snapshot, self.session.log)
        cleaned = self._disclosure.clean(text.strip("\n"))
        cast("DenpexApp", self.app).copy_clean(cleaned)
        self._say(copied(what, keep_copy(cleaned)))

    # Files

    def action_take_away(self) -> None:
        if self.snapshot is not None:
            from denpex_tui.ui.screens.take_away_screen import TakeAwayScreen

            self.app.push_screen(TakeAwayScreen(self.snapshot, self.session.log, self._disclosure), self._chosen)

    def _chosen(self, form: str | None) -> None:
        if form is not None:
            self.call_after_refresh(self.action_export, form)

    def action_export(self, form: str) -> None:
        """Write a new file in one of the forms; the verdict for a chat is copied as well."""
        if self.snapshot is None:
            return
        from denpex_tui.ui.screens.take_away_screen import PICTURE

        if form == PICTURE:
            self._disclosure.learn_logs(self.snapshot, self.session.log)
            self._write_picture(self.app.export_screenshot(title="denpex-tui"))
        else:
            self._write(form, self.snapshot)

    def _write_picture(self, svg: str) -> None:
        try:
            path = write_new(new_file(PICTURE_NAME, "svg"), standing_alone(svg))
        except ReportError as error:
            self._complain(str(error))
        else:
            self._say(f"saved to {path}{self._how}")

    @work(thread=True, exclusive=True, group="export", exit_on_error=False)
    def _write(self, form: str, snapshot: Snapshot) -> None:
        try:
            content = rendered(form, snapshot, self.session.log, self._disclosure)
            path = write_new(report_path(form), content)
        except (ReportError, ImportError) as error:
            self.app.call_from_thread(self._complain, str(error))
            return
        if form == "chat":
            self.app.call_from_thread(cast("DenpexApp", self.app).copy_clean, content.decode().rstrip("\n"))
            self.app.call_from_thread(self._say, copied("the verdict", path) + self._how)
        else:
            self.app.call_from_thread(self._say, f"saved to {path}{self._how}")

    @property
    def _how(self) -> str:
        return " (redacted)" if self._disclosure.redact else ""

    def _say(self, sentence: str) -> None:
        self.app.notify(sentence, markup=False)

    def _complain(self, sentence: str) -> None:
        self.app.notify(sentence, severity="error", markup=False)
