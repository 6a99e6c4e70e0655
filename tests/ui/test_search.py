"""Searching the logs by keys: as it is typed, from hit to hit across files, ended, refused, while logs grow."""

from __future__ import annotations

from pathlib import Path

from denpex_tui.ui.widgets.checklist import Checklist
from denpex_tui.ui.widgets.filtered_log import FilteredLogPane
from denpex_tui.ui.widgets.log_foot import LogFoot
from denpex_tui.ui.widgets.log_prompt import LogPrompt
from denpex_tui.ui.widgets.log_view import LogView
from tests.ui.conftest import OpenCase
from tests.ui.screen import NARROW, Driver, incident, log_place, opened, part, press, settled, text
from tests.ui.test_log_view import LINES, drawn, grow, write


def foot(pilot: Driver) -> str:
    """What is said below the log; nothing when nothing is."""
    shown = part(pilot, LogFoot)
    return str(shown.render()) if shown.display else ""


def reversed_parts(pilot: Driver, number: int) -> list[str]:
    """The parts of a line that are drawn as found."""
    segments = drawn(pilot, number)[3:]
    return [segment.text for segment in segments if segment.style is not None and segment.style.reverse]


async def test_the_first_hit_is_shown_while_one_types(open_case: OpenCase) -> None:
    """From the line one was at; each letter narrows it, the found part is marked, and counts are told."""
    async with opened(open_case("rank-local-error")) as pilot:
        before = log_place(pilot)
        await press(pilot, "slash", *"sample")
        assert log_place(pilot) == before and reversed_parts(pilot, 13)[0] == "sample"
        assert "4 of 4 in this log, 4 in 1 of 9 logs" in foot(pilot)
        await press(pilot, *" 3")
        assert reversed_parts(pilot, 13) == ["sample 3"]
        await press(pilot, "enter")
        assert pilot.app.focused is part(pilot, LogView) and "/sample 3" in foot(pilot)


async def test_n_goes_through_the_hits_of_all_logs_and_escape_gives_it_back(open_case: OpenCase) -> None:
    """Every log's lines that match, in order and round; after escape n leads to evidence again, and the bar says so."""
    async with opened(open_case("rank-local-error"), (160, 40)) as pilot:
        await press(pilot, "slash", *"Traceback", "enter")
        start = log_place(pilot)
        places = [start]
        while True:
            await press(pilot, "n")
            if log_place(pilot) == start:
                break
            places.append(log_place(pilot))
            assert len(places) < 100
        snapshot = incident(pilot).snapshot
        assert snapshot is not None
        lines = {
            (source.path, number)
            for source in snapshot.sources
            for number, line in enumerate(source.location.read_text().splitlines(), 1)
            if "Traceback" in line
        }
        assert set(places) == lines and len(places) == len(lines) >= 4
        assert f"{len(lines)} in " in foot(pilot)
        await press(pilot, "N")
        assert log_place(pilot) == places[-1]
        assert "n N hit" in text(pilot) and "n N evidence" not in text(pilot)
        await press(pilot, "escape")
        assert foot(pilot) == "" and "n N evidence" in text(pilot)
        here = log_place(pilot)
        await press(pilot, "n")
        assert "1/" in text(pilot) and log_place(pilot) != here


async def test_escape_while_typing_leads_back(open_case: OpenCase) -> None:
    """To the very line where the search began, in its file."""
    async with opened(open_case("rank-local-error"), NARROW) as pilot:
        before = log_place(pilot)
        await press(pilot, "slash", *"exitcode")
        assert log_place(pilot) != before
        await press(pilot, "escape")
        assert log_place(pilot) == before and foot(pilot) == ""


async def test_a_pattern_that_is_none_is_said_to_be_while_it_is_typed(open_case: OpenCase) -> None:
    """One sentence, what to do, and the next letter may make it one."""
    async with opened(open_case("rank-local-error"), (160, 40)) as pilot:
        await press(pilot, "slash", *"(sample")
        assert "'(sample' cannot be searched for: Missing close parenthesis" in foot(pilot)
        await press(pilot, *"|rank)")
        assert "in this log" in foot(pilot)
        await press(pilot, "home", *("delete",) * 20, *"zebra")
        assert "no line of" in foot(pilot)
        await press(pilot, "enter", "n")
        assert "no line matches" in text(pilot)


async def test_hits_in_a_growing_log_are_counted(open_paths: OpenCase, tmp_path: Path) -> None:
    """Lines that come later are searched as they come."""
    path = write(tmp_path / "logs" / "rank_0.log", LINES)
    async with opened(open_paths(str(tmp_path / "logs"), live=True), (160, 40)) as pilot:
        await press(pilot, "slash", *r"step 3\d\d", "enter")
        assert "1 of 1 in this log" in foot(pilot)
        await grow(pilot, path, "2026-11-30 20:30:00,000 INFO [rank 0] train: step 301 | loss 2.5\n")
        assert "1 of 2 in this log" in foot(pilot)
        await press(pilot, "n")
        assert log_place(pilot)[1] == 301


async def test_tab_while_typing_keeps_the_search(open_case: OpenCase) -> None:
    """The keys go to the next pane, the line is taken away, the hits stay."""
    async with opened(open_case("rank-local-error"), (160, 40)) as pilot:
        await press(pilot, "slash", *"sample")
        await press(pilot, "tab")
        assert not part(pilot, LogPrompt).display and "/sample" in foot(pilot)
        assert pilot.app.focused is part(pilot, Checklist)


async def test_the_last_pattern_is_there_again(open_case: OpenCase) -> None:
    """Enter repeats it, a letter replaces it."""
    async with opened(open_case("rank-local-error")) as pilot:
        await press(pilot, "slash", *"sample", "enter", "escape", "slash", "enter")
        assert "/sample" in foot(pilot)
        await press(pilot, "slash", *"rank", "enter")
        assert "/rank " in foot(pilot)


async def test_typing_fast_leaves_one_search(open_paths: OpenCase, tmp_path: Path) -> None:
    """Searches of earlier letters are stopped, and what they still tell is not shown."""
    write(tmp_path / "logs" / "rank_0.log", LINES * 400)
    async with opened(open_paths(str(tmp_path / "logs")), (160, 40)) as pilot:
        await pilot.press("slash", *"step 299", "enter")
        await settled(pilot)
        assert "/step 299" in foot(pilot) and "400 in 1 of 1 log" in foot(pilot)
        assert part(pilot, FilteredLogPane).searching.search is not None
