"""The checklist pane: the items, and the selected one explained below them."""

from __future__ import annotations

from collections.abc import Iterator

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import OptionList, Static

from denpex_tui.engine.model import ChecklistItem, ItemMode, ItemState, Snapshot
from denpex_tui.ui import glyphs
from denpex_tui.ui.hanging import Hanging, Stack, paragraph
from denpex_tui.ui.messages import Selected
from denpex_tui.ui.widgets.checklist import Checklist

BY = {
    ItemMode.SIGNAL: "by the logs",
    ItemMode.COMPARISON: "by comparing runs",
    ItemMode.MANUAL: "by you",
}


class ChecklistPane(Vertical):
    """The checklist of the incident that the verdict leads with."""

    def __init__(self) -> None:
        super().__init__(id="checklist")
        self.border_title = "Checklist"

    def compose(self) -> ComposeResult:
        yield Checklist()
        with VerticalScroll(classes="detail", can_focus=False):
            yield Static(classes="detail-text")

    @property
    def list(self) -> Checklist:
        return self.query_one(Checklist)

    def take(self, snapshot: Snapshot) -> None:
        items = snapshot.incident.checklist if snapshot.incident else ()
        self.list.take(items)
        self.border_title = Content(f"Checklist  {progress(items)}" if items else "Checklist")
        self._explain()

    @on(OptionList.OptionHighlighted)
    def _select(self) -> None:
        self._explain()
        if self.list.has_focus and self.list.citation is not None:
            self.post_message(Selected(self.list.citation))

    def _explain(self) -> None:
        item = self.list.item
        nothing = Hanging(Content(""), Content("there is nothing to check"))
        self.query_one(".detail-text", Static).update(Stack([nothing] if item is None else explanation(item)))


def progress(items: tuple[ChecklistItem, ...]) -> str:
    """``4 of 8, 1 contradicted``: how many items are no longer pending."""
    settled = sum(item.state is not ItemState.PENDING for item in items)
    contradicted = sum(item.state is ItemState.CONTRADICTED for item in items)
    return f"{settled} of {len(items)}" + (f", {contradicted} contradicted" if contradicted else "")


def explanation(item: ChecklistItem) -> Iterator[Hanging]:
    """What the item means, how to check it by hand, what it would change, and what was found."""
    mark = glyphs.ITEM[item.state]
    settled = Content.styled(f"  {_settled(item)}", "dim")
    yield Hanging(Content.styled(f"{mark.glyph} ", mark.tone), Content.styled(mark.word, f"bold {mark.tone}") + settled)
    if item.note:
        yield paragraph("note", item.note)
    for claim in item.claims:
        lines = Content.styled(f"  ({len(claim.events)})" if len(claim.events) > 1 else "", "dim")
        yield Hanging(Content.styled(f"{glyphs.EVIDENCE} ", "$text-accent"), Content(claim.text) + lines)
    for label, text in (("means", item.means), ("check", item.how), ("changes", item.changes)):
        if text:
            yield paragraph(label, text)


def _settled(item: ChecklistItem) -> str:
    """Who settles the item; of one that the user settled, what the logs say of it."""
    if item.state is ItemState.PENDING:
        return f"to be verified {BY[item.mode]}"
    if item.state is item.found:
        return f"verified {BY[item.mode]}" if item.state is ItemState.FOUND else BY[item.mode]
    if item.found is ItemState.PENDING:
        return "" if item.mode is ItemMode.MANUAL else "the logs do not say"
    return f"the logs say: {glyphs.ITEM[item.found].word}"
