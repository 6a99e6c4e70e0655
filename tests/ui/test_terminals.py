"""Terminals: ASCII where the locale is not UTF-8, no colour where it is not wanted, nothing that a log smuggles in."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from denpex_tui.ui.app import DenpexApp
from denpex_tui.ui.ascii_only import to_ascii, utf8_locale
from tests.ui.conftest import OpenCase
from tests.ui.screen import NARROW, log_place, opened, press, seen, settled, text

UI = Path(__file__).parent.parent.parent / "denpex_tui" / "ui"


@pytest.mark.parametrize(
    ("environ", "utf8"),
    [
        ({"LANG": "en_US.UTF-8"}, True),
        ({"LANG": "de_DE.utf8"}, True),
        ({"LC_ALL": "C", "LANG": "en_US.UTF-8"}, False),
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, False),
        ({"LANG": "C.UTF-8", "LC_CTYPE": "C.UTF-8"}, True),
        ({"LC_ALL": "C.UTF-8"}, True),
        ({}, False),
    ],
)
def test_the_locale_decides(environ: dict[str, str], utf8: bool) -> None:
    """As the user set it, not as Python coerced it."""
    assert utf8_locale(environ) is utf8


def test_ascii_keeps_the_number_of_cells() -> None:
    """Glyphs have a twin of one cell each; a wide character becomes two question marks."""
    assert to_ascii("▶ ┃ … ↳ │ 训x") == "> | . ` | ??x"


async def test_ascii_terminal_gets_ascii_only(open_case: OpenCase, monkeypatch: pytest.MonkeyPatch) -> None:
    """Borders, scroll bars and glyphs included."""
    monkeypatch.setenv("LC_ALL", "C")
    async with opened(open_case("bf16-nan-norm")) as pilot:
        assert text(pilot).isascii()
        assert "= SYMMETRIC" in text(pilot) and "|" in text(pilot)


async def test_no_color_uses_the_terminals_own(open_case: OpenCase, monkeypatch: pytest.MonkeyPatch) -> None:
    """No colour is sent, and what is selected is still told apart."""
    monkeypatch.setenv("NO_COLOR", "1")
    async with opened(open_case("bf16-nan-norm")) as pilot:
        assert pilot.app.ansi_color is True
        colours = {
            colour.name
            for strip in pilot.app.screen._compositor.render_strips()
            for segment in strip
            if segment.style is not None
            for colour in (segment.style.color, segment.style.bgcolor)
            if colour is not None and not colour.is_default
        }
        assert not colours
        assert "SYMMETRIC" in text(pilot)


HOSTILE = """\
2026-11-30 20:25:21,336 INFO [rank 0] train: step 1 | loss 5.5
[rank0]: Traceback (most recent call last):
[rank0]:   File "/workspace/[bold red]train[/bold red].py", line 1, in <module>
[rank0]:     main("[/foo]")
[rank0]: ValueError: [link=https://evil]x[/link] [@click=app.quit]y[/] \x1b]52;c;aGk=\x07\x1b[2J\x9b31m end
"""


async def test_markup_and_escapes_of_a_log_are_only_text(open_paths: OpenCase, tmp_path: Path) -> None:
    """Brackets stand there as written in every pane; no control character reaches the terminal."""
    log = tmp_path / "logs" / "[red]" / "rank_0.log"
    log.parent.mkdir(parents=True)
    log.write_text(HOSTILE, encoding="latin-1")
    async with opened(open_paths(str(tmp_path / "logs")), (200, 50)) as pilot:
        assert "ValueError: [link=https://evil]x[/link] [@click=app.quit]y[/]" in text(pilot)
        assert "[red]/rank_0.log" in text(pilot) and log_place(pilot)[1] == 5
        for key in ("2", "3", "4", "5", "1", "Y", "n"):
            await press(pilot, key)
            assert all(row.isprintable() for row in seen(pilot))
        assert pilot.app.is_running


async def test_a_terminal_of_a_few_cells_does_not_break(open_case: OpenCase) -> None:
    """Tiny and back."""
    async with opened(open_case("bf16-nan-norm"), NARROW) as pilot:
        for size in ((12, 4), (3, 2), (300, 90), NARROW):
            await pilot.resize_terminal(*size)
            await settled(pilot)
        assert "SYMMETRIC" in text(pilot)


def test_no_widget_interprets_markup() -> None:
    """Log text reaches widgets as Text, Content or with markup off, never as a string that is interpreted."""
    forbidden = re.compile(
        r"from_markup\(|markup=True|Label\(f?[\"']|Static\(f?[\"']|notify\((?!.*markup=False)|#[0-9a-fA-F]{6}\b"
    )
    found = [
        f"{path.name}:{number}: {line.strip()}"
        for path in sorted(UI.rglob("*"))
        if path.suffix in (".py", ".tcss")
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if forbidden.search(line)
    ]
    assert found == []


def test_the_screen_is_the_only_importer_of_textual() -> None:
    """The application class is importable by its documented name."""
    assert DenpexApp.__module__ == "denpex_tui.ui.app"
