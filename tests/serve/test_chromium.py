"""In a real browser: the page comes up, shows the verdict, takes keys, and asks nothing of anybody else."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

pytest.importorskip("textual_serve", reason="serve needs the extra: pip install 'denpex-tui[serve]'")

from denpex_tui.serve.access import NO_TOKEN
from tests.serve.chromium import CHROMIUM, Browser, browser
from tests.serve.serving import Serving, serving

pytestmark = [pytest.mark.browser, pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium")]

ALL_OF_THE_CLIPBOARD = ["clipboardReadWrite", "clipboardSanitizedWrite"]
UNTIL_COPIED = """new Promise(copied => {
    const look = async () => {
        const text = await navigator.clipboard.readText();
        text ? copied(text) : setTimeout(look, 50);
    };
    look();
})"""


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Serving]:
    with serving(tmp_path) as running:
        yield running


@pytest.fixture
async def tab(tmp_path: Path) -> AsyncIterator[Browser]:
    async with browser(tmp_path / "profile") as opened:
        yield opened


async def test_the_page_shows_the_verdict_and_takes_keys_without_a_click(served: Serving, tab: Browser) -> None:
    await tab.go(served.url)
    await tab.wait_for("≡ SYMMETRIC")
    before = await tab.picture()
    await tab.press("?")
    await tab.wait_for("Keys and glyphs")
    assert await tab.picture() != before
    assert all(address.startswith(served.url) for address in tab.asked)
    assert tab.complaints == []


async def test_the_end_of_a_screen_is_told_with_the_way_to_a_new_one(served: Serving, tab: Browser) -> None:
    await tab.go(served.url)
    await tab.wait_for("≡ SYMMETRIC")
    await tab.press("q")
    await tab.wait_for_text("This screen has ended. Open a new one")


async def test_a_wrong_token_is_refused(served: Serving, tab: Browser) -> None:
    await tab.go(f"{served.origin}/wrong/")
    await tab.wait_for_text(NO_TOKEN)
    assert tab.drawn == ""


async def test_a_copy_reaches_the_clipboard(served: Serving, tab: Browser) -> None:
    await tab.do("Browser.grantPermissions", permissions=ALL_OF_THE_CLIPBOARD, origin=served.origin)
    await tab.go(served.url)
    await tab.wait_for("≡ SYMMETRIC")
    await tab.press("y")
    await tab.wait_for("copied the change")
    found = await tab.do("Runtime.evaluate", expression=UNTIL_COPIED, awaitPromise=True, userGesture=True)
    assert "engine.step()" in found["result"]["value"]


async def test_an_address_in_a_log_opens_no_page(served: Serving, tab: Browser) -> None:
    await tab.go(served.url)
    await tab.wait_for("≡ SYMMETRIC")
    opened = await tab.do("Runtime.evaluate", expression="window.open('http://127.0.0.1:1/') === null")
    assert opened["result"]["value"] is True
