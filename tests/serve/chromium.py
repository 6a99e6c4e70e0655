"""Headless Chromium, driven by its own protocol over a websocket."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import re
import shutil
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

from aiohttp import ClientSession, ClientWebSocketResponse

from tests.hostile.terminal import PATIENCE_S, SEQUENCE

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome"))), None)

_UNTIL_SHOWN = """new Promise(shown => {
    const look = () => (document.body?.innerText ?? "").includes(%s) ? shown(true) : setTimeout(look, 50);
    look();
})"""


class Browser:
    """One tab."""

    def __init__(self, websocket: ClientWebSocketResponse) -> None:
        self._websocket = websocket
        self._numbers = count(1)
        self._session = ""
        self.drawn = ""
        """What came for the terminal of the page since the last wait."""
        self.asked: list[str] = []
        """Every address that the page asked for."""
        self.complaints: list[str] = []
        """Errors in the console, such as those of the page's own policy."""

    async def do(self, method: str, **parameters: object) -> dict[str, Any]:
        """A command and its result."""
        number = next(self._numbers)
        of_the_tab = self._session and not method.startswith("Browser.")
        session = {"sessionId": self._session} if of_the_tab else {}
        await self._websocket.send_json({"id": number, "method": method, "params": parameters, **session})
        while True:
            message = await self._next()
            if message.get("id") == number:
                assert "error" not in message, message
                result: dict[str, Any] = message["result"]
                return result

    async def _next(self) -> dict[str, Any]:
        async with asyncio.timeout(PATIENCE_S):
            message: dict[str, Any] = await self._websocket.receive_json()
        match message:
            case {
                "method": "Network.webSocketFrameReceived",
                "params": {"response": {"opcode": 2, "payloadData": data}},
            }:
                self.drawn += base64.b64decode(data).decode("utf-8", "replace")
            case {"method": "Network.requestWillBeSent", "params": {"request": {"url": url}}}:
                self.asked.append(url)
            case {"method": "Log.entryAdded", "params": {"entry": {"level": "error", "text": text}}}:
                self.complaints.append(text)
        return message

    async def open(self, size: tuple[int, int] = (1280, 800)) -> None:
        """A tab of that many pixels."""
        target = await self.do("Target.createTarget", url="about:blank")
        self._session = (
            await self.do("Target.attachToTarget", targetId=target["targetId"], flatten=True)
        )["sessionId"]  # fmt: skip
        for domain in ("Page", "Network", "Log", "Runtime"):
            await self.do(f"{domain}.enable")
        await self.do(
            "Emulation.setDeviceMetricsOverride", width=size[0], height=size[1], deviceScaleFactor=1, mobile=False
        )

    async def go(self, url: str) -> None:
        await self.do("Page.navigate", url=url)

    async def wait_for(self, words: str) -> None:
        """Until ``words`` came for the terminal since the last wait."""
        async with asyncio.timeout(PATIENCE_S):
            while words not in SEQUENCE.sub("", self.drawn):
                await self._next()
        self.drawn = ""

    async def press(self, key: str) -> None:
        """A printable key."""
        for kind in ("keyDown", "keyUp"):
            await self.do("Input.dispatchKeyEvent", type=kind, key=key, text=key if kind == "keyDown" else "")

    async def wait_for_text(self, words: str) -> None:
        """Until the page itself, whose terminal is pixels, shows ``words``."""
        awaited = _UNTIL_SHOWN % json.dumps(words)
        async with asyncio.timeout(PATIENCE_S):
            while True:
                found = await self.do("Runtime.evaluate", expression=awaited, awaitPromise=True, returnByValue=True)
                if found["result"].get("value") is True:  # else another page has come meanwhile
                    return

    async def picture(self) -> bytes:
        """A PNG of the tab."""
        return base64.b64decode((await self.do("Page.captureScreenshot", format="png"))["data"])


@asynccontextmanager
async def browser(profile: Path) -> AsyncIterator[Browser]:
    """A browser with a new profile, which can reach this machine only."""
    assert CHROMIUM is not None
    words = ["--headless=new", "--remote-debugging-port=0", f"--user-data-dir={profile}", "--no-first-run"]
    words += ["--disable-background-networking", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"]
    if os.geteuid() == 0:
        words.append("--no-sandbox")
    process = await asyncio.create_subprocess_exec(CHROMIUM, *words, stderr=PIPE, stdout=PIPE)
    try:
        async with ClientSession() as session, session.ws_connect(await _address(process), max_msg_size=0) as websocket:
            tab = Browser(websocket)
            await tab.open()
            yield tab
    finally:
        process.kill()
        await process.wait()


async def _address(process: asyncio.subprocess.Process) -> str:
    assert process.stderr is not None
    async with asyncio.timeout(PATIENCE_S):
        async for line in process.stderr:
            if found := re.search(rb"DevTools listening on (ws://\S+)", line):
                return found[1].decode()
    raise AssertionError("Chromium did not start")
