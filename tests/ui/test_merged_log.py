"""Several ranks as one log by keys: in the order of corrected time, labelled, and back to one rank alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from denpex_tui.ui.corrected_time import CorrectedTime
from denpex_tui.ui.merged_log import MergedLog
from denpex_tui.ui.rank_list import RankListError, parse_ranks
from denpex_tui.ui.widgets.log_view import LogView
from denpex_tui.ui.widgets.merged_log_pane import MergedLogPane
from tests.ui.conftest import OpenCase
from tests.ui.screen import Driver, incident, log_place, opened, part, press, text
from tests.ui.test_filters import SIZE, rows
from tests.ui.test_log_view import LINES, grow, write
from tests.ui.test_search import foot


def merged(pilot: Driver) -> MergedLog:
    content = part(pilot, LogView).content
    assert isinstance(content, MergedLog)
    return content


async def test_first_rank_and_collateral_as_one_log(open_case: OpenCase) -> None:
    """Every line of their logs once, each with its rank, the cursor where it was; M again shows its rank alone."""
    async with opened(open_case("rank-local-error"), SIZE) as pilot:
        before = log_place(pilot)
        await press(pilot, "2", "M")
        content, snapshot = merged(pilot), incident(pilot).snapshot
        assert snapshot is not None and log_place(pilot) == before
        sources = {source.id: source for source in snapshot.sources if source.rank is not None and source.lines}
        expected = {(source.id, line) for source in sources.values() for line in range(1, source.lines + 1)}
        assert set(content.merged.places) == expected and len(content.merged.places) == len(expected)
        labels = {row.source: row.label for at in range(1, content.count + 1) if (row := content.row(at)) is not None}
        assert labels == {source.id: f"rank {source.rank}" for source in sources.values()}
        assert "merged" in foot(pilot) and "M one alone" in foot(pilot) and "rank 2" in text(pilot)
        await press(pilot, "M")
        assert log_place(pilot) == before and foot(pilot) == ""


async def test_skewed_clocks_are_corrected(open_case: OpenCase) -> None:
    """Lines of both nodes stand in the order of the corrected times, not of those that are written."""
    async with opened(open_case("pt-two-nodes-skewed-behind"), SIZE) as pilot:
        await press(pilot, "2", "M")
        content, snapshot = merged(pilot), incident(pilot).snapshot
        assert snapshot is not None and snapshot.clocks
        times = CorrectedTime(snapshot)
        ranks = {source.id: source.rank for source in snapshot.sources}
        steps: list[tuple[float, tuple[int, int]]] = []
        for series in snapshot.series:
            for point in series.points:
                corrected = times.corrected(ranks[point.place.source], point.time)
                if corrected is not None and (point.place.source, point.place.line) in content.merged.places:
                    steps.append((corrected, (point.place.source, point.place.line)))
        steps.sort()
        places = [content.merged.places.index(place) for _, place in steps]
        assert len(places) > 20 and places == sorted(places)


async def test_evidence_and_hits_within_the_merged_log(open_case: OpenCase) -> None:
    """n goes on through the evidence, a search through its hits, without leaving the merged log."""
    async with opened(open_case("rank-local-error"), SIZE) as pilot:
        await press(pilot, "2", "M", "slash", *r"^\[rank\d\]: Traceback", "enter")
        await press(pilot, "n")
        assert isinstance(part(pilot, LogView).content, MergedLog) and "Traceback" in row_text(pilot)
        await press(pilot, "escape")
        assert isinstance(part(pilot, LogView).content, MergedLog)
        await press(pilot, "o")
        assert "filters work on one log: M shows one alone again" in text(pilot)
        await press(pilot, "escape")
        assert not isinstance(part(pilot, LogView).content, MergedLog)


def row_text(pilot: Driver) -> str:
    view = part(pilot, LogView)
    return view.text_at(view.cursor)


async def test_chosen_ranks(open_case: OpenCase) -> None:
    """@ takes ranks; one rank with one log is shown alone; what is no list or not there is said."""
    async with opened(open_case("pt-two-nodes-skewed-behind"), SIZE) as pilot:
        await press(pilot, "at", *"0,2-3", "enter")
        selection = part(pilot, MergedLogPane).selection
        assert selection is not None and selection.ranks == (0, 2, 3) and "ranks 0, 2 and 3 merged" in foot(pilot)
        await press(pilot, "at", *"77", "enter")
        assert "no log of rank 77 was read" in text(pilot)
        await press(pilot, "at", *"all", "enter")
        assert "'all' is no list of ranks: give them as 0-3,7" in text(pilot)


async def test_one_rank_of_a_log_that_several_write(open_case: OpenCase) -> None:
    """There @ folds the lines of the others."""
    async with opened(open_case("pt-combined-interleaved"), SIZE) as pilot:
        await press(pilot, "at", "2", "enter")
        assert "only rank 2" in foot(pilot)
        view = part(pilot, LogView)
        shown = [row for at in range(1, view.count + 1) if (row := view.row_at(at)) is not None and not row.hidden]
        assert shown and not any("[rank0]" in row.text or "[rank 0]" in row.text for row in shown)
        await press(pilot, "escape")
        assert foot(pilot) == ""


async def test_a_window_of_large_logs_is_read_on(open_paths: OpenCase, tmp_path: Path) -> None:
    """Only some thousand lines are held; the folds at both ends count the others and lead to them."""
    for rank in range(2):
        text_ = "".join(
            f"2026-11-30 {n // 3600 % 24:02}:{n // 60 % 60:02}:{n % 60:02},000 INFO [rank {rank}] train: step {n}\n"
            for n in range(20_000)
        )
        write(tmp_path / "logs" / f"rank_{rank}.log", text_)
    async with opened(open_paths(str(tmp_path / "logs")), SIZE) as pilot:
        await press(pilot, "2", "colon", *"10000", "enter", "at", *"0-1", "enter")
        content = merged(pilot)
        assert len(content.merged.places) <= 4_000
        shown = rows(pilot)
        assert shown[-1].endswith("lines of these ranks after, ⏎ reads them")
        last = content.merged.places[-1]
        await press(pilot, "G", "enter")
        assert merged(pilot) is not content and merged(pilot).holds(last)
        assert rows(pilot)[0].endswith("of these ranks before, ⏎ reads them")
        await press(pilot, "colon", *"step 19999", "enter")
        assert log_place(pilot)[1] == 20_000 and isinstance(part(pilot, LogView).content, MergedLog)


async def test_new_lines_of_all_ranks_appear(open_paths: OpenCase, tmp_path: Path) -> None:
    """At the end of the merged log, while the logs grow."""
    paths = [write(tmp_path / "logs" / f"rank_{rank}.log", LINES) for rank in range(2)]
    async with opened(open_paths(str(tmp_path / "logs"), live=True), SIZE) as pilot:
        await press(pilot, "2", "at", *"0-1", "enter", "G")
        await grow(pilot, paths[1], "2026-11-30 20:30:00,000 INFO [rank 1] train: step 301 | loss 2.5\n")
        assert len(merged(pilot).merged.places) == 601 and "step 301" in text(pilot)


def test_lists_of_ranks() -> None:
    assert parse_ranks(" 3, 0-2  7,1") == (0, 1, 2, 3, 7)
    for typed in ("", "a", "1-", "-1", "3-1", "0-4095", "1;2"):
        with pytest.raises(RankListError, match="0-3,7"):
            parse_ranks(typed)
