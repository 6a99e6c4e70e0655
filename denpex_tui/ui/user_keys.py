"""Keys of the user's choice: set before the screens are loaded, used where bindings are declared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from textual.keys import _character_to_key

_chosen: dict[str, str] = {}
_declared: dict[str, str] = {}


def choose(keys: Mapping[str, Sequence[str]]) -> None:
    """Let actions have other keys than their own, by id; for bindings that are declared from now on."""
    _chosen.clear()
    _chosen.update({name: ",".join(map(full_name, chosen)) for name, chosen in keys.items()})


def chosen(id: str, keys: str) -> str:  # noqa: A002 - the name that Textual gives it
    """The keys of the action ``id``: the user's, else ``keys``, its own."""
    _declared[id] = keys
    return _chosen.get(id, keys)


def is_chosen(id: str) -> bool:  # noqa: A002
    """Whether the user gave the action other keys."""
    return id in _chosen


def declared(id: str) -> str:  # noqa: A002
    """The action's own keys, whatever the user chose."""
    return _declared[id]


def full_name(key: str) -> str:
    """``?`` as ``question_mark``, as Textual calls it; a longer name is one already."""
    *modifiers, base = key.split("+") if len(key) > 1 else [key]
    return "+".join([*modifiers, _character_to_key(base) if len(base) == 1 else base])
