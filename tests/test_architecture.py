"""The shape of the code: small files, one concept each, described and annotated."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "denpex_tui"
ROOT = PACKAGE.parent
MODULES = sorted(path for path in PACKAGE.rglob("*.py"))

TOP_LEVEL = {
    "pyproject.toml", "denpex_tui", "rules", "tests", "screenshots", "README.md", "LICENSE", "CHANGELOG.md",
    "SECURITY.md", "Makefile", "requirements-dev.lock",
}  # fmt: skip
MADE = {"build", "dist", "snapshot_report.html"}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_module_is_short_and_says_what_it_is(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 300
    tree = ast.parse(text)
    assert ast.get_docstring(tree)
    assert len(tree.body) == 1 or "from __future__ import annotations" in text


def test_the_top_level_is_fixed() -> None:
    found = {path.name for path in ROOT.iterdir() if not path.name.startswith(".")}
    assert found - MADE - TOP_LEVEL - {path.name for path in ROOT.glob("*.egg-info")} == set()


def test_what_is_public_travels_with_its_types() -> None:
    assert (PACKAGE / "py.typed").exists()
