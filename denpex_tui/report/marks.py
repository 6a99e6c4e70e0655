"""Every state's glyph, word and colour: the colour never stands alone, and the glyph has an ASCII twin."""

from __future__ import annotations

from dataclasses import dataclass

from denpex_tui.engine.model import Certainty, ItemState, RankState


@dataclass(frozen=True, slots=True)
class Mark:
    """A state as it is shown: glyph, its ASCII form, the word beside it and a rich style."""

    glyph: str
    ascii: str
    word: str
    style: str = ""


FIRST = Mark("▶", ">", "FIRST", "bold red")
SYMMETRIC = Mark("≡", "=", "SYMMETRIC", "bold magenta")
AMBIGUOUS = Mark("?", "?", "AMBIGUOUS", "bold yellow")
UNDECIDED = Mark("?", "?", "UNDECIDED", "bold yellow")
RECOVERED = Mark("✓", "+", "RECOVERED", "bold green")
HEALTHY = Mark("✓", "+", "NO FAILURE FOUND", "bold green")
CANCELLED = Mark("■", "#", "CANCELLED", "bold yellow")
LIVE = Mark("●", "*", "LIVE, NO FAILURE", "bold cyan")
WAITING = Mark("…", "...", "WAITING FOR LOGS", "bold cyan")
UNREADABLE = Mark("✗", "x", "NOTHING READABLE", "bold red")
FAILED = Mark("▶", ">", "FAILED", "bold red")

COLLATERAL = Mark("↳", "->", "collateral", "yellow")
NOTICE = Mark("!", "!", "notice", "yellow")
GUTTER = Mark("┃", "|", "evidence", "cyan")

CERTAINTY = {
    Certainty.CERTAIN: FIRST,
    Certainty.LIKELY: FIRST,
    Certainty.AMBIGUOUS: AMBIGUOUS,
    Certainty.SYMMETRIC: SYMMETRIC,
    Certainty.UNKNOWN: UNDECIDED,
}

ITEM = {
    ItemState.PENDING: Mark("○", "o", "pending", "dim"),
    ItemState.FOUND: Mark("●", "*", "found", "green"),
    ItemState.CONTRADICTED: Mark("✗", "x", "contradicted", "red"),
    ItemState.CONFIRMED: Mark("✓", "+", "confirmed", "bold green"),
    ItemState.REJECTED: Mark("–", "-", "rejected", "red"),
    ItemState.SKIPPED: Mark("»", ">>", "skipped", "dim"),
}

RANK = {
    RankState.FIRST: Mark("▶", ">", "first", "bold red"),
    RankState.SUSPECT: Mark("▷", ">?", "suspect", "red"),
    RankState.SYMMETRIC: Mark("≡", "=", "symmetric", "magenta"),
    RankState.COLLATERAL: COLLATERAL,
    RankState.SILENT: Mark("○", "o", "silent", "yellow"),
    RankState.FINISHED: Mark("✓", "+", "finished", "green"),
    RankState.RUNNING: Mark("●", "*", "running", "cyan"),
    RankState.CANCELLED: Mark("■", "#", "cancelled", "yellow"),
    RankState.UNKNOWN: Mark("?", "?", "unknown", "dim"),
}
