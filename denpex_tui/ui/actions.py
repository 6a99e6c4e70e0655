"""All actions with their keys, gathered from where they are declared; the help and the palette list the same ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from textual.binding import Binding
from textual.dom import DOMNode


@dataclass(frozen=True, slots=True)
class Action:
    """One thing the user can do."""

    id: str
    keys: tuple[str, ...]
    word: str
    help: str
    action: str
    node: DOMNode
    """Where the action runs."""


@dataclass(frozen=True, slots=True)
class Section:
    """The actions of one pane."""

    title: str
    actions: tuple[Action, ...]


def sections(nodes: Iterable[DOMNode]) -> Iterator[Section]:
    """The actions of each node that declares bindings with an id, in the order of declaration."""
    for node in nodes:
        declared = [binding for binding in type(node).BINDINGS if isinstance(binding, Binding) and binding.id]
        if declared:
            title = getattr(type(node), "HELP_TITLE", None) or type(node).__name__
            yield Section(title, tuple(_action(binding, node) for binding in declared))


def _action(binding: Binding, node: DOMNode) -> Action:
    keys = tuple(key.strip() for key in binding.key.split(","))
    return Action(binding.id or "", keys, binding.description, binding.tooltip, binding.action, node)


_KEY_NAMES = {
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
    "enter": "⏎",
    "tab": "⇥",
    "shift+tab": "⇧⇥",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "less_than_sign": "<",
    "greater_than_sign": ">",
    "question_mark": "?",
    "ampersand": "&",
    "number_sign": "#",
    "vertical_line": "|",
    "at": "@",
    "colon": ":",
    "plus": "+",
    "minus": "-",
    "slash": "/",
    "escape": "esc",
    "pageup": "pgup",
    "pagedown": "pgdn",
}


def key_name(key: str) -> str:
    """How a key is written for the user."""
    return _KEY_NAMES.get(key, key)
