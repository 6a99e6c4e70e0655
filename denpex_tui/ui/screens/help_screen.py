"""The help: all keys by pane, and what each glyph means."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from denpex_tui.ui import glyphs
from denpex_tui.ui.actions import Action, Section, key_name
from denpex_tui.ui.bindings import key
from denpex_tui.ui.hanging import Hanging

KEY_COLUMN = 18


class HelpScreen(ModalScreen[None]):
    """Scrolls with the movement keys; any of the closing keys leaves it."""

    BINDINGS = [
        key("help.close", "escape,question_mark,q,f1", "dismiss", "close", "close the help", show=True),
        key("help.down", "down,j", "scroll(1)", "down", "scroll down"),
        key("help.up", "up,k", "scroll(-1)", "up", "scroll up"),
        key("help.page_down", "pagedown,space", "page(1)", "page down", "one page down"),
        key("help.page_up", "pageup", "page(-1)", "page up", "one page up"),
    ]

    def __init__(self, sections: Sequence[Section]) -> None:
        super().__init__()
        self._sections = sections

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="dialog help") as dialog:
            dialog.border_title = "Keys and glyphs"
            dialog.border_subtitle = "esc closes"
            for section in self._sections:
                yield Static(Content.styled(section.title, "bold underline"), classes="heading")
                for action in section.actions:
                    yield Static(_key_line(action))
            yield Static(Content.styled("Glyphs", "bold underline"), classes="heading")
            for line in _legend():
                yield Static(line)

    def action_scroll(self, by: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=by, animate=False)

    def action_page(self, by: int) -> None:
        dialog = self.query_one(VerticalScroll)
        dialog.scroll_relative(y=by * max(1, dialog.size.height - 1), animate=False)


def _key_line(action: Action) -> Hanging:
    keys = " ".join(key_name(name) for name in action.keys)
    return Hanging(Content.styled(f"  {keys:<{KEY_COLUMN}}", "bold"), Content(action.help))


def _legend() -> Iterator[Hanging]:
    yield _legend_line(glyphs.Mark(glyphs.EVIDENCE, "a log line that the selected claim rests on", "$text-accent"))
    yield _legend_line(glyphs.Mark(glyphs.OTHER_EVIDENCE, "a log line that another claim rests on", "dim"))
    yield _legend_line(glyphs.Mark(glyphs.BOOKMARK, "a log line that you marked with b", "$text-accent"))
    verdicts = (glyphs.FIRST, glyphs.SYMMETRIC, glyphs.AMBIGUOUS)
    reasons = (glyphs.BECAUSE, glyphs.BUT, glyphs.ALTERNATIVE)
    seen: set[tuple[str, str]] = set()
    for mark in (*verdicts, *reasons, *glyphs.RANK.values(), *glyphs.ITEM.values(), *glyphs.STANDING.values()):
        if (mark.glyph, mark.word.lower()) not in seen:
            seen.add((mark.glyph, mark.word.lower()))
            yield _legend_line(mark)


def _legend_line(mark: glyphs.Mark) -> Hanging:
    return Hanging(Content.styled(f"  {mark.glyph:<{KEY_COLUMN}}", f"bold {mark.tone}"), Content(mark.word))
