"""Redaction: names of hosts, users, paths, addresses and keys give way to stand-ins, the same for the same name."""

from __future__ import annotations

from denpex_tui.report.redact.redaction import Redaction
from denpex_tui.report.redact.stand_ins import Replacement

__all__ = ["Redaction", "Replacement"]
