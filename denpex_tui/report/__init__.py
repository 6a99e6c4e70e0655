"""The plain front end: one snapshot as text for a terminal, as JSON for programs, as Markdown for a ticket."""

from __future__ import annotations
