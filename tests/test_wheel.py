"""The wheel holds all that is needed: rules, demo logs and types travel inside it."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path
from zipfile import ZipFile

import orjson
import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(target), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return next(target.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh environment that holds the wheel, and borrows only its dependencies from the one that runs the tests."""
    place = tmp_path_factory.mktemp("venv")
    venv.create(place, symlinks=True, with_pip=False)
    python = place / "bin" / "python"
    library = subprocess.run(
        [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    command = [sys.executable, "-m", "pip", "--python", str(python), "install", "--no-deps", "--no-index", "--quiet"]
    done = subprocess.run([*command, str(wheel)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (Path(library) / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return place


def run(installed: Path, *words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    command = [str(installed / "bin" / "denpex-tui"), *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=cwd, env=environment)


def test_the_wheel_holds_rules_demo_types_and_no_tests(wheel: Path) -> None:
    held = ZipFile(wheel).namelist()
    assert "denpex_tui/rules/training-stability/deepspeed-bf16-grad-norm.toml" in held
    assert "denpex_tui/py.typed" in held
    assert "denpex_tui/ui/app.tcss" in held
    assert {"denpex_tui/serve/page.html", "denpex_tui/serve/page.js"} <= set(held)
    bundled = {str(path.relative_to(ROOT)) for path in (ROOT / "denpex_tui" / "demo").rglob("*.log")}
    assert len(bundled) == 55
    assert bundled <= set(held)
    rules = {f"denpex_tui/{path.relative_to(ROOT)}" for path in (ROOT / "rules").rglob("*.*")}
    assert {"denpex_tui/rules/README.md", "denpex_tui/rules/rule.schema.json"} <= rules
    assert rules <= set(held)
    assert not [name for name in held if name.startswith("tests/")]


def test_an_installed_report_finds_its_rules(installed: Path, tmp_path: Path) -> None:
    where = run(installed, "--version", cwd=tmp_path)
    assert where.returncode == 0, where.stderr
    logs = tmp_path / "logs"
    logs.symlink_to(ROOT / "denpex_tui" / "demo" / "bf16-nan-norm" / "logs")
    done = run(installed, "report", "logs", "--format", "json", cwd=tmp_path)
    assert done.returncode == 1, done.stderr
    first = orjson.loads(done.stdout)["incidents"][0]["first"]
    assert first["rule"] == "deepspeed-bf16-grad-norm"


def test_an_installed_demo_finds_its_logs(installed: Path, tmp_path: Path) -> None:
    done = run(installed, "demo", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "denpex-tui" not in done.stderr


def test_the_installed_package_is_the_wheel(installed: Path, tmp_path: Path) -> None:
    """Guards the guard: the working tree must not be what answered."""
    code = "import denpex_tui; print(denpex_tui.__file__)"
    python = str(installed / "bin" / "python")
    done = subprocess.run([python, "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert done.stdout.startswith(str(installed))
