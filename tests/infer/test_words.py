"""Numbers and ranks as a reader wants them."""

from __future__ import annotations

from denpex_tui.engine.infer.words import join, ranks_text, seconds, verb


def test_ranks() -> None:
    assert ranks_text([3]) == "rank 3"
    assert ranks_text([3, 0]) == "ranks 0 and 3"
    assert ranks_text([1, 0, 2, 2]) == "ranks 0-2"
    assert ranks_text([0, 1, 5]) == "ranks 0, 1 and 5"
    assert ranks_text(range(511)) == "ranks 0-510"
    assert ranks_text([]) == "no rank"


def test_many_runs_are_cut() -> None:
    text = ranks_text(range(0, 100, 2))
    assert text.startswith("ranks 0, 2, 4, ")
    assert text.endswith("20 and 39 more")


def test_seconds() -> None:
    assert [seconds(value) for value in (0.31, 9.96, 15, 119.4, 120, 250, 3_600, -300)] == [
        "0.3 s", "10.0 s", "15 s", "119 s", "2 min", "4 min 10 s", "60 min", "-5 min"
    ]  # fmt: skip


def test_lists_and_verbs() -> None:
    assert [join(parts) for parts in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == ["", "a", "a and b", "a, b and c"]
    assert (verb([1], "was", "were"), verb([1, 2], "was", "were")) == ("was", "were")
