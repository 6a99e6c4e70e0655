"""A glyph and a word for every state, so that no meaning hangs on colour alone."""

from __future__ import annotations

from dataclasses import dataclass

from denpex_tui.engine.model import Certainty, ItemState, RankState, Standing


@dataclass(frozen=True, slots=True)
class Mark:
    """How a state is drawn: one cell, its word, and the theme colour that repeats the two."""

    glyph: str
    word: str
    tone: str = "$foreground"


EVIDENCE = "┃"
"""Beside a log line that the selected claim rests on."""
OTHER_EVIDENCE = "┆"
"""Beside a log line that some other claim rests on."""
BOOKMARK = "◆"
"""Behind the number of a log line that the user marked."""
EXPANDED, COLLAPSED = "▾ ", "▸ "
ELLIPSIS = "…"

FIRST = Mark("▶", "FIRST", "$text-error")
SYMMETRIC = Mark("≡", "SYMMETRIC", "$text-error")
AMBIGUOUS = Mark("?", "AMBIGUOUS", "$text-warning")
UNDECIDED = Mark("?", "UNDECIDED", "$text-warning")
RECOVERED = Mark("✓", "RECOVERED", "$text-success")
NO_FAILURE = Mark("✓", "NO FAILURE FOUND", "$text-success")
LIVE = Mark("●", "LIVE, NO FAILURE FOUND", "$text-success")
CANCELLED = Mark("■", "CANCELLED", "$text-warning")
WAITING = Mark("◌", "WAITING FOR LOGS", "$text-accent")
READING = Mark("◌", "READING", "$text-accent")
NOTHING_READABLE = Mark("✗", "NOTHING READABLE", "$text-warning")

BECAUSE = Mark("+", "because", "$text-success")
BUT = Mark("!", "but", "$text-warning")
ALTERNATIVE = Mark("≠", "not first", "dim")
OTHER = Mark("·", "other", "dim")
WARNING = Mark("!", "warning", "$text-warning")
ALERT = Mark("!", "notice", "$text-warning")
CONCERN = Mark("!", "concern", "$text-warning")
WAS = Mark("↺", "was", "dim")
NOT_READ = Mark("–", "not read", "dim")
HARMLESS = Mark("○", "harmless", "dim")
CAUSE = Mark("∴", "cause", "$text-accent")
CLOCK = Mark("±", "clock", "dim")

CERTAINTY: dict[Certainty, Mark] = {
    Certainty.CERTAIN: FIRST,
    Certainty.LIKELY: FIRST,
    Certainty.AMBIGUOUS: AMBIGUOUS,
    Certainty.SYMMETRIC: SYMMETRIC,
    Certainty.UNKNOWN: UNDECIDED,
}

RANK: dict[RankState, Mark] = {
    RankState.FIRST: Mark("▶", "first", "$text-error"),
    RankState.SUSPECT: Mark("▷", "suspect", "$text-error"),
    RankState.SYMMETRIC: Mark("≡", "symmetric", "$text-error"),
    RankState.COLLATERAL: Mark("↳", "collateral", "$text-warning"),
    RankState.SILENT: Mark("○", "silent", "$text-warning"),
    RankState.FINISHED: Mark("✓", "finished", "$text-success"),
    RankState.RUNNING: Mark("●", "running", "$text-success"),
    RankState.CANCELLED: Mark("■", "cancelled", "$text-warning"),
    RankState.UNKNOWN: Mark("?", "unknown", "dim"),
}

ITEM: dict[ItemState, Mark] = {
    ItemState.PENDING: Mark("○", "pending", "dim"),
    ItemState.FOUND: Mark("●", "found", "$text-success"),
    ItemState.CONTRADICTED: Mark("✗", "contradicted", "$text-error"),
    ItemState.CONFIRMED: Mark("✓", "confirmed by you", "$text-success"),
    ItemState.REJECTED: Mark("–", "rejected by you", "$text-warning"),
    ItemState.SKIPPED: Mark("»", "skipped", "dim"),
}

STANDING: dict[Standing, Mark] = {
    Standing.CHOSEN: Mark("▶", "chosen", "$text-success"),
    Standing.POSSIBLE: Mark("?", "possible", "$text-warning"),
    Standing.RULED_OUT: Mark("✗", "ruled out", "dim"),
}
