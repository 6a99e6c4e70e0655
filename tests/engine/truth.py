"""What really happened in each case, as ``truth.json`` or ``expected.json`` says."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.engine.cases import CASES

VARIANTS = ("zero-gradient", "underflow", "nan", "inf")
_SILENT_KINDS = ("nan-norm-sentinel", "zero-overlap-race")
"""Kinds of the public reports in which nothing crashed."""

ABSTENTIONS = {
    "bf16-inf-loss": {"origin"},  # the bad rank's loss is not printed
    "bf16-overflow-rank1": {"origin"},  # its loss and its gradients look like all others'
    "hf-trainer-bf16": {"step"},  # the trainer prints epochs, no line names a step
    "pt-elastic-stale-rendezvous": {"attempt 1: first"},  # failed of the restart itself
    "shape-big-rank1": {"first", "attempt 0: first"},  # every line is a victim's; only its call site differs
}
"""What the logs do not tell, so that leaving it open is the right answer."""


@dataclass(frozen=True, slots=True)
class Truth:
    """One case; None where the truth does not say."""

    name: str
    logs: Path
    first: tuple[int, ...] | None
    """The rank that failed first, all ranks when symmetric, none when no rank failed; None when it is undecidable."""
    origin: tuple[int, ...]
    outcomes: frozenset[str]
    """Right answers for the outcome."""
    collateral: tuple[int, ...]
    all_collateral: bool
    """True when the truth lists every collateral rank."""
    variant: str | None
    decidable: bool
    """False when the logs do not show which variant, and of which rank."""
    rank_decidable: bool
    """False when the logs do not show which rank it was, so that leaving it open is right."""
    step: int | None
    attempts: tuple[tuple[int, tuple[int, ...]], ...] | None
    """The failed attempts, each with its first ranks."""

    @property
    def one_is_first(self) -> bool:
        """Whether one rank failed first and the logs show which."""
        decided = self.rank_decidable and "first" not in ABSTENTIONS.get(self.name, ())
        return self.first is not None and len(self.first) == 1 and decided


def all_truths() -> list[Truth]:
    """Every case, in the order of names."""
    real = [*CASES.glob("corpus/*/truth.json"), *CASES.glob("real/*/truth.json")]
    return [
        *(_of_corpus(path) for path in sorted(real)),
        *(_of_report(path) for path in sorted(CASES.glob("reports/*/expected.json"))),
    ]


def truth_of(name: str) -> Truth:
    """The case called ``name``."""
    return next(truth for truth in all_truths() if truth.name == name)


def _of_corpus(path: Path) -> Truth:
    truth = json.loads(path.read_text())
    verdict = truth.get("verdict")
    return Truth(
        path.parent.name,
        path.parent / "logs",
        tuple(sorted(truth["first_failing_ranks"])),
        tuple(truth.get("origin_ranks", [])),
        frozenset({_outcome(truth)}),
        tuple(sorted(truth["collateral_ranks"])),
        True,
        verdict if verdict in VARIANTS else None,
        truth.get("variant_decidable", True),
        truth.get("rank_decidable", True),
        truth.get("step"),
        _attempts(truth),
    )


def _outcome(truth: dict[str, Any]) -> str:
    final = truth.get("final_outcome")
    if final is None:
        return "failed" if truth["exit_code"] else "healthy"
    if final != "succeeded":
        return str(final)
    failed = any(attempt["outcome"] == "failed" for attempt in truth["attempts"])
    return "recovered" if failed else "healthy"


def _attempts(truth: dict[str, Any]) -> tuple[tuple[int, tuple[int, ...]], ...] | None:
    attempts = truth.get("attempts")
    if attempts is None:
        return None
    return tuple((a["attempt"], tuple(sorted(a["first_failing_ranks"]))) for a in attempts if a["outcome"] == "failed")


def _of_report(path: Path) -> Truth:
    expected = json.loads(path.read_text())
    ranks = expected["first_failing_ranks"]
    # The assertion checks a reduced value: the rank that is named is where it began, all of them assert.
    reduced = expected["kind"] == "bf16-norm-assert"
    return Truth(
        path.parent.name,
        path.parent / "logs",
        tuple(ranks) if ranks is not None and not reduced else None,
        tuple(ranks) if ranks is not None and reduced else (),
        frozenset({"healthy", "unknown"}) if expected["kind"] in _SILENT_KINDS else frozenset({"failed"}),
        () if reduced else tuple(expected["collateral_ranks"]),
        False,
        None,
        True,
        True,
        None,
        None,
    )
