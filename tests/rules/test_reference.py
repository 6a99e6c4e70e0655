"""The reference and the schema are made from the model, current in the repository, and true of every rule."""

from __future__ import annotations

import tomllib
from dataclasses import fields
from pathlib import Path

import pytest
from jsonschema import Draft4Validator

from denpex_tui.cli import main
from denpex_tui.engine.diagnosis import conditions
from denpex_tui.engine.infer.explain import CANCELLATION, WRAPPER
from denpex_tui.engine.infer.proofs import counters, named, odd_one_out
from denpex_tui.engine.rules import vocabulary
from denpex_tui.engine.rules.book import RuleBook
from denpex_tui.engine.rules.keys import TABLES, TOP
from denpex_tui.engine.rules.model import Rule
from denpex_tui.engine.rules.places import bundled_rules_dir
from denpex_tui.engine.rules.schema import rule_schema, schema_text
from denpex_tui.rules_docs import readme
from denpex_tui.rules_examples import CONDITION_EXAMPLES
from tests.rules.catalogue import FILES, NAMES
from tests.rules.written import GOOD

STALE = "run: python -m denpex_tui rules docs --dir rules"
SCHEMA = Draft4Validator(rule_schema())


def complaints(text: str) -> list[str]:
    return [error.message for error in SCHEMA.iter_errors(tomllib.loads(text))]


def test_the_reference_in_the_repository_is_current() -> None:
    assert (bundled_rules_dir() / "README.md").read_text() == readme(RuleBook.bundled().rules), STALE


def test_the_schema_in_the_repository_is_current() -> None:
    assert (bundled_rules_dir() / "rule.schema.json").read_text() == schema_text(), STALE


def test_docs_prints_and_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "docs"]) == 0
    printed = capsys.readouterr().out
    assert main(["rules", "docs", "--dir", str(tmp_path)]) == 0
    assert (tmp_path / "README.md").read_text() == printed
    assert (tmp_path / "rule.schema.json").read_text() == schema_text()
    assert main(["rules", "docs", "--dir", str(tmp_path / "none")]) == 2


def test_the_reference_names_every_rule_key_and_word() -> None:
    text = readme(RuleBook.bundled().rules)
    words: list[str] = [*NAMES, *(key for table in (TOP, *TABLES) for key in table.keys)]
    for listed in (
        vocabulary.TESTS,
        vocabulary.AT,
        vocabulary.RANKS,
        vocabulary.BUILT_IN,
        vocabulary.TAGS,
        vocabulary.PHASES,
    ):
        words += listed
    for listed in (vocabulary.ROLES, vocabulary.WHERE, vocabulary.GROUPS, vocabulary.PARAMETERS, vocabulary.AREAS):
        words += map(str, listed)
    assert [word for word in words if f"`{word}`" not in text and f"### {word}:" not in text] == []


def test_every_key_of_the_model_is_described_and_no_other() -> None:
    """What the reference and the schema say of a table is what the loader accepts."""
    for table in (TOP, *TABLES):
        if table.cls is None:
            continue
        known = {item.name for item in fields(table.cls)} - {"path"}
        if table.cls is Rule:
            known -= {other.name for other in TABLES}
        assert set(table.keys) == known, table.name
    assert {table.name for table in TABLES} <= {item.name for item in fields(Rule)}


def test_the_words_that_the_engine_understands_are_described() -> None:
    """Each name that the engine looks for in rules stands in the vocabulary."""
    groups = {named.FIELD, counters.ENQUEUED, counters.GROUP, odd_one_out.SELF, odd_one_out.SHAPE}
    assert groups <= set(vocabulary.GROUPS)
    assert {WRAPPER, CANCELLATION, "timeout", "generic"} == set(vocabulary.TAGS)
    tests = {*conditions._SINGLE, *conditions._TRENDS, "slower", "absent"}
    assert tests == set(vocabulary.TESTS) == set(CONDITION_EXAMPLES)


@pytest.mark.parametrize("test", vocabulary.TESTS)
def test_the_example_of_a_condition_is_a_condition(test: str) -> None:
    """As it stands in the reference it passes the schema, and has the number that the test needs."""
    example = CONDITION_EXAMPLES[test].replace(", ", "\n")
    assert complaints(f'{GOOD}\n[[conditions]]\nid = "example"\ntest = "{test}"\n{example}\n') == []
    assert ("value =" in example) is (test in vocabulary.NEED_VALUE)


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_a_bundled_rule_passes_the_schema_and_names_it(path: Path) -> None:
    text = path.read_text()
    assert complaints(text) == []
    directive, _, _ = text.partition("\n")
    assert directive == "#:schema ../rule.schema.json"
    assert (path.parent / directive.removeprefix("#:schema ")).resolve() == bundled_rules_dir() / "rule.schema.json"


WRONG: dict[str, tuple[str, str]] = {
    "an unknown key": ('title = "My failure"', 'titel = "My failure"'),
    "a missing key": ('summary = "It fails."\n', ""),
    "a wrong type": ('title = "My failure"', "title = 3"),
    "an unknown role": ('role = "initiator"', 'role = "culprit"'),
    "an unknown area": ('area = "data"', 'area = "datum"'),
    "an unknown phase": ('phase = "data-loading"', 'phase = "loading"'),
    "no address": ('url = "https://example.org"', 'url = "https://..."'),
    "no fix": (GOOD[GOOD.index("[[fixes]]") : GOOD.index("[[references]]")], ""),
    "an id with a space": ('id = "my-failure"', 'id = "my failure"'),
    "an unknown mode": ('mode = "signal"', 'mode = "automatic"'),
    "no reference": ('[[references]]\ntitle = "A source"\nurl = "https://example.org"\n', ""),
}


def test_the_schema_is_a_schema_and_takes_a_good_rule() -> None:
    Draft4Validator.check_schema(rule_schema())
    assert complaints(GOOD) == []


@pytest.mark.parametrize("kind", WRONG)
def test_the_schema_finds_what_the_checker_finds(kind: str) -> None:
    """An editor underlines these before the checker is run."""
    old, new = WRONG[kind]
    assert old in GOOD
    assert complaints(GOOD.replace(old, new, 1))
