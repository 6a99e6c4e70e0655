"""The rank grid: every rank, or every host, as one cell, drawn by one widget however many there are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from denpex_tui.ui.bindings import key, movement
from denpex_tui.ui.rank_layout import Cell, Label, Layout, layout
from denpex_tui.ui.rank_states import Standing
from denpex_tui.ui.widgets.tone import TONES, tone_style

NOTABLE = "next rank that is first, symmetric, collateral, silent or behind"


class RankGrid(ScrollView, can_focus=True, inherit_bindings=False):
    """The cursor stays on its rank when the grid is resized, shrunk or told more."""

    HELP_TITLE = "Rank grid"
    COMPONENT_CLASSES = TONES
    BINDINGS = [
        key(
            "ranks.open",
            "enter",
            "open",
            "open its log",
            "go to the rank's failure or last line",
            show=True,
            display="⏎",
        ),
        key("ranks.next_notable", "n", "notable(1)", "next notable", NOTABLE, show=True, display="n N"),
        key("ranks.previous_notable", "N", "notable(-1)", "previous notable", NOTABLE.replace("next", "previous")),
        key("ranks.hosts", "space", "hosts", "hosts/ranks", "one cell a host, or one cell a rank", show=True),
        key("ranks.left", "left,h", "step(-1)", "left", "previous rank"),
        key("ranks.right", "right,l", "step(1)", "right", "next rank"),
        *movement("ranks", lines="row"),
    ]

    cursor: reactive[int] = reactive(0)
    """Index of the cell under the cursor."""

    class Moved(Message):
        """Another cell is under the cursor, or under the mouse."""

        def __init__(self, cell: Cell | None) -> None:
            super().__init__()
            self.cell = cell

    class Opened(Message):
        """The user wants the log of a rank."""

        def __init__(self, standing: Standing) -> None:
            super().__init__()
            self.standing = standing

    def __init__(self) -> None:
        super().__init__()
        self._ranks: Sequence[Standing] = ()
        self._hosts: bool | None = None
        self._layout = Layout((), (), 0, False)
        self._rows: dict[int, list[tuple[int, Cell | Label]]] = {}

    def take(self, ranks: Sequence[Standing], rank: int | None = None) -> None:
        """Show ``ranks``; the cursor goes to ``rank``, else stays where it was."""
        at = rank if rank is not None else self.rank
        self._ranks = ranks
        self._arrange(at)

    @property
    def cell(self) -> Cell | None:
        cells = self._layout.cells
        return cells[self.cursor] if self.cursor < len(cells) else None

    @property
    def rank(self) -> int | None:
        return None if self.cell is None else self.cell.leader.rank

    @property
    def by_host(self) -> bool:
        return self._layout.by_host

    def _arrange(self, rank: int | None) -> None:
        width, height = self.size.width, self.size.height
        self._layout = layout(self._ranks, max(1, width), max(1, height), self._hosts)
        self._rows = defaultdict(list)
        for index, cell in enumerate(self._layout.cells):
            self._rows[cell.y].append((index, cell))
        for label in self._layout.labels:
            self._rows[label.y].append((-1, label))
        self.virtual_size = Size(width, self._layout.rows)
        self.set_reactive(RankGrid.cursor, self._layout.index_of(rank))
        self.watch_cursor()

    def on_resize(self) -> None:
        self._arrange(self.rank)

    # Drawing

    def render_line(self, y: int) -> Strip:
        base = self.rich_style
        segments: list[Segment] = []
        x = 0
        for index, part in sorted(self._rows.get(y + self.scroll_offset.y, ()), key=lambda item: item[1].x):
            if part.x > x:
                segments.append(Segment(" " * (part.x - x), base))
            drawn = self._label(part, base) if isinstance(part, Label) else self._cell(index, part, base)
            segments += drawn
            x = part.x + sum(cell_len(segment.text) for segment in drawn)
        return Strip(segments, x).adjust_cell_length(self.size.width, base)

    def _label(self, label: Label, base: Style) -> list[Segment]:
        return [Segment(label.text, base + tone_style(self, "dim"))]

    def _cell(self, index: int, cell: Cell, base: Style) -> list[Segment]:
        style = base + tone_style(self, cell.mark.tone) + Style(bold=cell.leader.notable)
        cursor = Style(reverse=True, bold=True) if index == self.cursor else Style()
        suffix = [Segment(f" {cell.suffix}", style + cursor)] if cell.suffix else []
        return [Segment(cell.mark.glyph, style + cursor), *suffix]

    # Moving

    def watch_cursor(self) -> None:
        cell = self.cell
        if cell is not None:
            top = self.scroll_offset.y
            if not top <= cell.y < top + self.size.height:
                self.scroll_to(y=max(0, cell.y - self.size.height // 2), animate=False)
        self.post_message(self.Moved(cell))
        self.refresh()

    def _go(self, index: int) -> None:
        if self._layout.cells:
            self.cursor = min(max(index, 0), len(self._layout.cells) - 1)

    def action_step(self, by: int) -> None:
        self._go(self.cursor + by)

    def _rows_by(self, by: int) -> None:
        if self._layout.cells:
            self._go(self._layout.beside(self.cursor, by))

    def action_cursor_up(self) -> None:
        self._rows_by(-1)

    def action_cursor_down(self) -> None:
        self._rows_by(1)

    def action_page_up(self) -> None:
        self._rows_by(1 - self.size.height)

    def action_page_down(self) -> None:
        self._rows_by(self.size.height - 1)

    def action_first(self) -> None:
        self._go(0)

    def action_last(self) -> None:
        self._go(len(self._layout.cells) - 1)

    def action_notable(self, by: int) -> None:
        cells = self._layout.cells
        order = [(self.cursor + by * step) % len(cells) for step in range(1, len(cells) + 1)]
        self._go(next((index for index in order if cells[index].leader.notable), self.cursor))

    def action_hosts(self) -> None:
        rank = self.rank
        self._hosts = not self.by_host
        self._arrange(rank)

    def action_open(self) -> None:
        if self.cell is not None:
            self.post_message(self.Opened(self.cell.leader))

    # The mouse

    def _under(self, event: events.MouseEvent) -> int | None:
        at = event.get_content_offset_capture(self)
        row = [(i, p) for i, p in self._rows.get(at.y + self.scroll_offset.y, ()) if isinstance(p, Cell)]
        found = (i for i, p in row if p.x <= at.x < p.x + 1 + (len(p.suffix) + 1 if p.suffix else 0))
        return next(found, None)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        index = self._under(event)
        self.post_message(self.Moved(self.cell if index is None else self._layout.cells[index]))

    def on_leave(self) -> None:
        self.post_message(self.Moved(self.cell))

    def on_click(self, event: events.Click) -> None:
        index = self._under(event)
        if index is not None:
            self._go(index)
            self.action_open()
