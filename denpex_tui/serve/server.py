"""Runs the server: takes the port, tells the address once, and ends with everything that it started."""

from __future__ import annotations

import asyncio
import errno
import io
import logging
import platform
import signal
import sys
from argparse import Namespace
from contextlib import redirect_stdout
from ipaddress import ip_address

from aiohttp import web

from denpex_tui.engine.clean import clean_text
from denpex_tui.engine.errors import UsageError
from denpex_tui.serve.access import Access, is_loopback, new_token
from denpex_tui.serve.child import arguments
from denpex_tui.serve.screens import GRACE_S, Screens
from denpex_tui.serve.web import application

ENDINGS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def serve(args: Namespace) -> int:
    """Serve until a signal; the exit code names it, as the screen's does. Raises `UsageError`."""
    for name in ("aiohttp", "textual-serve"):  # what a page does wrong is told to that page only
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    return asyncio.run(_serve(args))


async def _serve(args: Namespace) -> int:
    access = Access(new_token(), _names(args.host), public=not is_loopback(args.host))
    app = application(access, Screens(arguments(args)), f"denpex-tui {clean_text(' '.join(args.paths), 200)}")
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=2 * GRACE_S)
    ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    for number in ENDINGS:
        asyncio.get_running_loop().add_signal_handler(number, _end, ended, number)
    await runner.setup()
    try:
        await _listen(runner, args.host, args.port)
        print(f"http://{_place(*runner.addresses[0][:2])}/{access.token}/", flush=True)
        with redirect_stdout(_ToldByScreens()):
            return 128 + await ended
    finally:
        await runner.cleanup()


def _end(ended: asyncio.Future[int], number: int) -> None:
    if not ended.done():
        ended.set_result(number)


async def _listen(runner: web.AppRunner, host: str, port: int) -> None:
    try:
        await web.TCPSite(runner, "127.0.0.1" if host == "localhost" else host, port).start()
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            way = "choose another --port, or leave it out for one that is free"
            raise UsageError(f"port {port} of {host} is in use; {way}") from error
        if error.errno in (errno.EACCES, errno.EPERM):
            raise UsageError(f"port {port} is not yours to take; choose one above 1023") from error
        raise UsageError(f"--host {host}: this machine cannot listen there; give one of its addresses") from error


def _names(host: str) -> frozenset[str]:
    own = platform.node().lower()
    return frozenset({"localhost"} if is_loopback(host) else {"localhost", host.lower(), own, own.partition(".")[0]})


def _place(address: str, port: int) -> str:
    """Host and port of the address to open: an IP address, or this machine's name where it listens on all."""
    ip = ip_address(address)
    name = platform.node() if ip.is_unspecified else address
    return f"[{name}]:{port}" if ":" in name else f"{name}:{port}"


class _ToldByScreens(io.TextIOBase):
    """What a screen said before it ended: to standard error, and cleaned, since a log may stand in it."""

    _last = ""

    def write(self, text: str) -> int:
        told, self._last = self._last, text  # textual-serve tells twice what kept a screen from starting
        for line in [] if text == told else text.splitlines():
            print(clean_text(line), file=sys.stderr, flush=True)
        return len(text)
