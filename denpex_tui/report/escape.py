"""Markdown in which log text stays text: it can open no link, heading, table cell, mention or HTML element."""

from __future__ import annotations

import re

_SPECIAL = re.compile(r"([\\`*_\[\]|~$])")
_LINE_START = re.compile(r"^(\d*)([-+=#]|(?<=\d)[.)](?=\s|$))")
_LINKED = re.compile(r"([@#!])(?=\w)")
_TICKS = re.compile(r"`+")
_GLUE = "&#8288;"
"""A word joiner: invisible, and it keeps trackers from linking ``@name``, ``#123`` and bare addresses."""


def prose(text: str) -> str:
    """One line of running text."""
    line = " ".join(text.split())
    line = line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    line = _SPECIAL.sub(r"\\\1", line)
    line = _LINE_START.sub(r"\1\\\2", line)
    line = _LINKED.sub(rf"\1{_GLUE}", line)
    return line.replace("://", f":{_GLUE}//").replace("www.", f"www{_GLUE}.")


def code(text: str) -> str:
    """A code span that holds ``text`` as it is; an empty text gives an empty string."""
    line = text.replace("\r", " ").replace("\n", " ")
    if not line.strip():
        return ""
    ticks = "`" * (_longest(line) + 1)
    pad = " " if line.startswith(("`", " ")) or line.endswith(("`", " ")) else ""
    return f"{ticks}{pad}{line}{pad}{ticks}"


def fence(text: str, indent: str = "") -> list[str]:
    """A fenced block whose fence no line of ``text`` can close."""
    ticks = "`" * max(3, _longest(text) + 1)
    return [indent + line for line in (ticks, *text.splitlines(), ticks)]


def link(title: str, url: str) -> str:
    """A link when ``url`` is a web address, else both as text."""
    if not re.fullmatch(r"https?://[^\s<>\\`]+", url):
        return f"{prose(title)} {code(url)}".strip()
    return f"[{prose(title)}](<{url}>)"


def cell(text: str, *, raw: bool) -> str:
    """A table cell; ``raw`` text becomes a code span.  A bar in it does not end the cell."""
    return code(text).replace("|", "\\|") if raw else prose(text)


def _longest(text: str) -> int:
    return max((len(run) for run in _TICKS.findall(text)), default=0)
