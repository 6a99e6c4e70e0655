"""The cause pane: the competing causes with what speaks for and against each, and what is often said and wrong."""

from __future__ import annotations

from textual.content import Content

from denpex_tui.ui.widgets.cause_pane import CausePane
from tests.ui.conftest import OpenCase
from tests.ui.screen import Driver, log_place, opened, part, press, text


def rows(pilot: Driver) -> list[str]:
    """All rows of the pane as text, unwrapped."""
    return [Content("\n").join(row.prompt.lines(1000)).plain for row in part(pilot, CausePane)._rows]


async def test_compares_the_causes(open_case: OpenCase) -> None:
    """The chosen cause and the ruled out ones stand there with the word and the evidence."""
    async with opened(open_case("bf16-nan-norm"), (120, 60)) as pilot:
        await press(pilot, "c")
        said = "\n".join(rows(pilot))
        assert part(pilot, CausePane).has_focus
        assert said.count("  chosen") == 1 and "  ruled out" in said
        assert "– against" in said and "Often said, and wrong" in said and "https://" in said
        assert "NaN, masked as -1" in text(pilot)


async def test_a_row_with_evidence_shows_its_line(open_case: OpenCase) -> None:
    """What speaks for the chosen cause leads to rank 2's NaN; enter goes there."""
    async with opened(open_case("bf16-nan-norm")) as pilot:
        await press(pilot, "c")
        pane = part(pilot, CausePane)
        index = next(index for index, row in enumerate(rows(pilot)) if row.lstrip().startswith("+ for"))
        pane.highlighted = index
        await press(pilot, "enter")
        assert log_place(pilot) in [(log_place(pilot)[0], 16)] and "2/stdout.log" in log_place(pilot)[0]


async def test_undecided_says_what_would_decide(open_case: OpenCase) -> None:
    """Only the assertion in the log: no cause is chosen, and the verdict says that nothing tells."""
    async with opened(open_case("bf16-inf-loss")) as pilot:
        assert "undecided" in text(pilot)
        assert "  chosen" not in "\n".join(rows(pilot))


async def test_a_concern_is_explained_without_a_failure(open_case: OpenCase) -> None:
    """What is wrong although nothing crashed has its cause and its lines too."""
    async with opened(open_case("bf16-zero-norm-zero2"), (120, 60)) as pilot:
        await press(pilot, "c")
        assert "Gradients are zero while training runs" in text(pilot)


async def test_without_a_failure_there_is_no_cause(open_case: OpenCase) -> None:
    """A job that went well gets no diagnosis."""
    async with opened(open_case("pt-healthy")) as pilot:
        await press(pilot, "5")
        assert "there is no cause to show" in text(pilot)
