"""What a page sends: keys, its size, whether it is in front."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from aiohttp import WSMsgType
from aiohttp.web import WebSocketResponse

if TYPE_CHECKING:
    from denpex_tui.serve.screens import ServedScreen

_WIDTH, _HEIGHT = (80, 1000), (24, 500)
"""What a page has that does not say, and the most that is drawn."""


async def hand_on(websocket: WebSocketResponse, screen: ServedScreen) -> None:
    """Give everything to ``screen`` until the page goes; the first message that is none ends it too."""
    async for message in websocket:
        if message.type is not WSMsgType.TEXT:
            continue
        try:
            kind, *rest = message.json()
            await _hand_on(websocket, screen, kind, *rest)
        except (ValueError, TypeError, AttributeError, RecursionError):
            return


async def _hand_on(websocket: WebSocketResponse, screen: ServedScreen, kind: str, content: object = None) -> None:
    match kind, content:
        case "stdin", str(keys):
            await screen.send_bytes(keys.encode("utf-8", "replace"))
        case "resize", dict(wanted):
            await screen.set_terminal_size(*size(wanted))
        case "ping", str(stamp):
            await websocket.send_json(["pong", stamp])
        case "blur", _:
            await screen.blur()
        case "focus", _:
            await screen.focus()


def size(wanted: Mapping[str, object]) -> tuple[int, int]:
    """Columns and rows, within what can be drawn."""
    return _bounded(wanted.get("width"), *_WIDTH), _bounded(wanted.get("height"), *_HEIGHT)


def _bounded(value: object, otherwise: int, most: int) -> int:
    try:
        return min(max(int(str(value)), 1), most)
    except ValueError:
        return otherwise
