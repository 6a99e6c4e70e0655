"""The screen of a page: the same as in a terminal, with what a page has not refused in one sentence."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

pytest.importorskip("textual_serve", reason="serve needs the extra: pip install 'denpex-tui[serve]'")

from aiohttp import ClientSession, WSServerHandshakeError

from denpex_tui.serve.screens import MOST_SCREENS
from denpex_tui.serve.web import FULL
from tests.serve.serving import LOGS, Serving, opened, processes_of, serving


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[Serving]:
    with serving(tmp_path, PAGER="less", EDITOR="cat") as running:
        yield running


async def test_a_page_shows_the_verdict_and_takes_keys(served: Serving) -> None:
    async with opened(served) as page:
        await page.wait_for("≡ SYMMETRIC")
        await page.press("?")
        await page.wait_for("Keys and glyphs")


async def test_no_program_is_started_on_the_servers_terminal(served: Serving) -> None:
    async with opened(served) as page:
        await page.wait_for("≡ SYMMETRIC")
        for key in "|E":
            await page.press(key)
            await page.wait_for("the pager and the editor need a terminal")


async def test_what_is_saved_says_where(served: Serving, tmp_path: Path) -> None:
    async with opened(served, (200, 40)) as page:
        await page.wait_for("≡ SYMMETRIC")
        await page.press("w")
        await page.wait_for("denpex-report.md")
    assert (tmp_path / "denpex-report.md").read_text().startswith("## ")


async def test_the_quit_key_ends_the_page_and_its_process(served: Serving) -> None:
    async with opened(served) as page:
        await page.wait_for("≡ SYMMETRIC")
        (child,) = processes_of(served.process.pid)
        await page.press("q")
        await page.wait_for_end()
    await gone(served, child)


async def test_a_page_that_is_closed_ends_its_process_and_no_other(served: Serving) -> None:
    async with opened(served) as stays:
        await stays.wait_for("≡ SYMMETRIC")
        (other,) = processes_of(served.process.pid)
        async with opened(served) as goes:
            await goes.wait_for("≡ SYMMETRIC")
            (child,) = processes_of(served.process.pid) - {other}
        await gone(served, child)
        await stays.press("?")
        await stays.wait_for("Keys and glyphs")


async def gone(served: Serving, child: int) -> None:
    """Until a process of the server ended; nothing tells that to a process which did not start it."""
    async with asyncio.timeout(60):
        while child in processes_of(served.process.pid):
            await asyncio.sleep(0.05)


@pytest.mark.parametrize("nonsense", ["{", "[]", "7", '["stdin", 7]', '["resize", {"width": "x"}]', "[" * 5000])
async def test_nonsense_of_a_page_harms_nothing(served: Serving, nonsense: str) -> None:
    async with opened(served) as page:
        await page.websocket.send_bytes(b"\x00")
        await page.websocket.send_str(nonsense)
    async with opened(served, (-5, 10**9)) as page:
        await page.websocket.send_json(["resize", {"width": 120, "height": 40}])
        await page.wait_for("≡ SYMMETRIC")


async def test_screens_are_bounded(served: Serving) -> None:
    async with AsyncExitStack() as pages:
        for _ in range(MOST_SCREENS):
            await pages.enter_async_context(opened(served))
        async with ClientSession() as session, session.get(served.url) as answer:
            assert (answer.status, await answer.text()) == (503, FULL + "\n")
        with pytest.raises(WSServerHandshakeError):
            await pages.enter_async_context(opened(served))


async def test_options_and_odd_names_reach_the_screen(tmp_path: Path) -> None:
    """No shell reads them, and a path that is called like a command stays a path."""
    for name in ("demo", "a; touch spoilt; 'b"):
        (tmp_path / name).symlink_to(LOGS)
        with serving(tmp_path, "--redact", name, "--control", name) as served:
            async with opened(served, (200, 60)) as page:
                await page.wait_for(name)
    assert not (tmp_path / "spoilt").exists()


async def test_modules_beside_the_logs_are_not_loaded(tmp_path: Path) -> None:
    (tmp_path / "rich.py").write_text("open('spoilt', 'w')")
    with serving(tmp_path) as served:
        async with opened(served) as page:
            await page.wait_for("≡ SYMMETRIC")
    assert not (tmp_path / "spoilt").exists()


async def test_a_page_is_utf_8_whatever_the_terminal_has(tmp_path: Path) -> None:
    with serving(tmp_path, LC_ALL="C", TERM="dumb") as served:
        async with opened(served) as page:
            await page.wait_for("≡ SYMMETRIC")
