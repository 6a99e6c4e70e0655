"""Bringing a tree up to date with an outline, touching only what changed, so that cursor and folds stay."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual.widgets.tree import TreeNode

from denpex_tui.ui.outline import Node


def sync(parent: TreeNode[Node], nodes: Sequence[Node]) -> None:
    """Make the children of ``parent`` be ``nodes``, in their order, matched by key."""
    wanted = {node.key for node in nodes}
    for child in list(parent.children):
        if child.data is None or child.data.key not in wanted:
            child.remove()
    for index, node in enumerate(nodes):
        present = parent.children[index] if index < len(parent.children) else None
        if present is None or present.data is None or present.data.key != node.key:
            _drop(parent, node.key)
            present = _add(parent, node, index)
        else:
            _update(present, node)
        if node.children is not None and (present.is_expanded or present.children):
            sync(present, node.children())


def starting_node(root: TreeNode[Node], wanted: str | None, into: bool) -> TreeNode[Node] | None:
    """The top entry with the key ``wanted``, else the first; with ``into``, its first child when it cites nothing."""
    tops = list(root.children)
    found = next((top for top in tops if top.data is not None and top.data.key == wanted), None)
    first = found or next(iter(tops), None)
    if first is None or not into or not first.children or (first.data is not None and first.data.citation is not None):
        return first
    return first.children[0]


def _drop(parent: TreeNode[Node], key: str) -> None:
    for child in list(parent.children):
        if child.data is not None and child.data.key == key:
            child.remove()


def _add(parent: TreeNode[Node], node: Node, index: int) -> TreeNode[Node]:
    before = index if index < len(parent.children) else None
    foldable = node.children is not None
    return parent.add(Text(node.text), node, before=before, expand=node.expanded, allow_expand=foldable)


def _update(present: TreeNode[Node], node: Node) -> None:
    old, present.data = present.data, node
    present.allow_expand = node.children is not None
    if old is None or (old.text, old.detail, old.mark) != (node.text, node.detail, node.mark):
        present.set_label(Text(node.text))
