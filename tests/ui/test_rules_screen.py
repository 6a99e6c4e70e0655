"""The catalogue on the screen: found by typing, explained, and compared with what the logs show."""

from __future__ import annotations

from pathlib import Path

import pytest

from denpex_tui.engine.rules.book import RuleBook
from denpex_tui.engine.rules.vocabulary import AREAS
from denpex_tui.engine.session import Session
from denpex_tui.ui.messages import SnapshotReady
from denpex_tui.ui.rule_match import HINTS, LEADS, MATCHES, parts, standings
from denpex_tui.ui.screens.rules_screen import RulesScreen
from denpex_tui.ui.widgets.log_view import LogView
from denpex_tui.ui.widgets.part_list import PartList
from denpex_tui.ui.widgets.rule_detail import RuleDetail
from denpex_tui.ui.widgets.rule_filter import RuleFilter
from denpex_tui.ui.widgets.rule_list import RuleList
from tests.engine.pipeline import snapshot_of
from tests.rules.written import GOOD, LOG, written
from tests.ui.conftest import CORPUS, OpenCase
from tests.ui.screen import NARROW, WIDE, Driver, incident, log_place, opened, part, press, settled, text


def rules(pilot: Driver) -> RuleList:
    return pilot.app.screen.query_one(RuleList)


def is_open(pilot: Driver) -> bool:
    return isinstance(pilot.app.screen, RulesScreen)


def listed(pilot: Driver) -> list[str]:
    """The ids in the list."""
    return [option.id for option in rules(pilot).options if option.id]


def chosen(pilot: Driver) -> str:
    rule = rules(pilot).rule
    assert rule is not None
    return rule.id


async def test_it_opens_on_the_rule_that_leads(open_case: OpenCase) -> None:
    """All rules are there, by area, each with a word for how it stands."""
    async with opened(open_case("pt-enospc")) as pilot:
        await press(pilot, "R")
        assert is_open(pilot) and chosen(pilot) == "disk-full"
        assert "▶ disk-full leads the verdict" in text(pilot)
        assert sorted(listed(pilot)) == [rule.id for rule in RuleBook.bundled().rules]
        headings = [str(option.prompt).split()[0] for option in rules(pilot).options if option.id is None]
        assert headings == [area for area in AREAS if area in headings] and len(headings) > 5
        await press(pilot, "escape")
        assert pilot.app.screen is incident(pilot)


async def test_a_signal_that_was_seen_leads_to_its_line(open_case: OpenCase) -> None:
    """Enter goes from the rule to its signals, enter again to the log; a missing one says so and stays."""
    async with opened(open_case("pt-enospc")) as pilot:
        await press(pilot, "R", "enter")
        signals = pilot.app.screen.query_one(PartList)
        assert signals.has_focus
        found = [one.id for one in signals.parts if one.events]
        assert found == ["stream-writer", "iostream", "saving"], "those that were seen stand first"
        assert [one.id for one in signals.parts] == [*found, "no-space", "quota"]
        await press(pilot, "G", "enter")
        assert is_open(pilot) and "do not show it" in text(pilot)
        await press(pilot, "g", "enter")
        assert pilot.app.screen is incident(pilot) and part(pilot, LogView).has_focus
        path, line = log_place(pilot)
        written_there = (CORPUS / "pt-enospc" / "logs" / path).read_text().splitlines()[line - 1]
        assert path.endswith("0/stderr.log") and "unexpected pos 126208 vs 126160" in written_there


async def test_typing_filters(open_case: OpenCase) -> None:
    """All words must occur, in the id, the title, the area, the tags or how it stands."""
    async with opened(open_case("pt-enospc")) as pilot:
        await press(pilot, "R", "slash", *"gloo clo")
        assert listed(pilot) == ["gloo-closed"] and chosen(pilot) == "gloo-closed"
        assert "● gloo-closed matches and does not lead" in text(pilot)
        await press(pilot, *"zz")
        assert listed(pilot) == [] and "no rule has these words" in text(pilot)
        await press(pilot, "escape")
        assert rules(pilot).has_focus and len(listed(pilot)) > 80
        await press(pilot, "slash", *"SEEN", "enter")
        assert rules(pilot).has_focus and {"disk-full", "gloo-closed"} <= set(listed(pilot))
        assert len(listed(pilot)) < 20


async def test_letters_that_are_keys_can_be_typed(open_case: OpenCase) -> None:
    async with opened(open_case("pt-healthy"), NARROW) as pilot:
        await press(pilot, "R", "slash", "q", "question_mark", "R", "b", "space")
        assert pilot.app.screen.query_one(RuleFilter).value == "q?Rb "


@pytest.mark.parametrize("size", [NARROW, WIDE])
async def test_the_text_of_a_rule_scrolls(open_case: OpenCase, size: tuple[int, int]) -> None:
    async with opened(open_case("pt-hang-desync-shape"), size) as pilot:
        await press(pilot, "R")
        detail = pilot.app.screen.query_one(RuleDetail)
        assert chosen(pilot) == "desync" and "Ranks ran different collectives" in text(pilot)
        await press(pilot, "space")
        assert detail.scroll_y > 0
        await press(pilot, "b")
        assert detail.scroll_y == 0
        await press(pilot, "tab", "tab", "G")
        assert detail.has_focus and "desync.toml" in text(pilot), "where it is from is the last line"
        await press(pilot, "shift+tab", "shift+tab", "j")
        assert chosen(pilot) != "desync" and detail.scroll_y == 0


async def test_without_an_incident_no_rule_leads(open_case: OpenCase) -> None:
    async with opened(open_case("pt-healthy")) as pilot:
        await press(pilot, "R")
        assert "leads the verdict" not in text(pilot) and len(listed(pilot)) > 80


async def test_it_is_in_the_help_and_the_palette(open_case: OpenCase) -> None:
    async with opened(open_case("pt-healthy"), (120, 90)) as pilot:
        await press(pilot, "question_mark")
        assert "the rules, and what of each the logs show" in text(pilot)
        await press(pilot, "escape", "ctrl+p", *"rules.browse")
        await press(pilot, "enter")
        await settled(pilot)
        assert is_open(pilot)


async def test_a_rule_of_the_user_s_and_a_change_of_it(tmp_path: Path) -> None:
    """It stands among the others; when its file changes while the screen is open, so does what is shown."""
    directory = tmp_path / "rules"
    written(directory)
    log = tmp_path / "rank_0.log"
    log.write_text(LOG)
    session = Session([str(log)], book=RuleBook.bundled([directory]), live=True)
    async with opened(session) as pilot:
        await press(pilot, "R")
        assert chosen(pilot) == "my-failure" and "shard 7 is gone" in text(pilot)
        assert "rank_0.log:5" in text(pilot)
        written(directory, GOOD.replace('title = "My failure"', 'title = "A lost shard"'))
        session.poll()
        incident(pilot).post_message(SnapshotReady(session.snapshot))
        await settled(pilot)
        assert chosen(pilot) == "my-failure" and "A lost shard" in text(pilot) and "My failure" not in text(pilot)
    session.close()


async def test_hostile_values_are_shown_as_text(tmp_path: Path) -> None:
    """What a line of the log gives to a rule's sentence is no markup."""
    rule = GOOD.replace("(?P<shard>\\d+)", "(?P<shard>\\S+)")
    directory = tmp_path / "rules"
    written(directory, rule)
    log = tmp_path / "rank_0.log"
    log.write_text(LOG.replace("shard 7", "shard [bold]7[/x]"))
    session = Session([str(log)], book=RuleBook.bundled([directory]))
    async with opened(session) as pilot:
        await press(pilot, "R")
        assert "shard [bold]7[/x] is gone" in text(pilot)
    session.close()


def test_matching_is_told_from_hinting() -> None:
    """A rule of which only evidence was seen did not match."""
    snapshot = snapshot_of(CORPUS / "pt-hang-skipped-collective" / "logs")
    book = RuleBook.bundled()
    marks = standings(book, snapshot)
    assert (marks["hang"], marks["gloo-timeout"]) == (LEADS, MATCHES)
    assert HINTS in marks.values()
    for name, mark in marks.items():
        rule = book.get(name)
        assert rule is not None
        telling = [one for one in parts(rule, snapshot) if one.events and one.role in ("initiator", "collateral")]
        assert bool(telling) == (mark is MATCHES) or mark is LEADS


def test_conditions_on_metrics_are_parts_too() -> None:
    """A norm of zero at the failing step, with the line it was logged on."""
    snapshot = snapshot_of(CORPUS / "bf16-zero-norm-torchrun" / "logs")
    rule = RuleBook.bundled().get("deepspeed-bf16-grad-norm")
    assert rule is not None
    met = [one for one in parts(rule, snapshot) if one.condition and one.events]
    assert met and all(event.kind == "condition" for one in met for event in one.events)
    assert len(parts(rule, snapshot)) == len(rule.signals) + len(rule.conditions)
