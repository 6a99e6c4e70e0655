"""The page: the terminal and its font, everything from this server."""

from __future__ import annotations

from html import escape
from importlib.resources import files
from string import Template


def page(title: str, websocket: str) -> str:
    """The HTML of a page whose screen is behind ``websocket``."""
    return Template(_part("page.html")).substitute(title=escape(title), websocket=escape(websocket))


def script() -> str:
    """What of the page is not the terminal's own."""
    return _part("page.js")


def _part(name: str) -> str:
    return (files("denpex_tui.serve") / name).read_text(encoding="utf-8")
