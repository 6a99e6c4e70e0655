"""``rules/README.md``, made from the rule files, the format's keys and its vocabulary."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from denpex_tui import rules_guide as guide
from denpex_tui.engine.rules import vocabulary
from denpex_tui.engine.rules.keys import TABLES, TOP, Table
from denpex_tui.engine.rules.model import Rule
from denpex_tui.engine.rules.shape import slots
from denpex_tui.engine.rules.vocabulary import Words
from denpex_tui.rules_examples import CONDITION_EXAMPLES


def readme(rules: Sequence[Rule]) -> str:
    """The whole page as Markdown."""
    parts = [
        guide.INTRODUCTION,
        *_catalogue(rules),
        guide.FIVE_MINUTES,
        *_format(),
        guide.PATTERNS,
        _words("Groups that the engine understands", vocabulary.GROUPS, "group"),
        _words("Parameters of every text", vocabulary.PARAMETERS, "parameter"),
        guide.NAMES + "\n" + _listed(vocabulary.BUILT_IN, "name"),
        *_conditions(),
        guide.LEADS,
        _words("Tags that the engine understands", vocabulary.TAGS, "tag"),
    ]
    return "\n".join(part.strip("\n") + "\n" for part in parts)


def _catalogue(rules: Sequence[Rule]) -> Iterator[str]:
    yield f"## What it detects: {len(rules)} kinds\n"
    for area, meaning in vocabulary.AREAS.items():
        mine = [rule for rule in rules if rule.area == area]
        if mine:
            rows = ((_code(rule.id), _detects(rule), _variants(rule), _references(rule)) for rule in mine)
            yield f"### {area}: {meaning}\n\n" + _table(
                ("id", "what it detects", "causes told apart", "references"), rows
            )


def _detects(rule: Rule) -> str:
    return f"**{_cell(rule.title)}** {_cell(rule.summary)}" + (" *(silent)*" if rule.silent else "")


def _variants(rule: Rule) -> str:
    return ", ".join(_cell(variant.title) for variant in rule.variants)


def _references(rule: Rule) -> str:
    return " ".join(f"[{number}]({url})" for number, (_, url) in enumerate(rule.references, start=1))


def _format() -> Iterator[str]:
    yield "## The format\n\nKeys in **bold** must be there. Lists of names are explained below.\n"
    for table in (TOP, *TABLES):
        rows = [(_name(table, key), _spaced(meaning)) for key, meaning in table.keys.items()]
        yield f"### {_header(table)}: {table.meaning}\n" + (
            "\n" + _table(("key", "what it is for"), rows) if rows else ""
        )
    yield _words("Phases", vocabulary.PHASES, "phase")
    yield _words("Roles", vocabulary.ROLES, "role")
    yield _words("Where a signal may match", vocabulary.WHERE, "where")
    yield _words("How an item is verified", vocabulary.MODES, "mode")
    yield _words("What an item compares with", vocabulary.COMPARISONS, "comparison")
    yield _words("Scope", vocabulary.SCOPES, "scope")


def _header(table: Table) -> str:
    if not table.name:
        return "At the top"
    return _code(f"[[{table.name}]]" if table.many else f"[{table.name}]")


def _name(table: Table, key: str) -> str:
    known = slots(table.cls) if table.cls is not None else {}
    required = (key not in known or known[key].required) and table.name != "undecided"
    return f"**{_code(key)}**" if required else _code(key)


def _conditions() -> Iterator[str]:
    yield guide.CONDITIONS
    rows = (
        (_code(test), _spaced(meaning), _code(CONDITION_EXAMPLES[test])) for test, meaning in vocabulary.TESTS.items()
    )
    yield _table(("`test`", "holds when", "example"), rows)
    yield _listed(vocabulary.AT, "at")
    yield _listed(vocabulary.RANKS, "ranks")


def _words(heading: str, words: Words, column: str) -> str:
    return f"### {heading}\n\n{_listed(words, column)}"


def _listed(words: Words, column: str) -> str:
    return _table((_code(column), "what it means"), ((_code(str(word)), _spaced(text)) for word, text in words.items()))


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [f"| {' | '.join(row)} |" for row in (heads, ["---"] * len(heads), *rows)]
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    """Prose of a rule in a cell: its line breaks and bars would end the row, its signs would be markup."""
    return re.sub(r"([\\`*_\[\]<>|])", r"\\\1", " ".join(text.split()))


def _spaced(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def _code(text: str) -> str:
    return f"`{text}`"
