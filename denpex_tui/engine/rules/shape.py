"""Turns the tables of a TOML document into the frozen classes of the model, guided by their annotations."""

from __future__ import annotations

import types
import typing
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, Field, dataclass, fields
from enum import StrEnum
from typing import Any, TypeVar

from denpex_tui.engine.rules.errors import Problems
from denpex_tui.engine.rules.texts import reflow
from denpex_tui.engine.rules.toml_lines import Key

T = TypeVar("T")
_BAD = object()
_PROSE = frozenset(
    {"summary", "explanation", "does_not_prove", "means", "how", "changes", "pending", "when", "expect"},
)
_WORDS = {str: "a string", bool: "true or false", int: "a whole number", float: "a number"}


@dataclass(frozen=True, slots=True)
class Slot:
    """What a key of a table holds."""

    kind: type
    """`str`, `bool`, `int`, `float`, an enumeration, or `tuple` for a list of strings."""
    required: bool


_SLOTS: dict[type, dict[str, Slot]] = {}


def slots(cls: type) -> Mapping[str, Slot]:
    """The keys of a dataclass of the model; resolving its annotations is slow, so once for each class."""
    if cls not in _SLOTS:
        hints = typing.get_type_hints(cls)
        _SLOTS[cls] = {item.name: Slot(_kind(hints[item.name]), _required(item)) for item in fields(cls)}
    return _SLOTS[cls]


def _kind(hint: Any) -> type:
    if isinstance(hint, types.UnionType):
        hint = next(part for part in hint.__args__ if part is not types.NoneType)
    kind: type = typing.get_origin(hint) or hint
    return kind


def read_table(cls: type[T], data: object, where: Key, problems: Problems, ready: Mapping[str, Any] = {}) -> T | None:
    """An instance of ``cls`` from ``data``, or None after adding its problems. ``ready`` holds fields already read."""
    if not isinstance(data, dict):
        problems.add(where, f"{path_of(where)} must be a table", help=f"write it as [[{where[0]}]]")
        return None
    known = slots(cls)
    values: dict[str, Any] = dict(ready)
    complete = _no_unknown_keys(data, known, ready, where, problems)
    for name, slot in known.items():
        if name in ready:
            continue
        if name in data:
            values[name] = _value(slot.kind, data[name], (*where, name), problems)
            complete &= values[name] is not _BAD
        elif slot.required:
            problems.add(where, f"{path_of(where)} has no {name!r}", help=f"add {name} = …")
            complete = False
    return cls(**values) if complete else None


def read_tables(cls: type[T], data: Mapping[str, Any], name: str, problems: Problems) -> tuple[T, ...]:
    """The instances of the array of tables ``name``."""
    tables = enumerate(tables_of(data, name, problems))
    read = (read_table(cls, table, (name, index), problems) for index, table in tables)
    return tuple(item for item in read if item is not None)


def tables_of(data: Mapping[str, Any], name: str, problems: Problems) -> list[dict[str, Any]]:
    """The array of tables ``name``; empty, with a problem, when it is something else."""
    tables = data.get(name, [])
    if isinstance(tables, list) and all(isinstance(table, dict) for table in tables):
        return tables
    problems.add((name,), f"{name!r} must be an array of tables", help=f"write each as [[{name}]]")
    return []


def read_strings(data: object, where: Key, problems: Problems) -> tuple[tuple[str, str], ...]:
    """The pairs of a table whose values are all strings."""
    if not isinstance(data, dict):
        problems.add(where, f"{path_of(where)} must be a table of strings")
        return ()
    for key, value in data.items():
        if not isinstance(value, str):
            problems.add((*where, key), f"{path_of((*where, key))} must be a string")
    return tuple((key, value) for key, value in data.items() if isinstance(value, str))


def _no_unknown_keys(
    data: Mapping[str, Any], known: Iterable[str], ready: Mapping[str, Any], where: Key, problems: Problems
) -> bool:
    unknown = [key for key in data if key not in known or key in ready]
    for key in unknown:
        listed = ", ".join(name for name in known if name not in ready)
        problems.add((*where, key), f"unknown key {key!r} in {path_of(where)}", help=f"known keys: {listed}")
    return not unknown


def _required(item: Field[Any]) -> bool:
    return item.default is MISSING and item.default_factory is MISSING


def _value(kind: type, value: object, where: Key, problems: Problems) -> Any:
    if kind is tuple:
        return _strings(value, where, problems)
    if issubclass(kind, StrEnum):
        return _word(kind, value, where, problems)
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if isinstance(value, kind) and not (kind is int and isinstance(value, bool)):
        return reflow(value) if isinstance(value, str) and where[-1] in _PROSE else value
    problems.add(where, f"{path_of(where)} must be {_WORDS[kind]}", why=f"it is {value!r}")
    return _BAD


def _word(kind: type[StrEnum], value: object, where: Key, problems: Problems) -> Any:
    words = [str(member) for member in kind]
    if value in words:
        return kind(str(value))
    problems.add(where, f"{path_of(where)} is {value!r}", help=f"use one of {', '.join(words)}")
    return _BAD


def _strings(value: object, where: Key, problems: Problems) -> Any:
    if isinstance(value, str) and where[-1] == "metric":
        return (value,)
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return tuple(value)
    problems.add(where, f"{path_of(where)} must be a list of strings", why=f"it is {value!r}", help='write ["a", "b"]')
    return _BAD


def path_of(where: Key) -> str:
    """``signals[0].pattern``, as problems name a key; the top level is ``the rule``."""
    text = ""
    for part in where:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text or "the rule"
