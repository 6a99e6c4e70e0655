"""A rule's longer text taken apart: paragraphs to wrap, and indented code to keep as it is."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from itertools import groupby

_CODE_INDENT = "    "


def passages(text: str) -> Iterator[tuple[bool, str]]:
    """The parts of ``text`` in order: True with a block of code, False with one paragraph on one line."""
    for is_code, lines in groupby(text.expandtabs(4).splitlines(), _kind):
        if is_code is None:
            continue
        block = list(lines)
        yield is_code, textwrap.dedent("\n".join(block)) if is_code else " ".join(line.strip() for line in block)


def _kind(line: str) -> bool | None:
    """Whether a line is code; None for an empty one."""
    return line.startswith(_CODE_INDENT) if line.strip() else None
