"""The JSON Schema of a rule file, made from the model and the vocabulary, for editors that complete and check TOML.

Draft 4, the newest that Taplo (Even Better TOML) validates. It knows the shape; ``rules check`` knows the rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

import orjson

from denpex_tui.engine.rules.keys import TABLES, TOP, Table
from denpex_tui.engine.rules.shape import Slot, slots
from denpex_tui.engine.rules.vocabulary import (
    AREAS,
    AT,
    COMPARISONS,
    LEAST_ITEMS,
    MODES,
    MOST_ITEMS,
    PHASES,
    RANKS,
    TESTS,
    URL,
    Words,
)

FILE_NAME = "rule.schema.json"
Schema = dict[str, Any]

_STRING: Schema = {"type": "string"}
_STRINGS: Schema = {"type": "array", "items": _STRING}
_TYPES: dict[type, Schema] = {
    str: _STRING,
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": "number"},
    tuple: _STRINGS,
}
_WORDS: dict[tuple[str, str], Words] = {
    ("", "area"): AREAS,
    ("", "phase"): PHASES,
    ("conditions", "test"): TESTS,
    ("conditions", "at"): AT,
    ("conditions", "ranks"): RANKS,
    ("checklist", "mode"): MODES,
    ("checklist", "comparison"): COMPARISONS,
}
_ID: Schema = {"type": "string", "pattern": "^[a-z0-9][a-z0-9-]*$"}
_SPECIAL: dict[tuple[str, str], Schema] = {
    ("", "id"): _ID,
    ("signals", "id"): _ID,
    ("conditions", "id"): _ID,
    ("conditions", "metric"): {"oneOf": [_STRING, {**_STRINGS, "minItems": 1}]},
    ("variants", "id"): _ID,
    ("checklist", "id"): _ID,
    ("references", "url"): {"type": "string", "pattern": URL},
    ("lookups", "table"): {"type": "object", "additionalProperties": _STRING},
}
_LEAST = {"checklist": LEAST_ITEMS, "fixes": 1, "references": 1, "samples": 2}
_MOST = {"checklist": MOST_ITEMS}


def schema_text() -> str:
    """The file ``rule.schema.json``."""
    return orjson.dumps(rule_schema(), option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE).decode()


def rule_schema() -> Schema:
    """The schema as a document."""
    schema = _object(TOP)
    schema["properties"] |= {table.name: _table(table) for table in TABLES}
    schema["required"] += list(_LEAST)
    schema["description"] = "One kind of failure of distributed training, as data. See README.md beside this file."
    return {"$schema": "http://json-schema.org/draft-04/schema#", "title": "A rule of denpex-tui", **schema}


def _table(table: Table) -> Schema:
    if table.name == "facts":
        return {"type": "object", "description": _described(table.meaning), "additionalProperties": _STRING}
    one = _object(table)
    if not table.many:
        return one
    description = one.pop("description")
    least = {"minItems": _LEAST[table.name]} if table.name in _LEAST else {}
    most = {"maxItems": _MOST[table.name]} if table.name in _MOST else {}
    return {"type": "array", "description": description, "items": one, **least, **most}


def _object(table: Table) -> Schema:
    known: Mapping[str, Slot] = slots(table.cls) if table.cls is not None else {}
    required = [key for key in table.keys if key not in known or known[key].required]
    schema: Schema = {
        "type": "object",
        "description": _described(table.meaning),
        "properties": {key: _key(table, key, known.get(key)) for key in table.keys},
        "additionalProperties": False,
    }
    return {**schema, "required": required} if required else schema


def _key(table: Table, key: str, slot: Slot | None) -> Schema:
    place = (table.name, key)
    kind = _SPECIAL.get(place) or _of_words(_WORDS.get(place)) or _of_slot(slot)
    return {**kind, "description": _described(table.keys[key])}


def _of_words(words: Words | None) -> Schema:
    return {} if words is None else {"enum": [str(word) for word in words]}


def _of_slot(slot: Slot | None) -> Schema:
    if slot is None:
        return _STRING
    if issubclass(slot.kind, StrEnum):
        return {"enum": [str(member) for member in slot.kind]}
    return _TYPES[slot.kind]


def _described(text: str) -> str:
    return text[:1].upper() + text[1:]
