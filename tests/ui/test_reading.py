"""How the log is read, by keys: wrapped, JSON written out, without numbers, and in the user's own programs."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from denpex_tui.ui.log_layout import screen_lines, wrapped
from denpex_tui.ui.outside import OutsideError, command
from denpex_tui.ui.widgets.log_pane import LogPane
from denpex_tui.ui.widgets.log_view import LogView
from tests.hostile.terminal import Terminal
from tests.ui.conftest import OpenCase
from tests.ui.screen import NARROW, Driver, log_place, opened, part, press, text
from tests.ui.test_log_view import LINES, write

LONG = "2026-11-30 20:25:00,000 INFO [rank 0] train: " + " ".join(f"word{number}" for number in range(60)) + "\n"


def screen_text(pilot: Driver) -> list[str]:
    """What the log view draws, without the gutter."""
    view = part(pilot, LogView)
    return ["".join(segment.text for segment in list(view.render_line(y))[3:]).rstrip() for y in range(view.rows)]


async def test_long_lines_are_wrapped(open_paths: OpenCase, tmp_path: Path) -> None:
    """All of each line is seen, in its order, and the last line at the end of the pane."""
    write(tmp_path / "logs" / "rank_0.log", LONG * 40 + "the end\n")
    async with opened(open_paths(str(tmp_path / "logs")), NARROW) as pilot:
        await press(pilot, "2", "g", "W")
        view = part(pilot, LogView)
        first = view.lines_of(1)
        assert len(first) > 5 and "".join(screen_text(pilot)[: len(first)]) == LONG.replace("\n", "")[:4096]
        assert "lines wrapped" in str(part(pilot, LogPane).border_subtitle)
        await press(pilot, "G")
        drawn = [line for line in screen_text(pilot) if line]
        assert view.cursor == 41 and drawn[-1] == "the end" and len(drawn) > view.rows // 2
        for _ in range(60):
            await press(pilot, "k")
        assert view.cursor == 1 and view.scroll_offset.y == 0
        await press(pilot, "W")
        assert len(view.lines_of(1)) == 1


async def test_the_cursor_stays_in_view_in_wrapped_lines(open_paths: OpenCase, tmp_path: Path) -> None:
    """Whichever way one moves, the row under the cursor is on the screen."""
    write(tmp_path / "logs" / "rank_0.log", (LONG + "short\n") * 30)
    async with opened(open_paths(str(tmp_path / "logs")), NARROW) as pilot:
        await press(pilot, "2", "g", "W")
        view = part(pilot, LogView)
        for key in ("pagedown", "j", "pagedown", "pagedown", "k", "pageup", "G", "pageup", "k", "g", "j"):
            await press(pilot, key)
            seen = {line.index for y in range(view.rows) if (line := view.line_on(y)) is not None}
            assert view.cursor in seen, key


async def test_a_match_far_to_the_right_is_seen_when_lines_are_wrapped(open_paths: OpenCase, tmp_path: Path) -> None:
    write(tmp_path / "logs" / "rank_0.log", LONG * 30)
    async with opened(open_paths(str(tmp_path / "logs")), NARROW) as pilot:
        await press(pilot, "2", "W", "slash", *"word59", "enter")
        assert any("word59" in line for line in screen_text(pilot))


async def test_json_records_are_written_out(open_case: OpenCase) -> None:
    """Message first, then the other fields, then the exception line by line; p again shows the record as it is."""
    async with opened(open_case("pt-jsonl"), (160, 45)) as pilot:
        while not part(pilot, LogView).text_at(part(pilot, LogView).cursor).startswith("{"):
            await press(pilot, "n")
        view = part(pilot, LogView)
        raw = view.text_at(view.cursor)
        await press(pilot, "2", "p")
        lines = [line.text for line in view.lines_of(view.cursor)]
        assert not lines[0].startswith("{") and raw.startswith("{")
        assert any(line.startswith("  Traceback (most recent call last)") for line in lines) == ("Traceback" in raw)
        assert "JSON written out" in str(part(pilot, LogPane).border_subtitle)
        await press(pilot, "p")
        assert [line.text for line in view.lines_of(view.cursor)] == [raw]


async def test_line_numbers_may_be_left_away(open_paths: OpenCase, tmp_path: Path) -> None:
    write(tmp_path / "logs" / "rank_0.log", LINES)
    async with opened(open_paths(str(tmp_path / "logs")), NARROW) as pilot:
        room = part(pilot, LogView).room
        await press(pilot, "2", "number_sign")
        assert part(pilot, LogView).room == room + 3 and "no line numbers" in str(part(pilot, LogPane).border_subtitle)
        await press(pilot, "number_sign")
        assert part(pilot, LogView).room == room


async def test_a_record_higher_than_the_pane_is_gone_through(open_paths: OpenCase, tmp_path: Path) -> None:
    """Line by line to its last one, then on to the next record, and back."""
    frames = "".join(f"  frame {number}\\n" for number in range(60))
    head = '{"time": "2026-11-30T20:25:00Z", "rank": 0, "level": "error", "msg": "m", "exc_info": '
    record = f'{head}"{frames}"}}\n'
    write(tmp_path / "logs" / "rank_0.jsonl", record * 3)
    async with opened(open_paths(str(tmp_path / "logs")), NARROW) as pilot:
        await press(pilot, "2", "g", "p")
        view = part(pilot, LogView)
        height = len(view.lines_of(1))
        assert height > 2 * view.rows and "frame 59" not in "\n".join(screen_text(pilot))
        await press(pilot, *["j"] * (height - view.rows))
        assert view.cursor == 1 and screen_text(pilot)[-1].endswith("frame 59")
        await press(pilot, "j")
        assert view.cursor == 2
        await press(pilot, "g")
        assert view.cursor == 1 and screen_text(pilot)[0].startswith("2026-11-30 20:25:00.000 ERROR [rank 0] m")


def test_wide_characters_are_never_lost_at_a_break() -> None:
    """Every character stands in exactly one line, and no line is wider than the room."""
    line = "训练在第一步失败，a梯度为零。" * 9
    for room in range(1, 30):
        starts = wrapped(line, room)
        lines = screen_lines(1, [line], room, wrap=True)
        assert "".join(line[each.first : each.last] for each in lines) == line and len(lines) == len(starts)
        assert [each.leads for each in lines] == [True, *[False] * (len(lines) - 1)]


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand-ins for the user's programs, which say how they were called."""
    for name in ("less", "vi", "cat", "code"):
        program = write(tmp_path / "bin" / name, '#!/bin/sh\necho "called $(basename "$0") $*"\n')
        program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    return tmp_path / "bin"


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("less", ["less", "+120", "FILE"]),
        ("less -S", ["less", "-S", "+120", "FILE"]),
        ("vi", ["vi", "+120", "FILE"]),
        ("cat", ["cat", "FILE"]),
        ("code", ["code", "--wait", "--goto", "FILE:120"]),
    ],
)
def test_programs_are_opened_at_the_line(program: str, expected: list[str], tmp_path: Path, programs: Path) -> None:
    path = write(tmp_path / "-rf.log", "x\n")
    assert command(program, path, 120) == [word.replace("FILE", str(path)) for word in expected]


def test_the_pager_gets_the_terminal_and_the_screen_comes_back(tmp_path: Path, programs: Path) -> None:
    """On a real terminal: the log at the line under the cursor, then the screen again."""
    path = write(tmp_path / "logs" / "rank_0.log", LINES)
    with Terminal(["logs"], tmp_path, PAGER="less", PATH=os.environ["PATH"]) as terminal:
        terminal.wait_for("step 300")
        terminal.send("2G|")
        terminal.wait_for(f"called less +300 {path}")
        terminal.wait_for("step 300")
        terminal.send("q")
        assert terminal.end() == 0 and terminal.is_restored()


@pytest.mark.parametrize("program", ["no-such-program-here", "less 'unclosed", " "])
def test_a_program_that_is_not_there_is_said_not_to_be(program: str, tmp_path: Path) -> None:
    with pytest.raises(OutsideError, match="set PAGER or EDITOR to"):
        command(program, tmp_path, 1)


async def test_without_a_terminal_no_program_is_opened(
    open_case: OpenCase, monkeypatch: pytest.MonkeyPatch, programs: Path
) -> None:
    """As in the browser: one sentence, and the screen goes on."""
    monkeypatch.setenv("PAGER", "cat")
    monkeypatch.setenv("EDITOR", "no-such-program-here")
    monkeypatch.delenv("VISUAL", raising=False)
    async with opened(open_case("rank-local-error"), (160, 45)) as pilot:
        before = log_place(pilot)
        await press(pilot, "vertical_line")
        assert "cat needs the terminal" in text(pilot)
        await press(pilot, "E")
        assert "'no-such-program-here' is not there" in text(pilot) and log_place(pilot) == before
