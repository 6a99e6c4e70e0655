"""The finding that leads the verdict on some logs, and what it says."""

from __future__ import annotations

from pathlib import Path

from denpex_tui.engine.infer.finding import Finding
from denpex_tui.engine.infer.verdict import find_first
from denpex_tui.engine.model import Certainty
from tests.engine.pipeline import case_of, write_logs


def lead(tmp_path: Path, files: dict[str, str]) -> Finding:
    """The finding that leads; fails when nothing does."""
    finding = find_first(case_of(write_logs(tmp_path, files)))
    assert finding is not None
    return finding


def said(finding: Finding) -> tuple[str, tuple[int, ...], Certainty]:
    """Which proof, whom, how surely."""
    return finding.proof, finding.ranks, finding.certainty


def why(finding: Finding) -> list[str]:
    """The sentences of the reasons."""
    return [claim.text for claim in finding.reasons]
