"""The incident pane: the initiator, why, what followed from it, and all other ranks, as a tree."""

from __future__ import annotations

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual import on
from textual.widgets import Tree
from textual.widgets.tree import TreeNode

from denpex_tui.engine.model import Outcome, Place, Snapshot
from denpex_tui.ui import glyphs
from denpex_tui.ui.bindings import key, movement
from denpex_tui.ui.cell_window import fit
from denpex_tui.ui.citation import Citation
from denpex_tui.ui.messages import LogWanted, Selected
from denpex_tui.ui.outline import Node
from denpex_tui.ui.outline_job import outline
from denpex_tui.ui.tree_sync import starting_node, sync
from denpex_tui.ui.widgets.tone import TONES, tone_style


class IncidentTree(Tree[Node], inherit_bindings=False):
    """Moving the cursor selects; what is selected shows its evidence in the log pane."""

    HELP_TITLE = "Incident pane"
    COMPONENT_CLASSES = TONES
    BINDINGS = [
        *movement("incident", lines="entry"),
        key("incident.open", "enter", "open", "open", "unfold, or go to the line in the log", show=True, display="⏎"),
        key("incident.unfold", "right,l", "unfold", "unfold", "unfold the entry"),
        key("incident.fold", "left,h", "fold", "fold", "fold the entry, or go to the one above it"),
    ]
    ICON_NODE = glyphs.COLLAPSED
    ICON_NODE_EXPANDED = glyphs.EXPANDED

    def __init__(self) -> None:
        super().__init__(Text("job"), id="incident")
        self.show_root = False
        self.auto_expand = False
        self.guide_depth = 2
        self.border_title = "Incident"
        self._chosen: str | None = None
        """Key of the node that was selected for the user, to be replaced while the user has not moved on."""

    def take(self, snapshot: Snapshot) -> None:
        """Show a newer snapshot; the cursor stays on its entry, or goes to the initiator while nobody moved it."""
        shown = self._opens()
        sync(self.root, outline(snapshot))
        cursor = self.cursor_node
        untouched = cursor is None or cursor.data is None or cursor.data.key == self._chosen
        if untouched:
            self._choose(snapshot)
        unknown_until_now = shown is not None and shown.line < 1
        if (untouched or unknown_until_now) and self._opens() != shown and self.citation is not None:
            self.post_message(Selected(self.citation))

    def _choose(self, snapshot: Snapshot) -> None:
        """The initiator; without one the first entry that leads to a line, unless a live log is being followed."""
        wanted = None if snapshot.incident is None else f"incident/{snapshot.incident.attempt}"
        chosen = starting_node(self.root, wanted, into=snapshot.outcome is not Outcome.RUNNING)
        if chosen is not None and chosen.data is not None:
            self._chosen = chosen.data.key
            self.call_after_refresh(self.move_cursor, chosen)

    def _opens(self) -> Place | None:
        return None if self.citation is None else self.citation.opens

    @property
    def citation(self) -> Citation | None:
        """What the entry under the cursor cites."""
        cursor = self.cursor_node
        return None if cursor is None or cursor.data is None else cursor.data.citation

    # Drawing: labels are cut to the width, with an ellipsis; the caption of the log pane holds the whole sentence

    def render_label(self, node: TreeNode[Node], base_style: Style, style: Style) -> Text:
        data = node.data
        if data is None:
            return Text()
        room = self.scrollable_content_region.width - self._indent(node)
        toggle = Style.from_meta({"toggle": True})
        icon = (self.ICON_NODE_EXPANDED if node.is_expanded else self.ICON_NODE) if node.allow_expand else "  "
        detail = f" {data.detail}" if data.detail else ""
        text = fit(data.text, max(4, room - 4 - cell_len(detail)))
        gap = " " * max(0, room - 4 - cell_len(text) - cell_len(detail))
        return Text.assemble(
            (icon, base_style + toggle),
            (f"{data.mark.glyph} ", style + tone_style(self, data.mark.tone)),
            (text, style),
            (f"{gap}{detail}", style + tone_style(self, "dim")),
        )

    def get_label_width(self, node: TreeNode[Node]) -> int:
        return max(1, self.scrollable_content_region.width - self._indent(node))

    def _indent(self, node: TreeNode[Node]) -> int:
        depth = -1
        while node.parent is not None:
            node = node.parent
            depth += 1
        return depth * self.guide_depth

    def on_resize(self) -> None:
        self._invalidate()

    # Reactions

    @on(Tree.NodeExpanded)
    def _fill(self, event: Tree.NodeExpanded[Node]) -> None:
        data = event.node.data
        if data is not None and data.children is not None and not event.node.children:
            sync(event.node, data.children())

    @on(Tree.NodeHighlighted)
    def _select(self, event: Tree.NodeHighlighted[Node]) -> None:
        if event.node.data is not None and event.node.data.citation is not None:
            self.post_message(Selected(event.node.data.citation))

    def action_open(self) -> None:
        cursor = self.cursor_node
        if cursor is None:
            return
        if cursor.allow_expand:
            cursor.toggle()
        else:
            self.post_message(LogWanted())

    def action_unfold(self) -> None:
        if self.cursor_node is not None and self.cursor_node.allow_expand:
            self.cursor_node.expand()

    def action_fold(self) -> None:
        cursor = self.cursor_node
        if cursor is None:
            return
        if cursor.allow_expand and cursor.is_expanded:
            cursor.collapse()
        elif cursor.parent is not None and cursor.parent is not self.root:
            self.move_cursor(cursor.parent)

    def action_first(self) -> None:
        self.cursor_line = 0

    def action_last(self) -> None:
        self.cursor_line = self.last_line
