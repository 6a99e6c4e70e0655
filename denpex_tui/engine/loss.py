"""What a log lost for good while it was read."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Loss:
    """Counted by those who find that bytes are gone."""

    bytes: int = 0
    """Seen to be there, and gone before they could be read."""
    restarts: int = 0
    """How often the log began anew without a copy of what it held: what was written just before may be lost."""

    def count(self, there: int, read: int) -> None:
        """So many bytes were ``there``, of which so many were ``read``."""
        self.bytes += max(0, there - read)

    @property
    def sentence(self) -> str:
        """The rest of a sentence that begins with the log's name; empty when nothing was lost."""
        if self.bytes:
            return f"was cut or replaced while it was read: {self.bytes:,} bytes of it are gone and were not read"
        if self.restarts:
            return "was cut or deleted while it was read: what was written just before that may be missing"
        return ""
