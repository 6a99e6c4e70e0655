"""Who may come in: the token of the address, the name the browser asked for, and the page that asks."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from ipaddress import ip_address

_HOST = re.compile(r"(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+)(?::\d{1,5})?")

NO_TOKEN = "This is not the whole address: open the one that denpex-tui serve printed, with its token."
OTHER_HOST = "This server does not go by that name: open the address that denpex-tui serve printed."
OTHER_PAGE = "Only the page of this server itself may ask for that."


def new_token() -> str:
    """256 random bits, as one segment of an address."""
    return secrets.token_urlsafe(32)


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach what listens there."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


@dataclass(frozen=True, slots=True)
class Access:
    """What a request must bring."""

    token: str
    names: frozenset[str]
    """Names, in lower case, that this server goes by; an IP address is none, since no foreign name can lead to it."""
    public: bool = False
    """Whether it listens on more than loopback, so that any IP address may be its own."""

    def knows(self, segment: str) -> bool:
        """Whether that is the token; how long the answer takes does not tell how much of it is right."""
        return secrets.compare_digest(segment.encode("utf-8", "surrogateescape"), self.token.encode())

    def goes_by(self, host: str) -> bool:
        """Whether a ``Host`` header names this server: a foreign name that was led here (DNS rebinding) does not.

        The port may be another one, since a tunnel has its own.
        """
        found = _HOST.fullmatch(host)
        if found is None:
            return False
        name = found[1].strip("[]").lower()
        try:
            address = ip_address(name)
        except ValueError:
            return name in self.names
        return self.public or address.is_loopback

    def refusal(self, segment: str, host: str, origin: str | None) -> str | None:
        """Why a request is refused, in one sentence; None when it is welcome."""
        if not self.goes_by(host):
            return OTHER_HOST
        if origin is not None and origin.lower() not in (f"http://{host}".lower(), f"https://{host}".lower()):
            return OTHER_PAGE
        return None if self.knows(segment) else NO_TOKEN
