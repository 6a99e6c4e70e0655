"""A real server process and a page of it, as a browser opens one: over HTTP and a websocket."""

from __future__ import annotations

import asyncio
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from aiohttp import ClientSession, ClientWebSocketResponse, WSMsgType

from denpex_tui.demo import logs
from tests.hostile.terminal import PATIENCE_S, SEQUENCE, environment

LOGS = logs("bf16-nan-norm")


@dataclass(frozen=True, slots=True)
class Serving:
    """A server that runs; ``url`` is the address that it printed."""

    process: subprocess.Popen[str]
    url: str

    @property
    def origin(self) -> str:
        return self.url.rsplit("/", 2)[0]

    @property
    def port(self) -> int:
        return int(self.origin.rpartition(":")[2])

    def end(self, number: signal.Signals = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        return self.process.wait(PATIENCE_S)


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "denpex_tui", "serve", *words]


@contextmanager
def serving(cwd: Path, *words: str, **env: str) -> Iterator[Serving]:
    """Serves until the block ends."""
    with subprocess.Popen(
        command(*(words or (str(LOGS),))),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=cwd,
        env=environment(env),
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        try:
            url = process.stdout.readline().strip()
            assert url, process.stderr.read()
            yield Serving(process, url)
        finally:
            process.terminate()
            process.wait(PATIENCE_S)


@dataclass(slots=True)
class Page:
    """What a page gets and sends."""

    websocket: ClientWebSocketResponse
    shown: str = ""

    async def wait_for(self, words: str) -> None:
        """Until ``words`` were drawn since the last wait."""
        async with asyncio.timeout(PATIENCE_S):
            while words not in SEQUENCE.sub("", self.shown):
                message = await self.websocket.receive()
                assert message.type in (WSMsgType.BINARY, WSMsgType.TEXT), f"closed; {self.shown[-2000:]}"
                if message.type is WSMsgType.BINARY:
                    self.shown += message.data.decode("utf-8", "replace")
        self.shown = ""

    async def press(self, keys: str) -> None:
        await self.websocket.send_json(["stdin", keys])

    async def wait_for_end(self) -> None:
        """Until the server closes the websocket."""
        async with asyncio.timeout(PATIENCE_S):
            async for _ in self.websocket:
                pass


@asynccontextmanager
async def opened(served: Serving, size: tuple[int, int] = (120, 40)) -> AsyncIterator[Page]:
    """A page of that size, from the server's own origin."""
    columns, rows = size
    address = f"{served.url}ws?width={columns}&height={rows}"
    async with (
        ClientSession() as session,
        session.ws_connect(address, headers={"Origin": served.origin}, max_msg_size=0) as websocket,
    ):
        yield Page(websocket)


def processes_of(pid: int) -> set[int]:
    """The processes that a process started and that still run."""
    listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid=,stat="], capture_output=True, text=True, check=True).stdout
    rows = re.findall(r"^\s*(\d+)\s+(\d+)\s+(\S+)", listed, re.MULTILINE)
    return {int(child) for child, parent, state in rows if int(parent) == pid and not state.startswith("Z")}
