"""The web application: one page, the files it is made of, and the websocket of its screen."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from denpex_tui.serve.access import OTHER_PAGE, Access
from denpex_tui.serve.keyboard import hand_on, size
from denpex_tui.serve.page import page, script
from denpex_tui.serve.screens import GRACE_S, MOST_SCREENS, Screens

_LARGEST_MESSAGE = 1 << 20
_HEARTBEAT_S = 15.0
FULL = f"{MOST_SCREENS} screens are open already, which is the most: close one of them and reload this page."
_HEADERS: Mapping[str, str] = {
    # Nothing from elsewhere, and nothing of this page to elsewhere: the address holds the token.
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self';"
        " img-src 'self' data:; connect-src {socket}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


def application(access: Access, screens: Screens, title: str) -> web.Application:
    """Everything is below the token; whatever asks for anything else is refused."""
    app = web.Application(middlewares=[_guard(access)])
    pages = _Pages(screens, title)
    app.router.add_get(f"/{access.token}/", pages.index)
    app.router.add_get(f"/{access.token}/page.js", pages.script)
    app.router.add_get(f"/{access.token}/ws", pages.screen)
    app.router.add_static(f"/{access.token}/static", Path(str(files("textual_serve") / "static")))
    app.on_shutdown.append(lambda _: screens.close())
    return app


def _guard(access: Access) -> Middleware:
    @web.middleware
    async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
        segment = request.path.split("/")[1]
        refusal = access.refusal(segment, request.headers.get("Host", ""), request.headers.get("Origin"))
        if refusal is not None:
            return _sentence(403, refusal)
        try:
            response = await handler(request)
        except web.HTTPException as error:
            response = _sentence(error.status, error.reason)
        return response if response.prepared else _with_headers(response, request.host)

    return guard


def _sentence(status: int, sentence: str) -> web.Response:
    return web.Response(status=status, text=f"{sentence}\n")


def _with_headers(response: web.StreamResponse, host: str) -> web.StreamResponse:
    for name, value in _HEADERS.items():
        response.headers[name] = value.format(socket=f"ws://{host}")
    return response


class _Pages:
    """What is behind the token."""

    def __init__(self, screens: Screens, title: str) -> None:
        self._screens = screens
        self._title = title

    async def index(self, request: web.Request) -> web.StreamResponse:
        if self._screens.is_full:
            return _sentence(503, FULL)
        return web.Response(text=page(self._title, f"ws://{request.host}{request.path}ws"), content_type="text/html")

    async def script(self, _request: web.Request) -> web.StreamResponse:
        return web.Response(text=script(), content_type="text/javascript")

    async def screen(self, request: web.Request) -> web.StreamResponse:
        """Runs as long as the page and its screen do."""
        if "Origin" not in request.headers:  # every browser sends it with a websocket
            return _sentence(403, OTHER_PAGE)
        if self._screens.is_full:
            return _sentence(503, FULL)
        websocket = web.WebSocketResponse(timeout=GRACE_S, heartbeat=_HEARTBEAT_S, max_msg_size=_LARGEST_MESSAGE)
        async with self._screens.opened(request, websocket, size(request.query)) as screen:
            await hand_on(websocket, screen)
        return websocket
