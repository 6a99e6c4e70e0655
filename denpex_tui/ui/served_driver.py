"""The driver of a screen in a browser: it ends with the server, however that ended."""

from __future__ import annotations

import asyncio

from textual.drivers.web_driver import WebDriver
from textual.events import Resize
from textual.geometry import Size


class ServedDriver(WebDriver):
    """Ends the application as its quit key does, so that the layout is remembered."""

    def run_input_thread(self) -> None:
        """Until the application ends, or the server's end of the pipe is closed."""
        super().run_input_thread()
        if not self.exit_event.is_set():
            self._app.call_later(self._app.exit)

    def on_meta(self, packet_type: str, payload: dict[str, object]) -> None:
        match packet_type, payload:
            case "quit", _:
                self._app.call_later(self._app.exit)
            case "resize", {"width": int(width), "height": int(height)}:
                self._resize(Size(width, height))
            case _:
                super().on_meta(packet_type, payload)

    def _resize(self, size: Size) -> None:
        """Posted in the way of the first size, which a faster one would overtake and so lose to (textual 8.2.8)."""
        self._size = (size.width, size.height)
        asyncio.run_coroutine_threadsafe(self._app._post_message(Resize(size, size)), self._loop)
