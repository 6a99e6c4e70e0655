"""Ranks, times and delays as short phrases."""

from __future__ import annotations

import pytest

from denpex_tui.report import ranks, times


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ([], "no rank"),
        ([3], "rank 3"),
        ([1, 0], "ranks 0 and 1"),
        ([0, 1, 2, 3], "ranks 0-3"),
        ([5, 0, 1, 2, 9], "ranks 0-2, 5 and 9"),
    ],
)
def test_ranks_read_as_a_phrase(given: list[int], expected: str) -> None:
    assert ranks.phrase(given) == expected


def test_a_ragged_list_is_shortened_by_its_count() -> None:
    assert ranks.phrase(range(0, 200, 2)).startswith("100 ranks (0, 2, 4, ")


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [
        (None, ""),
        (0.056, "+56 ms"),
        (3.122, "+3.1 s"),
        (-2.0, "-2.0 s"),
        (1800.0, "+30 min"),
        (7500.0, "+2 h 5 min"),
        (14400.0, "+4 h"),
    ],
)
def test_delays_read_in_the_unit_that_fits(seconds: float | None, expected: str) -> None:
    assert times.delay(seconds) == expected


@pytest.mark.parametrize("seconds", [None, float("nan"), float("inf"), 1e300, -1e300])
def test_a_time_outside_the_calendar_is_unknown(seconds: float | None) -> None:
    assert times.iso(seconds) is None
    assert times.clock(seconds) == ""


def test_a_log_without_a_year_has_a_clock_but_no_date() -> None:
    assert times.iso(946_728_000.0) is None
    assert times.clock(946_728_000.0) == "12:00:00,000"


def test_times_are_iso_8601_to_the_millisecond() -> None:
    assert times.iso(1_796_070_662.114) == "2026-11-30T20:31:02.114"
    assert times.iso(1_796_070_662.9996) == "2026-11-30T20:31:03.000"
    assert times.clock(1_796_070_662.0) == "20:31:02,000"


@pytest.mark.parametrize(
    ("size", "expected"), [(0, "0 B"), (999, "999 B"), (13_400, "13.4 kB"), (2_000_000_000, "2.0 GB")]
)
def test_amounts(size: int, expected: str) -> None:
    assert times.amount(size) == expected
