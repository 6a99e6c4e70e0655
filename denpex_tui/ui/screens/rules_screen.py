"""The catalogue on the screen: rules by area, the selected one's text, and what of it the open incident shows."""

from __future__ import annotations

from collections.abc import Mapping

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Input, OptionList, Static

from denpex_tui.engine.model import Snapshot
from denpex_tui.engine.rules.model import Rule
from denpex_tui.ui import words
from denpex_tui.ui.bindings import key
from denpex_tui.ui.citation import Citation, telling_place
from denpex_tui.ui.glyphs import Mark
from denpex_tui.ui.rule_match import CONCERN, HINTS, LEADS, MATCHES, Part, open_attempt, parts, standings
from denpex_tui.ui.rule_text import rule_paragraphs
from denpex_tui.ui.screens.view_screen import ViewScreen
from denpex_tui.ui.session_like import SessionLike
from denpex_tui.ui.sources import find
from denpex_tui.ui.widgets.key_bar import KeyBar
from denpex_tui.ui.widgets.part_list import PartList
from denpex_tui.ui.widgets.rule_detail import RuleDetail
from denpex_tui.ui.widgets.rule_filter import RuleFilter
from denpex_tui.ui.widgets.rule_list import RuleList

SAID = {
    LEADS: "leads the verdict",
    CONCERN: "is a concern",
    MATCHES: "matches and does not lead",
    HINTS: "does not match: hints only",
}


class RulesScreen(ViewScreen):
    """Opens on the rule that leads the verdict; a signal that was seen leads to its line in the log."""

    HELP_TITLE = "View"
    BINDINGS = [
        key("rules.next_pane", "tab", "app.focus_next", "pane", "rules, signals, text in turn", show=True),
        key("rules.previous_pane", "shift+tab", "app.focus_previous", "previous pane", "the same, backwards"),
        key("rules.text_down", "space", "text(1)", "text", "one page of the rule's text down", show=True),
        key("rules.text_up", "b", "text(-1)", "text up", "one page of the rule's text up"),
    ]
    AUTO_FOCUS = "RuleList"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide")]

    def __init__(self, session: SessionLike, snapshot: Snapshot, citation: Citation | None) -> None:
        super().__init__(snapshot, citation)
        self._session = session
        self._shown: tuple[object, ...] = ()

    def compose(self) -> ComposeResult:
        yield Static(classes="view-title")
        yield RuleFilter()
        with Horizontal(classes="rules"):
            yield RuleList()
            with Vertical(classes="rule"):
                yield Static(classes="rule-match")
                yield PartList()
                yield RuleDetail()
        yield KeyBar()

    def show_snapshot(self) -> None:
        marks = standings(self._session.book, self.snapshot)
        first = next((name for mark in (LEADS, CONCERN) for name in marks if marks[name] is mark), None)
        choice = self.query_one(RuleList)
        choice.take(self._found(marks), marks, first if choice.rule is None else None)
        self._title(marks)
        self._show_rule()

    def _found(self, marks: Mapping[str, Mark]) -> list[Rule]:
        """The rules that have all words of the filter."""
        wanted = self.query_one(RuleFilter).value.casefold().split()
        return [rule for rule in self._session.book.rules if _has(rule, marks.get(rule.id), wanted)]

    def _title(self, marks: Mapping[str, Mark]) -> None:
        book = self._session.book
        seen = f"{len(marks)} with signals in {self.snapshot.attempt_name(open_attempt(self.snapshot))}"
        yours = f" · {words.count(len(book.replaced), 'rule')} replaced by yours" if book.replaced else ""
        title = Content.assemble((" Rules", "bold"), f"   {words.count(len(book.rules), 'rule')} · {seen}{yours}")
        self.query_one(".view-title", Static).update(title)

    @on(Input.Changed)
    def _filtered(self) -> None:
        self.show_snapshot()

    @on(OptionList.OptionHighlighted, "RuleList")
    def _show_rule(self) -> None:
        rule = self.query_one(RuleList).rule
        shown = (rule, self.snapshot.sequence)
        if shown == self._shown:
            return
        same = bool(self._shown) and self._shown[0] == rule
        self._shown = shown
        found = () if rule is None else parts(rule, self.snapshot)
        self.query_one(PartList).take(found, [self._place(part) for part in found])
        self.query_one(RuleDetail).take([] if rule is None else rule_paragraphs(rule), same)
        said = (
            Content("")
            if rule is None
            else summary(rule, found, standings(self._session.book, self.snapshot).get(rule.id))
        )
        self.query_one(".rule-match", Static).update(said)

    def _place(self, part: Part) -> str:
        """``path:line`` of the first line, and how many more there are."""
        if not part.events:
            return ""
        place = telling_place(part.events[0])
        source = find(self.snapshot, place.source)
        more = f" and {len(part.events) - 1} more" if len(part.events) > 1 else ""
        return f"{source.path if source is not None else '?'}:{place.line or '?'}{more}"

    def action_text(self, by: int) -> None:
        detail = self.query_one(RuleDetail)
        detail.scroll_relative(y=by * max(1, detail.size.height - 1), animate=False)

    @on(PartList.Opened)
    def _opened(self, message: PartList.Opened) -> None:
        if message.citation is None:
            self.app.notify("the logs of this attempt do not show it", markup=False)
        else:
            self.dismiss(message.citation)


def _has(rule: Rule, mark: Mark | None, wanted: list[str]) -> bool:
    state = [] if mark is None else ["seen", mark.word]
    text = " ".join([rule.id, *rule.aliases, rule.title, rule.area, rule.phase, *rule.tags, *state]).casefold()
    return all(word in text for word in wanted)


def summary(rule: Rule, found: tuple[Part, ...], mark: Mark | None) -> Content:
    """Why the rule matched, or that it did not, in a sentence."""
    seen = sum(bool(part.events) for part in found)
    count = f"{seen} of {words.count(len(found), 'signal')} seen, {len(found) - seen} missing"
    if mark is None:
        return Content.assemble((f" {rule.id}", "bold"), "  the logs show none of its signals")
    return Content.assemble((f" {mark.glyph} {rule.id} {SAID[mark]}", f"bold {mark.tone}"), f"  {count}")
