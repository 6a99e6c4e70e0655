"""Every option, variable, key and function that a rule advises was found at its source, and the list says where."""

from __future__ import annotations

import tomllib
from pathlib import Path

from denpex_tui.engine.rules.book import RuleBook
from denpex_tui.engine.rules.load import load_rule
from tests.rules.mentioned import mentioned
from tests.rules.written import GOOD, written

FOUND = tomllib.loads((Path(__file__).parent / "names.toml").read_text())
NAMES = [name for names in FOUND.values() for name in names]


def test_every_name_in_the_advice_of_a_rule_was_found_at_its_source() -> None:
    unknown = {rule.id: sorted(left) for rule in RuleBook.bundled().rules if (left := mentioned(rule) - set(NAMES))}
    assert unknown == {}, "look each up at its source, then add it to tests/rules/names.toml with the place"


def test_the_list_holds_no_name_twice_and_none_that_no_rule_mentions() -> None:
    assert len(NAMES) == len(set(NAMES))
    used = {name for rule in RuleBook.bundled().rules for name in mentioned(rule)}
    assert set(NAMES) - used == set()
    assert all(place.strip() for names in FOUND.values() for place in names.values())


def test_names_are_recognised_in_all_their_forms(tmp_path: Path) -> None:
    """As a fix writes them: a variable, an option, a key, an argument, a function; and plain words are none."""
    change = 'NCCL_X_Y=1 run --no-such-option; {"no_such_key": 1}; f(no_such_argument=2); torch.no_such.function()'
    text = GOOD.replace('change = "fetch {shard}"', f"change = '''{change}'''")
    rule = load_rule(written(tmp_path, text))
    named = {"NCCL_X_Y", "--no-such-option", "no_such_key", "no_such_argument", "torch.no_such.function"}
    assert mentioned(rule) == named
