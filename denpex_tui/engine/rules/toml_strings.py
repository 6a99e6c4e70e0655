"""All strings of a TOML document, each with the way to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from denpex_tui.engine.rules.toml_lines import Key


def strings(value: Any, where: Key = ()) -> Iterator[tuple[Key, str]]:
    """Every key and string below ``value``, in the order of the document."""
    if isinstance(value, str):
        yield where, value
    elif isinstance(value, dict):
        for key, entry in value.items():
            yield (*where, key), key
            yield from strings(entry, (*where, key))
    elif isinstance(value, list):
        for index, entry in enumerate(value):
            yield from strings(entry, (*where, index))
