"""The preview of a redaction as text: what is replaced by what, before anything is written."""

from __future__ import annotations

from collections.abc import Sequence

from denpex_tui.report.redact.stand_ins import Replacement

_WIDEST = 60

NOTHING = "nothing would be replaced: no host, user, path, address or key was recognised"
KEPT = (
    "kept: ranks, steps, times, messages, lines of code, names of functions and installed packages, "
    "and what looks like none of the above: read the report before you send it"
)


def preview_lines(replacements: Sequence[Replacement]) -> list[str]:
    """One line a name, the stand-in behind it."""
    if not replacements:
        return [NOTHING]
    left = min(max(len(entry.original) for entry in replacements), _WIDEST)
    right = max(len(entry.stand_in) for entry in replacements)
    return [f"{_cut(entry.original):<{left}}  ->  {entry.stand_in:<{right}}  {_times(entry)}" for entry in replacements]


def _cut(name: str) -> str:
    return name if len(name) <= _WIDEST else f"{name[: _WIDEST - 1]}…"


def _times(entry: Replacement) -> str:
    return "once" if entry.count == 1 else f"{entry.count:,} times"
