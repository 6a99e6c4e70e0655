"""Reads rule files: TOML in, the frozen model out, or every problem of the file with its line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import denpex_tui
from denpex_tui.engine.rules.errors import Problems, RuleError
from denpex_tui.engine.rules.model import (
    Condition,
    Contradiction,
    FixText,
    Item,
    Lookup,
    Rule,
    Sample,
    Signal,
    Undecided,
    Variant,
)
from denpex_tui.engine.rules.shape import read_strings, read_table, read_tables
from denpex_tui.engine.rules.toml_lines import TomlLines
from denpex_tui.engine.rules.validate import check_rule

_TABLES = {
    "signals": Signal,
    "samples": Sample,
    "conditions": Condition,
    "variants": Variant,
    "contradictions": Contradiction,
    "checklist": Item,
    "fixes": FixText,
}


def load_rule(path: Path, scanner: bool = True) -> Rule:
    """The rule of ``path``. Raises the first `RuleError`, which carries the others of the file.

    ``scanner`` compiles each pattern for the scanner, some milliseconds each, to see that it takes it.
    """
    rule, problems = read_rule(path, scanner)
    if problems:
        raise replace_others(problems)
    assert rule is not None
    return rule


def read_rule(path: Path, scanner: bool = True) -> tuple[Rule | None, tuple[RuleError, ...]]:
    """The rule of ``path`` and no problem, or None and all problems of the file. Never raises for a bad file."""
    try:
        text = path.read_text(encoding="utf-8")
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return None, (RuleError(path, _error_line(error), "this is not TOML", _reason(error), "see https://toml.io"),)
    except (OSError, UnicodeDecodeError) as error:
        return None, (RuleError(path, 1, "the file cannot be read", str(error)),)
    problems = Problems(path, TomlLines(text))
    rule = _build(data, path, problems)
    if rule is not None and not problems.found:
        check_rule(rule, problems, scanner)
    return (None, tuple(problems.found)) if problems.found else (rule, ())


def load_directory(path: Path, scanner: bool = True) -> tuple[tuple[Rule, ...], tuple[RuleError, ...]]:
    """The rules of all ``*.toml`` files below ``path`` in the order of their ids, and the problems of the others."""
    rules: list[Rule] = []
    problems: list[RuleError] = []
    for file in sorted(path.rglob("*.toml")):
        rule, found = read_rule(file, scanner)
        problems.extend(found)
        if rule is not None:
            rules.append(rule)
    return tuple(sorted(rules, key=lambda rule: rule.id)), tuple(problems)


def bundled_rules_dir() -> Path:
    """Where the catalogue is: inside the installed package, else at the top of the repository."""
    package = Path(denpex_tui.__file__).parent
    installed = package / "rules"
    return installed if installed.is_dir() else package.parent / "rules"


def replace_others(problems: Sequence[RuleError]) -> RuleError:
    """The first problem, carrying the rest."""
    return replace(problems[0], others=tuple(problems[1:]))


def _build(data: dict[str, Any], path: Path, problems: Problems) -> Rule | None:
    ready: dict[str, Any] = {name: read_tables(cls, data, name, problems) for name, cls in _TABLES.items()}
    ready["undecided"] = read_table(Undecided, data.get("undecided", {}), ("undecided",), problems) or Undecided()
    ready["facts"] = read_strings(data.get("facts", {}), ("facts",), problems)
    ready["lookups"] = _lookups(data, problems)
    ready["misbeliefs"] = _pairs(data, "misbeliefs", ("claim", "fact"), problems)
    ready["references"] = _pairs(data, "references", ("title", "url"), problems)
    ready["path"] = path
    rest = {key: value for key, value in data.items() if key not in ready or key == "path"}
    return read_table(Rule, rest, (), problems, ready)


def _lookups(data: dict[str, Any], problems: Problems) -> tuple[Lookup, ...]:
    lookups = []
    for index, entry in enumerate(data.get("lookups", [])):
        where = ("lookups", index)
        rest = {key: value for key, value in entry.items() if key != "table"}
        table = read_strings(entry.get("table", {}), (*where, "table"), problems)
        lookups.append(read_table(Lookup, rest, where, problems, {"table": table}))
    return tuple(lookup for lookup in lookups if lookup is not None)


def _pairs(data: dict[str, Any], name: str, keys: tuple[str, str], problems: Problems) -> tuple[tuple[str, str], ...]:
    pairs = []
    for index, entry in enumerate(data.get(name, [])):
        where = (name, index)
        table = dict(read_strings(entry, where, problems))
        if set(table) == set(keys):
            pairs.append((table[keys[0]], table[keys[1]]))
        else:
            problems.add(where, f"{name}[{index}] must have {keys[0]} and {keys[1]}, and nothing else")
    return tuple(pairs)


def _error_line(error: tomllib.TOMLDecodeError) -> int:
    match = re.search(r"at line (\d+)", str(error))
    return int(match[1]) if match else 1


def _reason(error: tomllib.TOMLDecodeError) -> str:
    return str(error)
