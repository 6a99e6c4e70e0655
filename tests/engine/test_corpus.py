"""Every real job and every public report against its truth."""

from __future__ import annotations

from functools import cache

import pytest

from denpex_tui.engine.model import Snapshot
from tests.engine.judge import Judgement, judge
from tests.engine.pipeline import snapshot_of
from tests.engine.truth import ABSTENTIONS, Truth, all_truths

TRUTHS = all_truths()


@cache
def shown(truth: Truth) -> Snapshot:
    """What is shown of a case, read once for all tests."""
    return snapshot_of(truth.logs)


@pytest.mark.parametrize("truth", TRUTHS, ids=lambda truth: truth.name)
def test_the_verdict_is_the_truth(truth: Truth) -> None:
    judgement = judge(truth, shown(truth))
    assert not judgement.wrong
    assert set(judgement.open) <= ABSTENTIONS.get(truth.name, set()) or not truth.rank_decidable


def test_no_confident_wrong_answer() -> None:
    """Prints the table (run with ``-s``): what was expected, what was said, how surely."""
    rows, wrong, abstained = [], 0, 0
    for truth in TRUTHS:
        row, judgement = _row(truth)
        rows.append(row)
        wrong += bool(judgement.wrong)
        abstained += judgement.word == "abstained"
    widths = [max(len(row[column]) for row in rows) for column in range(5)]
    print()
    for row in rows:
        print("  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip())
    print(f"{len(rows)} cases; abstentions: {abstained}; confident wrong answers: {wrong}")
    assert wrong == 0


def _row(truth: Truth) -> tuple[tuple[str, str, str, str, str], Judgement]:
    snapshot = shown(truth)
    judgement = judge(truth, snapshot)
    first = snapshot.incident.first if snapshot.incident is not None else None
    expected = "undecidable" if truth.first is None else _ranks(truth.first)
    got = f"{snapshot.outcome}: {_ranks(first.ranks) if first is not None else 'none'}"
    certainty = first.certainty.value if first is not None else ""
    said = "; ".join([*judgement.wrong, *(f"open: {what}" for what in judgement.open)])
    return (truth.name, expected, got, certainty, f"{judgement.word} {said}"), judgement


def _ranks(ranks: tuple[int, ...]) -> str:
    return ",".join(map(str, ranks)) or "none"
