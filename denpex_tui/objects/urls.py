"""What a URL is, and how one is shown: without the password or the signature that it may hold."""

from __future__ import annotations

import re

from denpex_tui.engine.clean import clean_text

_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+(?:::[A-Za-z][A-Za-z0-9+.-]+)*://")


def is_url(text: str) -> bool:
    """Whether a word of the command line is a URL."""
    return _URL.match(text) is not None


def shown(url: str) -> str:
    """The URL, or any other text, for people."""
    if not is_url(url):
        return clean_text(url, 256)
    scheme, _, rest = url.partition("://")
    host, slash, path = rest.partition("/")
    if scheme.lower() in ("http", "https"):
        path = path.partition("?")[0]
    return clean_text(f"{scheme}://{host.rpartition('@')[2]}{slash}{path}", 256)
