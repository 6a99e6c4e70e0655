"""Where the real logs are that the engine's tests read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

CASES = Path(__file__).parent.parent / "cases"


def corpus(name: str) -> Path:
    """The logs of a real job."""
    return CASES / "corpus" / name / "logs"


def real(name: str) -> Path:
    """The logs of a real job that was made to mislead."""
    return CASES / "real" / name / "logs"


def report(name: str) -> Path:
    """The logs made from a public bug report."""
    return CASES / "reports" / name / "logs"


def raw_lines(path: Path) -> Iterator[bytes]:
    """The lines of a log as bytes, without their ends."""
    return iter(path.read_bytes().removesuffix(b"\n").split(b"\n"))


def all_logs() -> list[Path]:
    """Every log file of every case."""
    return sorted(path for path in CASES.rglob("*") if path.is_file() and "logs" in path.parts)
