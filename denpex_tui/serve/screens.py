"""The screens that are open: one process each, which ends with its page and with the server."""

from __future__ import annotations

import asyncio
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING

from aiohttp import WSCloseCode
from aiohttp.web import Request, WebSocketResponse
from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager

from denpex_tui.serve.child import environment

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

MOST_SCREENS = 8
"""Each reads the logs for itself."""
GRACE_S = 5.0
"""How long a screen may take to end when its page is gone."""


class ServedScreen(AppService):
    """A process that draws into a websocket. It is started without a shell and never outlives `stop`."""

    def __init__(self, words: Sequence[str], websocket: WebSocketResponse) -> None:
        super().__init__(
            "",
            write_bytes=websocket.send_bytes,
            write_str=websocket.send_str,
            close=partial(_close, websocket),
            download_manager=DownloadManager(),
        )
        self._words = words

    async def _open_app_process(self, width: int = 80, height: int = 24) -> Process:
        given = self._build_environment(width=width, height=height)
        # In a session of its own: ctrl-C in the server's terminal is the server's to hand on.
        self._process = process = await asyncio.create_subprocess_exec(
            *self._words, stdin=PIPE, stdout=PIPE, stderr=PIPE, env=environment(given), start_new_session=True
        )
        self._stdin = process.stdin
        return process

    async def on_data(self, payload: bytes) -> None:
        with suppress(ConnectionResetError):  # the page is gone: what the ending screen still draws is not needed
            await super().on_data(payload)

    async def run(self) -> None:
        """Until the process ends, of itself or not; the page is told either way."""
        await super().run()
        with suppress(ConnectionResetError):
            await self.remote_close()

    async def stop(self) -> None:
        """Ask the process to end, and kill it when it does not."""
        process, self._process = self._process, None
        if process is None:
            return
        late = asyncio.get_running_loop().call_later(GRACE_S, _kill, process)
        try:
            await super().stop()
            await process.wait()
        finally:
            late.cancel()
            _kill(process)


def _kill(process: Process) -> None:
    with suppress(ProcessLookupError):
        process.kill()


class Screens:
    """All open screens; there is room for `MOST_SCREENS`."""

    def __init__(self, words: Sequence[str]) -> None:
        self._words = words
        self._open: set[WebSocketResponse] = set()

    @property
    def is_full(self) -> bool:
        return len(self._open) >= MOST_SCREENS

    @asynccontextmanager
    async def opened(
        self, request: Request, websocket: WebSocketResponse, size: tuple[int, int]
    ) -> AsyncIterator[ServedScreen]:
        """A screen of ``size`` that draws into ``websocket`` while the block runs; its place is taken at once."""
        screen = ServedScreen(self._words, websocket)
        self._open.add(websocket)
        try:
            await websocket.prepare(request)
            await screen.start(*size)
            yield screen
        finally:
            await screen.stop()
            self._open.discard(websocket)

    async def close(self) -> None:
        """Close all pages, upon which their screens end."""
        await asyncio.gather(*map(_close, self._open))


async def _close(websocket: WebSocketResponse) -> None:
    with suppress(RuntimeError):  # it is only about to be opened
        await websocket.close(code=WSCloseCode.GOING_AWAY)
