"""Numbers and ranks as a reader wants them in a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

QUOTED = 160
"""Characters of a line that a sentence quotes at the most."""


def ranks_text(ranks: Iterable[int]) -> str:
    """``rank 3``, ``ranks 0, 2 and 3``, ``ranks 0-510``; runs of three and more are drawn together."""
    ordered = sorted(set(ranks))
    if not ordered:
        return "no rank"
    parts = [_run(run) for run in _runs(ordered)]
    if len(parts) > 12:
        parts = [*parts[:11], f"{len(ordered) - _count(ordered, 11)} more"]
    word = "rank" if len(ordered) == 1 else "ranks"
    return f"{word} {join(parts)}"


def _count(ordered: Sequence[int], runs: int) -> int:
    return sum(len(run) for run in _runs(ordered)[:runs])


def _runs(ordered: Sequence[int]) -> list[list[int]]:
    runs: list[list[int]] = []
    for rank in ordered:
        if runs and rank == runs[-1][-1] + 1:
            runs[-1].append(rank)
        else:
            runs.append([rank])
    split: list[list[int]] = []
    for run in runs:
        split.extend([run] if len(run) > 2 else [[rank] for rank in run])
    return split


def _run(run: Sequence[int]) -> str:
    return str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}"


def join(parts: Sequence[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def verb(ranks: Sequence[int], one: str, many: str) -> str:
    """The verb's form for so many ranks."""
    return one if len(ranks) == 1 else many


def seconds(value: float) -> str:
    """``0.3 s``, ``15 s``, ``4 min 10 s``."""
    if abs(value) < 10:
        return f"{value:.1f} s"
    if abs(value) < 120:
        return f"{value:.0f} s"
    minutes, rest = divmod(round(abs(value)), 60)
    sign = "-" if value < 0 else ""
    return f"{sign}{minutes} min {rest} s" if rest else f"{sign}{minutes} min"


def quoted(text: str) -> str:
    """What a log says, cut for a sentence."""
    text = text.strip()
    return text if len(text) <= QUOTED else f"{text[: QUOTED - 1].rstrip()}…"
