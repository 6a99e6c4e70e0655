"""Lists of ranks as short phrases, however many there are."""

from __future__ import annotations

from collections.abc import Iterable

_SHOWN_RUNS = 12


def runs(ranks: Iterable[int]) -> list[str]:
    """``[0, 1, 2, 5]`` as ``["0-2", "5"]``: three or more neighbours make a run."""
    found: list[list[int]] = []
    for rank in sorted(set(ranks)):
        if found and rank == found[-1][-1] + 1:
            found[-1].append(rank)
        else:
            found.append([rank])
    return [part for run in found for part in ([f"{run[0]}-{run[-1]}"] if len(run) > 2 else map(str, run))]


def joined(parts: list[str], word: str = "and") -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {word} {parts[-1]}"


def phrase(ranks: Iterable[int], word: str = "and") -> str:
    """``rank 3``, ``ranks 0, 2 and 5-9``; ``no rank`` when empty.  Very ragged lists are shortened by a count."""
    given = sorted(set(ranks))
    if not given:
        return "no rank"
    parts = runs(given)
    if len(parts) > _SHOWN_RUNS:
        return f"{len(given):,} ranks ({', '.join(parts[:_SHOWN_RUNS])}, …)"
    return f"{'rank' if len(given) == 1 else 'ranks'} {joined(parts, word)}"


def counted(count: int, noun: str, plural: str = "") -> str:
    """``1 rank``, ``1,024 ranks``."""
    return f"{count:,} {noun if count == 1 else plural or noun + 's'}"
