"""All actions that there are, with the place where their keys work: what a keymap is checked against."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module

from textual.app import App
from textual.binding import Binding
from textual.dom import DOMNode
from textual.screen import Screen

from denpex_tui.ui import screens, user_keys, widgets
from denpex_tui.ui.user_keys import full_name

_ELSEWHERE = {
    "rank_grid": "RanksScreen",
    "rule": "RulesScreen",
    "part_list": "RulesScreen",
    "metric": "MetricsScreen",
    "choice": "ChooserScreen",
}
"""Widgets, by the beginning of their module, that are on another screen than the incident's."""


@dataclass(frozen=True, slots=True)
class KnownAction:
    """An action, where it is declared, its own keys and those that it has now."""

    id: str
    owner: type[DOMNode]
    own: frozenset[str]
    keys: frozenset[str]
    help: str


def known_actions() -> list[KnownAction]:
    """Every action of every screen, loading all of them."""
    import_module("denpex_tui.ui.app")
    for package in (screens, widgets):
        for module in pkgutil.iter_modules(package.__path__, package.__name__ + "."):
            import_module(module.name)
    return [action for owner in _owners(DOMNode) for action in _of(owner)]


def _owners(base: type[DOMNode]) -> Iterator[type[DOMNode]]:
    found = {kind for sub in base.__subclasses__() for kind in (sub, *_owners(sub))}
    ours = (kind for kind in found if kind.__module__.startswith("denpex_tui.") and "BINDINGS" in vars(kind))
    yield from sorted(ours, key=lambda kind: (not issubclass(kind, (App, Screen)), kind.__module__, kind.__name__))


def _of(owner: type[DOMNode]) -> Iterator[KnownAction]:
    for binding in vars(owner)["BINDINGS"]:
        if isinstance(binding, Binding) and binding.id:
            yield KnownAction(
                binding.id, owner, _names(user_keys.declared(binding.id)), _names(binding.key), binding.tooltip
            )


def _names(keys: str) -> frozenset[str]:
    return frozenset(full_name(key.strip()) for key in keys.split(","))


def meet(one: KnownAction, other: KnownAction) -> bool:
    """Whether both may be asked by the same key: in one place, or one around the other."""
    if one.owner is other.owner:
        return True
    return _is_around(one.owner, other.owner) or _is_around(other.owner, one.owner)


def _is_around(outer: type[DOMNode], inner: type[DOMNode]) -> bool:
    if issubclass(outer, App):
        return True
    if not issubclass(outer, Screen):
        return False
    return issubclass(inner, outer) or (not issubclass(inner, (App, Screen)) and _home(inner) in _names_of(outer))


def _home(widget: type[DOMNode]) -> str:
    module = widget.__module__.rpartition(".")[2]
    return next((name for begin, name in _ELSEWHERE.items() if module.startswith(begin)), "IncidentScreen")


def _names_of(screen: type[DOMNode]) -> set[str]:
    """The screen's own name and those of the screens that are made from it."""
    return {screen.__name__, *(sub.__name__ for sub in screen.__subclasses__())}
