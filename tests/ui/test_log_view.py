"""The log pane: evidence marked and stepped through, siblings, movement, and files that change or vanish."""

from __future__ import annotations

from pathlib import Path

from rich.segment import Segment

from denpex_tui.ui import glyphs
from denpex_tui.ui.log_window import LogWindow
from denpex_tui.ui.messages import SnapshotReady
from denpex_tui.ui.widgets.log_pane import LogPane
from denpex_tui.ui.widgets.log_view import LogView
from tests.ui.conftest import OpenCase
from tests.ui.screen import NARROW, Driver, incident, log_place, opened, part, press, settled, text


def drawn(pilot: Driver, number: int) -> list[Segment]:
    """The segments of a line that is in view."""
    view = part(pilot, LogView)
    return list(view.render_line(number - 1 - view.scroll_offset.y))


async def test_evidence_has_a_gutter_and_the_matched_part_is_bold(open_case: OpenCase) -> None:
    """The whole traceback is marked; in the line that names the exception, the exception is emphasised."""
    async with opened(open_case("rank-local-error")) as pilot:
        assert [drawn(pilot, number)[0].text for number in (2, 3, 13)] == [" ", glyphs.EVIDENCE, glyphs.EVIDENCE]
        bold = [segment.text for segment in drawn(pilot, 13)[3:] if segment.style is not None and segment.style.bold]
        assert bold and bold[0].startswith("ValueError: sample 30")


async def test_next_evidence_goes_from_file_to_file_and_round(open_case: OpenCase) -> None:
    """The tour visits every cited line once, in the order in which the verdict is told, and comes back."""
    async with opened(open_case("rank-local-error")) as pilot:
        start = log_place(pilot)
        places = [start]
        while True:
            await press(pilot, "n")
            if log_place(pilot) == start:
                break
            places.append(log_place(pilot))
            assert len(places) < 50
        assert len(places) == len(set(places)) >= 4
        assert {"1/stderr.log", "3/stderr.log"} <= {path.partition("attempt_0/")[2] for path, _ in places}
        assert f"1/{len(places)} " in text(pilot)
        await press(pilot, "N")
        assert log_place(pilot) == places[-1]


async def test_brackets_turn_to_the_other_stream_of_the_rank(open_case: OpenCase) -> None:
    """From rank 2's stderr to its stdout and back."""
    async with opened(open_case("rank-local-error")) as pilot:
        await press(pilot, "right_square_bracket")
        assert log_place(pilot)[0].endswith("attempt_0/2/stdout.log")
        await press(pilot, "left_square_bracket")
        assert log_place(pilot)[0].endswith("attempt_0/2/stderr.log")


async def test_moving_in_the_log(open_case: OpenCase) -> None:
    """Ends, pages, sideways and back, and a click puts the cursor on a line."""
    async with opened(open_case("pt-healthy"), NARROW) as pilot:
        await press(pilot, "2", "G")
        view = part(pilot, LogView)
        assert view.cursor == view.count and view.count > 40
        await press(pilot, "pageup")
        assert view.cursor == view.count - view.rows + 1
        await press(pilot, "g", "down", "j", "k")
        assert view.cursor == 2
        await press(pilot, "l", "l")
        assert view.left == 16 and drawn(pilot, 2)[2].text.startswith("…") is False
        await press(pilot, "h")
        assert view.left == 8
        await press(pilot, "0")
        assert view.left == 0
        await pilot.click(LogView, offset=(20, 4))
        assert view.cursor == 5


async def test_a_match_far_to_the_right_moves_its_own_line_only(open_case: OpenCase) -> None:
    """The other lines keep their beginnings, `…` tells that this one's is hidden, and moving on gives it back."""
    async with opened(open_case("bf16-nan-norm"), NARROW) as pilot:
        await press(pilot, "2", "slash", *"grad_norm", "enter")
        view, number = part(pilot, LogView), log_place(pilot)[1]
        assert "…" in drawn(pilot, number)[3].text and any("grad_norm" in seg.text for seg in drawn(pilot, number))
        assert drawn(pilot, number - 1)[3].text.startswith("2026-11-30") and view.left == 0
        await press(pilot, "j")
        assert drawn(pilot, number)[3].text.startswith("2026-11-30")


async def test_a_long_line_of_evidence_keeps_its_beginning(open_case: OpenCase) -> None:
    """The exception begins within the pane, so nothing is scrolled to see its end."""
    async with opened(open_case("rank-local-error"), NARROW) as pilot:
        await press(pilot, "2", "n", "N")
        assert log_place(pilot)[1] == 13
        assert [drawn(pilot, number)[3].text[:8] for number in (12, 13)] == ["[rank2]:", "[rank2]:"]


async def test_title_says_whose_log_and_which_line(open_case: OpenCase) -> None:
    """Rank, path and line of how many."""
    async with opened(open_case("rank-local-error"), (200, 40)) as pilot:
        title = str(part(pilot, LogPane).border_title)
        assert "rank 2 · none_71i79ppv/attempt_0/2/stderr.log · line 13 of 13" in title


async def test_copies_the_line_under_the_cursor_with_its_place(open_case: OpenCase) -> None:
    """Y gives path, line and text, ready for a chat."""
    async with opened(open_case("rank-local-error")) as pilot:
        await press(pilot, "Y")
        assert pilot.app.clipboard.startswith("none_71i79ppv/attempt_0/2/stderr.log:13: [rank2]: ValueError: sample 30")


async def test_text_is_selected_with_the_mouse(open_case: OpenCase) -> None:
    """What is dragged over is what is copied, without the gutter."""
    async with opened(open_case("rank-local-error")) as pilot:
        await pilot.mouse_down(LogView, offset=(5, 12))
        await pilot.hover(LogView, offset=(13, 12))
        await pilot.mouse_up(LogView, offset=(13, 12))
        await settled(pilot)
        selected = incident(pilot).get_selected_text()
        assert selected is not None and "[rank2]: ValueError".startswith(selected) and len(selected) >= 6


def write(path: Path, content: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content)
    return path


LINES = "".join(f"2026-11-30 20:25:{n % 60:02},000 INFO [rank 0] train: step {n} | loss 2.5\n" for n in range(1, 301))


async def grow(pilot: Driver, path: Path, text: str) -> None:
    """Append, let the engine read it, and hand the snapshot to the screen as its thread does."""
    with path.open("a") as file:
        file.write(text)
    session = incident(pilot).session
    session.poll()
    incident(pilot).post_message(SnapshotReady(session.snapshot))
    await settled(pilot)


async def test_follow_stays_at_the_end_until_one_scrolls_back(open_paths: OpenCase, tmp_path: Path) -> None:
    """At the end of a live log new lines come into view; looking back stops that, f starts it again."""
    path = write(tmp_path / "logs" / "rank_0.log", LINES)
    async with opened(open_paths(str(tmp_path / "logs"), live=True)) as pilot:
        view = part(pilot, LogView)
        await press(pilot, "2", "G")
        assert view.follow and view.cursor == 300
        await grow(pilot, path, "2026-11-30 20:30:00,000 INFO [rank 0] train: step 301 | loss 2.5\n")
        assert view.cursor == 301 and "step 301" in text(pilot)
        await press(pilot, "k")
        await grow(pilot, path, "2026-11-30 20:30:01,000 INFO [rank 0] train: step 302 | loss 2.5\n")
        assert view.cursor == 300 and view.count == 302
        await press(pilot, "f")
        assert view.cursor == 302
        view.scroll_relative(y=-5, animate=False)
        await settled(pilot)
        await grow(pilot, path, "2026-11-30 20:30:02,000 INFO [rank 0] train: step 303 | loss 2.5\n")
        assert view.cursor == 302


async def test_a_line_that_is_still_being_written_is_dimmed(open_paths: OpenCase, tmp_path: Path) -> None:
    """Its end may change its meaning; once it is there the line looks like any other."""
    path = write(tmp_path / "logs" / "rank_0.log", LINES)
    async with opened(open_paths(str(tmp_path / "logs"), live=True)) as pilot:
        await press(pilot, "2", "G")
        await grow(pilot, path, "2026-11-30 20:30:00,000 INFO [rank 0] half a li")
        style = drawn(pilot, 301)[-1].style
        assert style is not None and style.dim
        await grow(pilot, path, "ne\n")
        style = drawn(pilot, 301)[3].style
        assert style is not None and not style.dim and "half a line" in text(pilot)


async def test_bytes_that_are_gone_are_said_to_be(open_paths: OpenCase, tmp_path: Path) -> None:
    """A log that was emptied after it was read is no blank pane and no traceback."""
    write(tmp_path / "logs" / "rank_0.log", LINES)
    gone = write(tmp_path / "logs" / "rank_1.log", LINES.replace("[rank 0]", "[rank 1]"))
    async with opened(open_paths(str(tmp_path / "logs"))) as pilot:
        gone.write_bytes(b"")
        await press(pilot, "j")
        assert log_place(pilot)[0] == "rank_1.log"
        assert "cannot be read any more" in text(pilot)


async def test_wide_characters_keep_the_columns(open_paths: OpenCase, tmp_path: Path) -> None:
    """Rows are exactly as wide as the pane, also where a wide character is cut in half."""
    chinese = "2026-11-30 20:25:00,000 INFO [rank 0] train: step 1 | 训练在第一步失败，梯度为零。" * 3
    write(tmp_path / "logs" / "rank_0.log", LINES + chinese + "\n")
    async with opened(open_paths(str(tmp_path / "logs")), NARROW) as pilot:
        await press(pilot, "2", "G")
        view = part(pilot, LogView)
        for left in range(40, 60):
            view.left = left
            await pilot.pause()
            strip = view.render_line(view.rows - 1)
            assert strip.cell_length == view.scrollable_content_region.width
            assert sum(segment.cell_length for segment in strip) == strip.cell_length


async def test_a_large_file_is_read_only_around_the_cursor(open_paths: OpenCase, tmp_path: Path) -> None:
    """Of 120,000 lines only the blocks that were looked at are in memory."""
    write(tmp_path / "logs" / "rank_0.log", LINES * 400)
    async with opened(open_paths(str(tmp_path / "logs"))) as pilot:
        await press(pilot, "2", "G")
        view = part(pilot, LogView)
        assert view.cursor == 120_000 and "120000" in text(pilot)
        assert isinstance(view.content, LogWindow) and len(view.content._blocks) <= 4
