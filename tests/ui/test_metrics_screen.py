"""The numbers up to the failure: per rank where they differ, odd values marked as what they are."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from denpex_tui.engine.model import Place, Point
from denpex_tui.ui.curves import Sample, merged, number, numbers, thinned
from denpex_tui.ui.screens.metrics_screen import MetricsScreen
from denpex_tui.ui.value_axis import axis, oddity, spans_decades
from denpex_tui.ui.widgets.log_view import LogView
from tests.ui.conftest import OpenCase
from tests.ui.screen import NARROW, Driver, incident, log_place, opened, part, press, text


def screen(pilot: Driver) -> MetricsScreen:
    assert isinstance(pilot.app.screen, MetricsScreen)
    return pilot.app.screen


def sample(x: float, value: float) -> Sample:
    return Sample(x, value, Point(int(x), value, Place(0, 1, 0)))


async def test_the_loss_of_the_rank_that_differs_is_nan(open_case: OpenCase) -> None:
    """Opens on rank 2, whose loss alone is NaN at step 8; enter leads to the line that says so."""
    async with opened(open_case("bf16-nan-norm"), NARROW) as pilot:
        await press(pilot, "m", "tab", "G")
        assert "[loss]" in text(pilot) and "failed in step 8" in text(pilot)
        assert "loss NaN · step 8 · rank 2" in text(pilot) and "N NaN" in text(pilot)
        await press(pilot, "enter")
        assert pilot.app.screen is incident(pilot) and part(pilot, LogView).has_focus
        path, line = log_place(pilot)
        assert "/2/" in path and "loss nan" in part(pilot, LogView).text_at(line).lower()


async def test_one_curve_where_ranks_agree_and_one_each_where_they_differ(open_case: OpenCase) -> None:
    """The norm is all-reduced and the same for all; each rank has a loss of its own."""
    async with opened(open_case("bf16-nan-norm")) as pilot:
        snapshot = incident(pilot).snapshot
        assert snapshot is not None
        found = {metric.name: metric for metric in numbers(snapshot, None).metrics}
        assert [curve.ranks for curve in found["grad_norm"].curves] == [(0, 1, 2, 3)]
        assert [curve.ranks for curve in found["loss"].curves] == [(0,), (1,), (2,), (3,)]
        await press(pilot, "m")
        assert "─ ranks 0-3" in text(pilot)
        await press(pilot, "tab", "j")
        assert "─ rank 3" in text(pilot) and "3 other curves" in text(pilot)


async def test_an_underflow_crosses_the_smallest_normal(open_case: OpenCase) -> None:
    """Norms from 10 to 1e-19 get a logarithmic axis with the smallest fp16 normal; space makes it linear."""
    async with opened(open_case("bf16-underflow-norm")) as pilot:
        await press(pilot, "m")
        assert "grad_norm  log scale" in text(pilot) and "fp16 smallest normal 6.10e-5" in text(pilot)
        await press(pilot, "space")
        assert "grad_norm  linear scale" in text(pilot) and "smallest normal" not in text(pilot).split("loss")[0]


async def test_zero_is_marked_as_zero(open_case: OpenCase) -> None:
    """At step 12 the loss and the gradients are exactly zero, on either scale."""
    async with opened(open_case("bf16-zero-norm-torchrun"), NARROW) as pilot:
        await press(pilot, "m", "tab", "G")
        assert "loss 0 (zero) · step 12" in text(pilot) and "0 zero" in text(pilot)
        await press(pilot, "space")
        assert "log scale" in text(pilot) and "0 zero" in text(pilot)


async def test_points_by_keys_stay_on_their_step(open_case: OpenCase) -> None:
    """Left and right move by a point, g and G to the ends; another metric stays on the step."""
    async with opened(open_case("rank-local-error"), NARROW) as pilot:
        await press(pilot, "m")
        assert "· step 6 ·" in text(pilot)
        await press(pilot, "left", "left", "tab")
        assert "loss 5.597 · step 4 · rank 2" in text(pilot)
        await press(pilot, "g")
        assert "· step 1 ·" in text(pilot)
        await press(pilot, "escape")
        assert pilot.app.screen is incident(pilot)


@pytest.mark.parametrize("size", [(200, 60), (60, 12), (12, 5)])
async def test_any_size(open_case: OpenCase, size: tuple[int, int]) -> None:
    """Plots stand above each other where there is room; too small a terminal says so instead of failing."""
    async with opened(open_case("bf16-nan-norm"), size) as pilot:
        await press(pilot, "m", "right", "space", "tab")
        assert pilot.app.is_running
        if size == (200, 60):
            assert all(f"{name}  " in text(pilot) for name in ("grad_norm", "loss", "lr"))


async def test_without_numbers_it_says_so(open_paths: OpenCase, tmp_path: Path) -> None:
    """Nothing is read yet: no key does harm."""
    async with opened(open_paths(str(tmp_path)), NARROW) as pilot:
        await press(pilot, "m", "right", "space", "tab", "enter", "j")
        assert "no number is logged" in text(pilot)


async def test_without_colour_and_in_ascii(open_case: OpenCase, monkeypatch: pytest.MonkeyPatch) -> None:
    """All three views reach such a terminal as plain characters in its own colours."""
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("NO_COLOR", "1")
    async with opened(open_case("bf16-nan-norm"), NARROW) as pilot:
        for key in "rtm":
            await press(pilot, key)
            strips = pilot.app.screen._compositor.render_strips()
            styles = [segment.style for strip in strips for segment in strip if segment.style is not None]
            assert text(pilot).isascii()
            assert all(c is None or c.is_default for style in styles for c in (style.color, style.bgcolor))
            await press(pilot, "escape")


def test_what_has_no_place_on_an_axis_is_told_apart() -> None:
    """NaN, Inf, zero and, on a logarithmic axis, negatives are no ordinary values."""
    marks = [oddity(value, True) for value in (math.nan, math.inf, -math.inf, 0.0, -1.0, 1.0)]
    assert [mark and mark[0] for mark in marks] == ["N", "I", "I", "0", "-", None]
    scale = axis([1e-10, 1.0, math.nan, 0.0], log=True)
    assert scale.place(math.nan) is scale.place(0.0) is None and scale.place(1.0) == 0.0
    assert spans_decades([1e-10, 1.0]) and not spans_decades([5.3, 5.9, 0.0, math.nan])
    assert [number(value) for value in (math.nan, math.inf, 0.0)] == ["NaN", "+Inf", "0 (zero)"]


def test_ranks_that_stopped_earlier_agree_with_the_others() -> None:
    """A rank whose last line is missing is no other curve; one other value is."""
    whole = tuple(sample(x, 1.0) for x in range(5))
    curves = merged([(0, whole[:4]), (1, whole), (2, (*whole[:4], sample(4, math.nan)))])
    assert [curve.ranks for curve in curves] == [(0, 1), (2,)] and len(curves[0].samples) == 5


@given(st.lists(st.floats(width=32), min_size=1, max_size=2000), st.integers(1, 60))
def test_thinning_keeps_ends_extremes_and_oddities(values: list[float], columns: int) -> None:
    """However long the run, the drawing keeps its highest and lowest point and shows that there was a NaN."""
    samples = [sample(x, value) for x, value in enumerate(values)]
    kept = thinned(samples, columns)
    assert len(kept) <= max(2 * columns, 6 * columns)
    finite = [value for value in values if math.isfinite(value)]
    if finite:
        shown = [one.value for one in kept if math.isfinite(one.value)]
        assert (min(shown), max(shown)) == (min(finite), max(finite))
    assert any(math.isnan(one.value) for one in kept) == any(math.isnan(value) for value in values)
