"""Filters of the log by keys: evidence, level, hits; folds are counted, opened, and never lose a line."""

from __future__ import annotations

import re
from pathlib import Path

from denpex_tui.ui.widgets.log_view import LogView
from tests.ui.conftest import OpenCase
from tests.ui.screen import Driver, incident, log_place, opened, part, press, text
from tests.ui.test_log_view import LINES, grow, write
from tests.ui.test_search import foot

SIZE = (160, 45)


def rows(pilot: Driver) -> list[str]:
    """All rows of the log view: line numbers, and folds as they stand there."""
    view = part(pilot, LogView)
    found = [view.row_at(index) for index in range(1, view.count + 1)]
    return [row.text if row.hidden else str(row.number) for row in found if row is not None]


def counted(pilot: Driver) -> int:
    """Lines that the rows stand for."""
    folds = [re.match(r"… ([\d,]+) lines?", row) for row in rows(pilot)]
    return sum(int(fold[1].replace(",", "")) if fold else 1 for fold in folds)


def failing(path: Path) -> str:
    """A log that ends with a traceback at lines 301 to 304, with a warning at line 101."""
    lines = LINES.splitlines(keepends=True)
    lines[100] = "2026-11-30 20:25:00,000 WARNING [rank 0] train: slow step\n"
    lines += [
        "Traceback (most recent call last):\n", '  File "/w/train.py", line 3, in <module>\n', "    main()\n",
        "ValueError: sample 30: expected 32 tokens, got 27\n",
    ]  # fmt: skip
    return str(write(path / "logs" / "rank_0.log", "".join(lines)).parent)


async def test_only_evidence_with_lines_around_it(open_paths: OpenCase, tmp_path: Path) -> None:
    """The other lines are folded and counted; + and - change how many are shown around it; esc shows all."""
    async with opened(open_paths(failing(tmp_path)), SIZE) as pilot:
        await press(pilot, "2", "o")
        around = ["… 297 lines", *map(str, range(298, 305))]
        assert rows(pilot) == around and "… 297 lines" in text(pilot)
        assert "only evidence ± 3 lines  7 of 304 lines shown" in foot(pilot)
        assert log_place(pilot)[1] == 304
        await press(pilot, "plus")
        assert rows(pilot)[:2] == ["… 296 lines", "297"] and log_place(pilot)[1] == 304
        await press(pilot, *["minus"] * 6)
        assert rows(pilot) == ["… 300 lines", "301", "302", "303", "304"]
        await press(pilot, "escape")
        assert part(pilot, LogView).count == 304 and foot(pilot) == "" and log_place(pilot)[1] == 304


async def test_levels_in_turn(open_paths: OpenCase, tmp_path: Path) -> None:
    """Errors and warnings, then errors, then all; whatever is shown, every line is accounted for."""
    async with opened(open_paths(failing(tmp_path)), SIZE) as pilot:
        await press(pilot, "2", "L", *["minus"] * 3)
        shown = ["… 100 lines", "101", "… 199 lines", "301", "302", "303", "304"]
        assert rows(pilot) == shown and counted(pilot) == 304 and "only errors and warnings" in foot(pilot)
        await press(pilot, "L")
        assert rows(pilot) == ["… 300 lines", "301", "302", "303", "304"] and counted(pilot) == 304
        await press(pilot, "L")
        assert part(pilot, LogView).count == 304


async def test_only_hits(open_paths: OpenCase, tmp_path: Path) -> None:
    """& keeps the lines that match the search; it ends with the search. Without one it says what to do."""
    async with opened(open_paths(failing(tmp_path)), SIZE) as pilot:
        await press(pilot, "ampersand")
        assert "search for something first" in text(pilot)
        await press(pilot, "slash", *r"step \d0 ", "enter", "ampersand", *["minus"] * 3)
        assert rows(pilot)[:4] == ["… 9 lines", "10", "… 9 lines", "20"] and counted(pilot) == 304
        assert "9 of 304 lines shown" in foot(pilot)
        await press(pilot, "n")
        assert log_place(pilot)[1] in range(10, 100, 10)
        await press(pilot, "escape")
        assert part(pilot, LogView).count == 304


async def test_enter_opens_a_fold(open_paths: OpenCase, tmp_path: Path) -> None:
    """Its lines stand where it stood, and the cursor is on the first of them."""
    async with opened(open_paths(failing(tmp_path)), SIZE) as pilot:
        await press(pilot, "2", "o", "g", "enter")
        assert rows(pilot) == [str(number) for number in range(1, 305)] and log_place(pilot)[1] == 1


async def test_a_hit_inside_a_fold_is_shown(open_paths: OpenCase, tmp_path: Path) -> None:
    """A search goes through all lines, and what it finds is never hidden."""
    async with opened(open_paths(failing(tmp_path)), SIZE) as pilot:
        await press(pilot, "2", "o", "slash", *"slow step", "enter")
        assert log_place(pilot)[1] == 101
        assert rows(pilot)[:3] == ["… 97 lines", "98", "99"] and counted(pilot) == 304


async def test_the_filter_holds_for_the_next_source(open_case: OpenCase) -> None:
    """From file to file along the evidence, each folded."""
    async with opened(open_case("rank-local-error"), SIZE) as pilot:
        await press(pilot, "o")
        for _ in range(6):
            await press(pilot, "n")
            source, line = log_place(pilot)
            snapshot = incident(pilot).snapshot
            assert snapshot is not None
            lines = next(each.lines for each in snapshot.sources if each.path == source)
            assert counted(pilot) == lines and str(line) in rows(pilot)


async def test_new_lines_pass_or_are_folded(open_paths: OpenCase, tmp_path: Path) -> None:
    """While a log grows, what comes is sifted as well."""
    path = write(tmp_path / "logs" / "rank_0.log", LINES)
    async with opened(open_paths(str(tmp_path / "logs"), live=True), SIZE) as pilot:
        await press(pilot, "2", "L", *["minus"] * 3)
        assert rows(pilot) == ["… 300 lines"]
        await grow(pilot, path, "fine\nfine\n2026-11-30 20:30:00,000 WARNING [rank 0] train: slow\nfine\nfine\n")
        assert rows(pilot) == ["… 302 lines", "303", "… 2 lines"]
