"""The checklist itself: one item a paragraph, its state in glyph and word."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from denpex_tui.engine.model import ChecklistItem, ItemState
from denpex_tui.ui import glyphs
from denpex_tui.ui.bindings import key, movement
from denpex_tui.ui.citation import Citation, unique
from denpex_tui.ui.hanging import Hanging
from denpex_tui.ui.messages import Decided, LogWanted, NoteWanted, Selected


class Checklist(OptionList, inherit_bindings=False):
    """Keys set the state of the item under the cursor; the engine's own finding stays readable beside it."""

    HELP_TITLE = "Checklist pane"
    BINDINGS = [
        *movement("checklist", lines="item"),
        key("checklist.open", "enter", "open", "open", "go to the item's line in the log", display="⏎"),
        key("checklist.confirm", "space", "decide('confirmed')", "confirm", "confirm the item yourself", show=True),
        key("checklist.reject", "x", "decide('rejected')", "reject", "reject the item", show=True),
        key("checklist.skip", "s", "decide('skipped')", "skip", "skip the item", show=True),
        key("checklist.undo", "u", "decide('pending')", "undo", "back to what the engine found", show=True),
        key("checklist.note", "e", "note", "note", "write a note on the item", show=True),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._items: tuple[ChecklistItem, ...] = ()

    def take(self, items: tuple[ChecklistItem, ...]) -> None:
        """Show the items; the cursor stays on its item."""
        if items == self._items:
            return
        at = self.item
        self._items = items
        self.set_options(Option(_prompt(item), id=str(index)) for index, item in enumerate(items))
        self.highlighted = _index(items, at) if items else None

    @property
    def item(self) -> ChecklistItem | None:
        """The item under the cursor."""
        at = self.highlighted
        return self._items[at] if at is not None and at < len(self._items) else None

    @property
    def citation(self) -> Citation | None:
        """What the item under the cursor rests on."""
        if self.item is None:
            return None
        events = unique(event for claim in self.item.claims for event in claim.events)
        said = "; ".join(claim.text for claim in self.item.claims)
        return Citation(glyphs.ITEM[self.item.state].word, said or self.item.text, events)

    def action_open(self) -> None:
        if self.citation is not None and self.citation.opens is not None:
            self.post_message(Selected(self.citation))
            self.post_message(LogWanted())

    def action_decide(self, state: str) -> None:
        if self.item is not None:
            self.post_message(Decided(self.item.id, ItemState(state)))

    def action_note(self) -> None:
        if self.item is not None:
            self.post_message(NoteWanted(self.item.id, self.item.text, self.item.note))


def _index(items: Sequence[ChecklistItem], at: ChecklistItem | None) -> int:
    return next((index for index, item in enumerate(items) if at is not None and item.id == at.id), 0)


def _prompt(item: ChecklistItem) -> Hanging:
    mark = glyphs.ITEM[item.state]
    note = Content.styled("  ✎ note", "dim") if item.note else Content("")
    state = Content.styled(f"  {mark.word}", mark.tone)
    return Hanging(Content.styled(f"{mark.glyph} ", f"bold {mark.tone}"), Content(item.text) + state + note)
