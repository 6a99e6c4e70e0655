"""The incident pane: the initiator first, collateral folded under it, and every entry leads to its lines."""

from __future__ import annotations

from pathlib import Path

from denpex_tui.ui.messages import SnapshotReady
from denpex_tui.ui.outline import Node
from denpex_tui.ui.widgets.incident_tree import IncidentTree
from denpex_tui.ui.widgets.log_view import LogView
from tests.ui.conftest import CORPUS, OpenCase
from tests.ui.screen import Driver, incident, log_place, opened, part, press, settled, text


def entries(pilot: Driver) -> list[Node]:
    """The visible entries, in order."""
    tree = part(pilot, IncidentTree)
    nodes = [tree.get_node_at_line(line) for line in range(tree.last_line + 1)]
    return [node.data for node in nodes if node is not None and node.data is not None]


def at(pilot: Driver, start: str) -> int:
    """Index of the visible entry that begins so."""
    return next(index for index, entry in enumerate(entries(pilot)) if entry.text.startswith(start))


async def go_to(pilot: Driver, start: str) -> None:
    await press(pilot, "g", *["j"] * at(pilot, start))


async def test_opens_on_the_initiator_and_shows_the_line_that_failed(open_case: OpenCase) -> None:
    """Rank 2's ValueError is on the screen before a key is pressed."""
    async with opened(open_case("rank-local-error")) as pilot:
        path, line = log_place(pilot)
        assert path.endswith("attempt_0/2/stderr.log") and line == 13
        assert "▶ FIRST  rank 2 · certain" in text(pilot)
        assert entries(pilot)[0].text.startswith("rank 2  ValueError: sample 30")


async def test_collateral_says_how_much_later(open_case: OpenCase) -> None:
    """Where the clocks tell, a group shows its delays and each rank its own."""
    async with opened(open_case("zero-norm-slow-exit")) as pilot:
        await go_to(pilot, "collateral")
        await press(pilot, "j", "l")
        group, rank = entries(pilot)[at(pilot, "collateral") + 1 :][:2]
        assert "ranks 0 and 2" in group.text and group.detail.startswith("+70.")
        assert rank.text == "rank 0" and rank.detail.startswith("+70.")


async def test_collateral_is_folded_under_it(open_case: OpenCase) -> None:
    """The groups say how; unfolded, each rank stands in its group and leads to its own log."""
    async with opened(open_case("rank-local-error")) as pilot:
        await go_to(pilot, "collateral")
        group = entries(pilot)[at(pilot, "collateral") + 1]
        assert "ranks 1 and 3" in group.text
        await press(pilot, "j", "l", "j")
        assert log_place(pilot)[0].endswith("1/stderr.log")
        await press(pilot, "j")
        path, line = log_place(pilot)
        assert path.endswith("3/stderr.log") and line == 48
        await press(pilot, "h", "h")
        assert not any(entry.text == "rank 3" for entry in entries(pilot))


async def test_enter_unfolds_or_goes_to_the_log(open_case: OpenCase) -> None:
    """On an entry with others below it enter folds; on a line it hands the keys to the log pane."""
    async with opened(open_case("rank-local-error")) as pilot:
        await press(pilot, "enter")
        assert not any(entry.mark.word == "because" for entry in entries(pilot))
        await press(pilot, "enter", "j", "enter")
        assert part(pilot, LogView).has_focus


async def test_mouse_selects_and_folds(open_case: OpenCase) -> None:
    """A click on an entry shows its line, a click on the triangle folds."""
    async with opened(open_case("rank-local-error")) as pilot:
        row = at(pilot, "ranks 1 and 3 only report")
        await pilot.click(IncidentTree, offset=(12, row + 1))
        await settled(pilot)
        assert log_place(pilot)[0].endswith("1/stderr.log")
        await pilot.click(IncidentTree, offset=(1, 1))
        await settled(pilot)
        assert not any(entry.mark.word == "because" for entry in entries(pilot))


async def test_all_ranks_are_listed_with_glyph_and_word(open_case: OpenCase) -> None:
    """Every rank has its state in a word, and selecting it opens its log."""
    async with opened(open_case("rank-local-error")) as pilot:
        await go_to(pilot, "all ranks")
        await press(pilot, "l")
        ranks = [entry for entry in entries(pilot) if entry.key.startswith("rank/")]
        assert [entry.text for entry in ranks] == [
            "rank 0 collateral", "rank 1 collateral", "rank 2 first", "rank 3 collateral",
        ]  # fmt: skip
        assert [entry.mark.glyph for entry in ranks] == ["↳", "↳", "▶", "↳"]


async def test_each_attempt_is_an_incident_of_its_own(open_case: OpenCase) -> None:
    """Two attempts failed before the third finished: two top entries, the headline's opened."""
    async with opened(open_case("pt-elastic-restart")) as pilot:
        tops = [child.data.text for child in part(pilot, IncidentTree).root.children if child.data is not None]
        assert tops[0].startswith("attempt 0: rank 1") and tops[1].startswith("attempt 1: rank 3")
        opened_nodes = [child.is_expanded for child in part(pilot, IncidentTree).root.children]
        assert opened_nodes[:2] == [True, False]


async def test_harmless_lines_of_a_healthy_job_are_listed(open_case: OpenCase) -> None:
    """Lines that look alarming and are not can be looked at, one by one."""
    async with opened(open_case("pt-healthy")) as pilot:
        await go_to(pilot, "look alarming")
        await press(pilot, "l", "j")
        assert entries(pilot)[at(pilot, "look alarming") + 1].mark.word == "harmless"
        assert log_place(pilot)[1] >= 1


async def test_nothing_is_cut_without_an_ellipsis(open_case: OpenCase) -> None:
    """Labels end in … where they are longer than the pane; the caption of the log has the whole sentence."""
    async with opened(open_case("rank-local-error")) as pilot:
        await go_to(pilot, "rank 2 failed by itself")
        tree = part(pilot, IncidentTree)
        row = tree.render_line(1).text
        assert len(row) == tree.size.width and "…" in row
        assert "data.py:58" in text(pilot)


async def test_the_log_goes_along_when_the_verdict_changes(open_paths: OpenCase, tmp_path: Path) -> None:
    """While nobody chose anything else, the line of the new first failure comes into view."""
    attempt = CORPUS / "rank-local-error" / "logs" / "none_71i79ppv" / "attempt_0"
    logs = tmp_path / "logs" / "attempt_0"
    for rank in "0123":
        (logs / rank).mkdir(parents=True)
        (logs / rank / "stdout.log").write_bytes((attempt / rank / "stdout.log").read_bytes())
    session = open_paths(str(tmp_path / "logs"), live=True)
    async with opened(session) as pilot:
        assert part(pilot, LogView).follow
        for rank in "13", "02":
            for one in rank:
                (logs / one / "stderr.log").write_bytes((attempt / one / "stderr.log").read_bytes())
            session.poll()
            incident(pilot).post_message(SnapshotReady(session.snapshot))
            await settled(pilot)
        assert "▶ FIRST  rank 2" in text(pilot)
        assert log_place(pilot) == ("attempt_0/2/stderr.log", 13)
