"""A mistake in a rule file is named with its line, the reason, and the way out; all mistakes of a file at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from denpex_tui.engine.rules.book import RuleBook
from denpex_tui.engine.rules.errors import RuleError
from denpex_tui.engine.rules.load import load_directory, load_rule, read_rule
from tests.rules.written import GOOD, written

SECOND_ITEM = GOOD[GOOD.index('[[checklist]]\nid = "same-step"') : GOOD.index('[[checklist]]\nid = "on-disk"')]
FIX = GOOD[GOOD.index("[[fixes]]") : GOOD.index("[[references]]")]
OTHER_SAMPLE = '[[samples]]\ntext = "INFO data: shard 7 is there"\n'
REFERENCE = '[[references]]\ntitle = "A source"\nurl = "https://example.org"\n'

MISTAKES = {
    "unknown key": ('title = "My failure"', 'titel = "My failure"', 2, "unknown key 'titel'", "known keys"),
    "missing key": ('summary = "It fails."\n', "", 1, "the rule has no 'summary'", "add summary"),
    "wrong type": ('title = "My failure"', "title = 3", 2, "title must be a string", ""),
    "unknown role": ('role = "initiator"', 'role = "culprit"', 12, "signals[0].role is 'culprit'", "initiator"),
    "unknown area": ('area = "data"', 'area = "datum"', 3, "unknown area 'datum'", "checkpoint"),
    "area is not the directory": ('area = "data"', 'area = "memory"', 3, "is not the directory's name", "move"),
    "unknown phase": ('phase = "data-loading"', 'phase = "dataloading"', 4, "unknown phase 'dataloading'", "forward"),
    "id is not the file": ('id = "my-failure"', 'id = "other"', 1, "is not the file's name", "rename"),
    "bad pattern": ("(?P<shard>", "(?P<shard", 11, "Python refuses the pattern", ""),
    "look-around": ("is gone'", "is (?=gone)gone'", 11, "the scanner refuses the pattern", "look-around"),
    "empty match": ("'^RuntimeError: shard (?P<shard>\\d+) is gone'", "'(?P<shard>\\d*)'", 11, "empty line", ""),
    "unknown name": ('found_by = ["message"]', 'found_by = ["massage"]', 19, "'massage' is no signal", "message"),
    "unknown mode": ('mode = "signal"', 'mode = "automatic"', 18, "unknown mode 'automatic'", "comparison"),
    "unknown parameter": ("shard {shard} is", "shard {shrad} is", 13, "unknown parameter {shrad}", "shard"),
    "duplicate id": ('id = "same-step"', 'id = "seen"', 22, "duplicate checklist item 'seen'", "unique"),
    "sample does not match": ("shard 7 is gone", "shard x is gone", 43, "does not match message", "correct"),
    "sample must not match": ("shard 7 is there", "x\\nRuntimeError: shard 7 is gone", 47, "must not match", ""),
    "no matching sample": ('matches = ["message"]\n', "", 1, "no sample that must match", "matches"),
    "no other sample": (OTHER_SAMPLE, "", 1, "no sample that must not match", "without matches"),
    "left to do": ('explanation = "Because."', 'explanation = "TODO"', 6, "explanation still says TODO", "write"),
    "left in a pattern": (
        "RuntimeError: shard",
        "RuntimeError: TODO shard",
        11,
        "pattern still says TODO",
        "real line",
    ),
    "nothing said": ('does_not_prove = "Much."', 'does_not_prove = " "', 7, "does_not_prove is empty", "write"),
    "no reference": (REFERENCE, "", 1, "no reference", "public"),
    "no address": ('url = "https://example.org"', 'url = "https://..."', 41, "'https://...' is no address", "host"),
    "no fix": (FIX, "", 1, "no fix", "safest first"),
    "too few items": (SECOND_ITEM, "", 1, "the checklist has 2 items, not 3 to 8", "add"),
    "not TOML": ('title = "My failure"', 'title = "My failure', 2, "not TOML", "toml.io"),
}


def test_a_good_file_loads(tmp_path: Path) -> None:
    rule = load_rule(written(tmp_path, GOOD))
    assert rule.id == "my-failure"
    assert rule.signals[0].role == "initiator"


@pytest.mark.parametrize("kind", MISTAKES)
def test_a_mistake_is_named_with_its_line(kind: str, tmp_path: Path) -> None:
    old, new, line, what, help_text = MISTAKES[kind]
    assert old in GOOD
    path = written(tmp_path, GOOD.replace(old, new, 1))
    _, problems = read_rule(path)
    found = [problem for problem in problems if what in problem.what]
    assert found, [str(problem) for problem in problems]
    assert found[0].line == line
    assert str(found[0]).startswith(f"{path}:{line}: ")
    assert help_text in found[0].help


def test_a_checklist_that_only_a_person_can_go_through_is_refused(tmp_path: Path) -> None:
    text = GOOD.replace('mode = "signal"\nfound_by = ["message"]', 'mode = "manual"')
    text = text.replace('mode = "comparison"\ncomparison = "same-step"', 'mode = "manual"')
    _, problems = read_rule(written(tmp_path, text))
    assert [(problem.line, problem.what) for problem in problems] == [(18, "no checklist item verifies itself")]


def test_all_mistakes_of_a_file_are_reported_at_once(tmp_path: Path) -> None:
    text = GOOD.replace("title =", "titel =", 1).replace('role = "initiator"', 'role = "culprit"')
    with pytest.raises(RuleError) as raised:
        load_rule(written(tmp_path, text))
    lines = sorted([raised.value.line, *(other.line for other in raised.value.others)])
    assert lines == [1, 2, 12]


@pytest.mark.parametrize("table", ["signals", "samples", "lookups", "misbeliefs", "references", "facts", "undecided"])
def test_a_table_of_the_wrong_kind_is_a_sentence_and_no_traceback(table: str, tmp_path: Path) -> None:
    _, problems = read_rule(written(tmp_path, f"{table} = 3\n" + GOOD.replace(f"[[{table}]]", "[[other]]")))
    assert any(table in problem.what for problem in problems)


def test_an_unreadable_file_is_a_problem_of_its_own(tmp_path: Path) -> None:
    path = written(tmp_path, GOOD)
    path.write_bytes(b"\xff\xfe broken")
    rules, problems = load_directory(tmp_path)
    assert rules == ()
    assert [problem.what for problem in problems] == ["the file cannot be read"]


def test_a_book_goes_on_without_a_broken_file(tmp_path: Path) -> None:
    """One bad file of the team does not take the bundled rules away, and is told."""
    written(tmp_path, GOOD.replace("title =", "titel =", 1))
    book = RuleBook.bundled([tmp_path])
    assert book.get("deepspeed-bf16-grad-norm") is not None
    assert book.get("my-failure") is None
    assert [problem.path.name for problem in book.problems] == ["my-failure.toml"] * 2


def test_a_rule_of_the_team_wins_by_id_and_is_announced(tmp_path: Path) -> None:
    bundled = RuleBook.bundled().get("cuda-oom")
    assert bundled is not None and bundled.path is not None
    own = tmp_path / "memory" / "cuda-oom.toml"
    own.parent.mkdir()
    own.write_text(bundled.path.read_text().replace('title = "CUDA out of memory"', 'title = "Ours"'))
    book = RuleBook.bundled([tmp_path])
    assert book.replaced == (f"rule cuda-oom of the catalogue is replaced by {own}",)
    assert book.get("cuda-oom") is not None and book.get("cuda-oom").title == "Ours"  # type: ignore[union-attr]


def test_an_alias_finds_its_rule() -> None:
    rule = RuleBook.bundled().get("bf16-norm-assert")
    assert rule is not None and rule.id == "deepspeed-bf16-grad-norm"
