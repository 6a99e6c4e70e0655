"""SECURITY.md names tests that exist, and every row has one."""

from __future__ import annotations

import re
import tomllib

from tests.hostile.terminal import ROOT

ROW = re.compile(r"^\| (?!promise|---)(.+) \| `(tests/[\w/.]+\.py)(?:::(\w+))?` \|$", re.MULTILINE)


def test_every_promise_names_a_test_that_exists() -> None:
    text = (ROOT / "SECURITY.md").read_text()
    rows = ROW.findall(text)
    assert len(rows) == sum(line.startswith("| ") and not line.startswith("| promise") for line in text.splitlines())
    for promise, file, name in rows:
        assert (ROOT / file).is_file(), promise
        assert not name or f"def {name}(" in (ROOT / file).read_text(), promise


def test_the_lock_names_versions_only() -> None:
    """No address and no path, so that it can be read and installed anywhere."""
    lines = (ROOT / "requirements-dev.lock").read_text().splitlines()
    assert all(re.fullmatch(r"#.*|[\w.-]+==[\w.!+-]+", line) for line in lines)
    assert {"textual==8.2.8"} <= set(lines)


def test_the_lock_holds_all_that_is_installed_with_it() -> None:
    """``make audit`` asks about the locked versions, so none that users get may be missing there."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = {re.split(r"[^\w-]", need)[0].lower() for need in project["dependencies"]}
    locked = {line.partition("==")[0].lower() for line in (ROOT / "requirements-dev.lock").read_text().splitlines()}
    assert wanted <= locked
