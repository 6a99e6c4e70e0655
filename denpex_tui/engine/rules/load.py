"""Reads rule files: TOML in, the frozen model out, or every problem of the file with its line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from denpex_tui.engine.rules.cache import cached_documents, store_documents
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
from denpex_tui.engine.rules.places import bundled_rules_dir
from denpex_tui.engine.rules.shape import read_strings, read_table, read_tables, tables_of
from denpex_tui.engine.rules.validate import check_rule
from denpex_tui.engine.rules.validate_characters import check_characters
from denpex_tui.engine.rules.validate_left import check_left

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
    rule, _, problems = _read(path, scanner)
    return rule, problems


def _read(path: Path, scanner: bool) -> tuple[Rule | None, dict[str, Any], tuple[RuleError, ...]]:
    try:
        text = path.read_text(encoding="utf-8")
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        problem = RuleError(path, _error_line(error), "this is not TOML", str(error), "see https://toml.io")
        return None, {}, (problem,)
    except (OSError, UnicodeDecodeError) as error:
        return None, {}, (RuleError(path, 1, "the file cannot be read", str(error)),)
    problems = Problems(path, text)
    check_characters(data, problems)
    rule = build_rule(data, path, problems)
    if rule is not None and not problems.found:
        check_rule(rule, problems, scanner)
    check_left(data, problems)
    wrong = tuple(sorted(problems.found, key=lambda problem: problem.line))
    return (None, data, wrong) if wrong else (rule, data, ())


def load_directory(path: Path, scanner: bool = True) -> tuple[tuple[Rule, ...], tuple[RuleError, ...]]:
    """The rules of all ``*.toml`` files below ``path`` in the order of their ids, and the problems of the others."""
    read = [_read(file, scanner) for file in rule_files(path)]
    return _in_order(rule for rule, _, _ in read), tuple(problem for _, _, found in read for problem in found)


def load_bundled(directory: Path | None = None) -> tuple[tuple[Rule, ...], tuple[RuleError, ...]]:
    """The catalogue below ``directory``, by default the bundled one.

    It comes from the cache where that is whole; there the checks were passed when it was stored.
    """
    directory = directory or bundled_rules_dir()
    files = rule_files(directory)
    documents = cached_documents(directory, files)
    if documents is not None:
        rules = [build_rule(data, directory / name, Problems(directory / name, "")) for name, data in documents]
        if all(rules):
            return _in_order(rules), ()
    read = [_read(file, scanner=False) for file in files]
    problems = tuple(problem for _, _, found in read for problem in found)
    if not problems:
        names = (str(file.relative_to(directory)) for file in files)
        store_documents(directory, files, zip(names, (data for _, data, _ in read), strict=True))
    return _in_order(rule for rule, _, _ in read), problems


def rule_files(path: Path) -> list[Path]:
    """The rule files below ``path``, in a fixed order."""
    return sorted(path.rglob("*.toml"))


def _in_order(rules: Iterable[Rule | None]) -> tuple[Rule, ...]:
    return tuple(sorted((rule for rule in rules if rule is not None), key=lambda rule: rule.id))


def replace_others(problems: Sequence[RuleError]) -> RuleError:
    """The first problem, carrying the rest."""
    return replace(problems[0], others=tuple(problems[1:]))


def build_rule(data: dict[str, Any], path: Path, problems: Problems) -> Rule | None:
    """The rule of a TOML document, its shape checked and nothing else; None when it has a problem."""
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
    for index, entry in enumerate(tables_of(data, "lookups", problems)):
        where = ("lookups", index)
        table = read_strings(entry.get("table", {}), (*where, "table"), problems)
        rest = {key: value for key, value in entry.items() if key != "table"}
        lookups.append(read_table(Lookup, rest, where, problems, {"table": table}))
    return tuple(lookup for lookup in lookups if lookup is not None)


def _pairs(data: dict[str, Any], name: str, keys: tuple[str, str], problems: Problems) -> tuple[tuple[str, str], ...]:
    pairs = []
    for index, entry in enumerate(tables_of(data, name, problems)):
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
