"""Rewrites the texts of a value of any depth: what masks secrets and what redacts names walk it the same way."""

from __future__ import annotations

import dataclasses
import enum
import operator
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from denpex_tui.engine.model import Event

T = TypeVar("T")

Change = Callable[[str], str]

IDS = frozenset({"kind", "rule", "variant", "layout", "id"})
"""Fields that hold our own words; what an event is called is one as well."""


def rewritten(value: T, change: Change) -> T:
    """The same value with every string in it changed; what holds nothing to change is given back as it is."""
    return _rewritten(value, change)  # type: ignore[no-any-return]


def texts(value: object) -> Iterator[str]:
    """Every string that `rewritten` would change, in the order of the fields."""
    if isinstance(value, str):
        if not isinstance(value, enum.Enum):
            yield value
    elif type(value) is tuple:
        for entry in value:
            yield from texts(entry)
    elif isinstance(value, dict):
        for entry in value.values():
            yield from texts(entry)
    elif dataclasses.is_dataclass(value):
        for name in _names(value):
            yield from texts(getattr(value, name))


def _names(value: Any) -> list[str]:
    ids = IDS | {"name"} if isinstance(value, Event) else IDS
    return [field.name for field in dataclasses.fields(value) if field.name not in ids]


def _rewritten(value: Any, change: Change) -> Any:
    if isinstance(value, str):
        return value if isinstance(value, enum.Enum) else change(value)
    if type(value) is tuple:
        found = tuple(_rewritten(entry, change) for entry in value)
        return value if all(map(operator.is_, value, found)) else found
    if isinstance(value, dict):
        return {key: _rewritten(entry, change) for key, entry in value.items()}
    if isinstance(value, Event):
        return _event(value, change)
    return _fields(value, change) if dataclasses.is_dataclass(value) else value


def _fields(value: Any, change: Change) -> Any:
    before = {name: getattr(value, name) for name in _names(value)}
    after = {name: _rewritten(entry, change) for name, entry in before.items()}
    changed = {name: entry for name, entry in after.items() if entry is not before[name]}
    return dataclasses.replace(value, **changed) if changed else value


def _event(event: Event, change: Change) -> Event:
    """Its matched part stays marked where it still stands there."""
    text = change(event.text)
    if text == event.text or event.span is None:
        return _fields(event, change)  # type: ignore[no-any-return]
    matched = change(event.text[slice(*event.span)])
    at = text.find(matched) if matched else -1
    span = (at, at + len(matched)) if at >= 0 else None
    others = _fields(dataclasses.replace(event, text="", span=None), change)
    return dataclasses.replace(others, text=text, span=span)  # type: ignore[no-any-return]
