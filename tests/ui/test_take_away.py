"""Taking the incident away by keys: where it was saved is said, and what is redacted is shown before."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from tests.ui.conftest import OpenCase, OpenPaths
from tests.ui.screen import WIDE, incident, opened, press, settled, text


@pytest.fixture
def secret_logs(tmp_path: Path) -> Path:
    """A run of two hosts whose paths, users and addresses name a customer."""
    root = tmp_path / "logs"
    for rank, host in enumerate(("gpu17.acme.internal", "gpu18.acme.internal")):
        path = root / f"rank_{rank}.log"
        path.parent.mkdir(exist_ok=True)
        lines = [f"2026-11-30 20:31:0{n} {host} [rank {rank}] step {n} loss 2.{n}" for n in range(5)]
        if rank:
            lines += [
                "[rank1]: Traceback (most recent call last):",
                '[rank1]:   File "/home/alice/acme/train_acme.py", line 3, in main',
                "[rank1]:     load(path)",
                f"[rank1]: ValueError: {host} (10.1.2.3): cannot read /home/alice/acme/customers.bin as alice",
            ]
        path.write_text("\n".join(lines) + "\n")
    return root


NAMES = ("gpu17", "gpu18", "alice", "10.1.2.3", "acme", "customers")


def written(name: str) -> str:
    return (Path.cwd() / name).read_text(encoding="utf-8")


async def test_w_says_where_the_report_is(open_paths: OpenPaths, secret_logs: Path, away: Path) -> None:
    async with opened(open_paths(str(secret_logs)), WIDE) as pilot:
        await press(pilot, "w")
        assert (away / "denpex-report.md").exists()
        said = [note.message for note in pilot.app._notifications]
        assert f"saved to {away / 'denpex-report.md'}" in said


async def test_a_copy_is_saved_as_well(open_paths: OpenPaths, secret_logs: Path, away: Path) -> None:
    async with opened(open_paths(str(secret_logs)), WIDE) as pilot:
        await press(pilot, "V")
        assert pilot.app.clipboard.startswith("▶ FIRST rank 1")
        assert written("denpex-verdict.txt").rstrip("\n") == pilot.app.clipboard
        await press(pilot, "Y")
        kept = next((away.parent / "state").rglob("copied.txt"))
        assert kept.read_text().rstrip("\n") == pilot.app.clipboard != ""
        assert any(str(kept) in note.message for note in pilot.app._notifications)


async def test_redaction_is_previewed_and_holds_for_every_form(
    open_paths: OpenPaths, secret_logs: Path, away: Path
) -> None:
    """A, r: the names and their stand-ins are listed before anything is written; then no form holds a name."""
    async with opened(open_paths(str(secret_logs)), WIDE) as pilot:
        await press(pilot, "A")
        assert "Redaction is off" in text(pilot)
        await press(pilot, "r")
        shown = text(pilot)
        assert "Redaction is on" in shown and "gpu18" in shown and "node-1" in shown
        stand_in = next(row.split()[2] for row in shown.replace("│", " ").splitlines() if "gpu18.acme" in row)
        assert not list(away.iterdir())
        for moves in range(5):
            await press(pilot, *["down"] * moves, "enter")
            await settled(pilot)
            await press(pilot, "A")
        await press(pilot, "escape")
        assert pilot.app.screen is incident(pilot)
        clipboard = pilot.app.clipboard
    found = {path.name: path.read_text(encoding="utf-8") for path in away.iterdir()}
    assert set(found) == {
        "denpex-verdict.txt", "denpex-report.md", "denpex-report.html", "denpex-report.json", "denpex-screen.svg",
    }  # fmt: skip
    for name, content in found.items():
        for secret in NAMES:
            assert secret not in content, (name, secret)
        assert stand_in in content, name
    assert json.loads(found["denpex-report.json"])["sources"][1]["path"] == "rank_1.log"
    assert all(secret not in clipboard for secret in NAMES)


async def test_a_picture_is_saved_and_fetches_nothing(
    open_case: OpenCase, away: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = open_case("bf16-nan-norm")
    monkeypatch.chdir(away)
    async with opened(session, WIDE) as pilot:
        await press(pilot, "P")
        svg = written("denpex-screen.svg")
    assert "rank" in "".join(ElementTree.fromstring(svg).itertext())
    assert "url(http" not in svg and "@font-face" not in svg


async def test_a_name_that_is_broken_over_rows_is_redacted_in_a_picture(
    open_paths: OpenPaths, secret_logs: Path, away: Path
) -> None:
    """At every width, with long lines wrapped, no four letters of a name are left; the picture keeps its size."""
    async with opened(open_paths(str(secret_logs)), WIDE) as pilot:
        await press(pilot, "W", "2", "A", "r", "escape", "P")
        for width in range(64, 82, 2):
            await pilot.resize_terminal(width, 24)
            await settled(pilot)
            assert "customers" in "".join(text(pilot).split())
            rows = picture_rows(pilot.app.export_screenshot())
            assert len(rows) == 24
            left = {name[at : at + 4] for name in NAMES for at in range(len(name) - 3)}
            assert not [row for row in rows for part in left if part in row], width


async def test_a_name_in_two_styles_is_redacted_in_a_picture(
    open_paths: OpenPaths, secret_logs: Path, away: Path
) -> None:
    """A search marks a part of a name: the parts are one name all the same."""
    async with opened(open_paths(str(secret_logs)), WIDE) as pilot:
        await press(pilot, "A", "r", "escape", "P", "slash", *"gpu1", "enter", "n", "2")
        rows = picture_rows(pilot.app.export_screenshot())
    assert not [row for row in rows if "acme" in row or "7.int" in row or "8.int" in row]


def picture_rows(svg: str) -> list[str]:
    """The rows of a picture, from its texts by their height."""
    rows: dict[float, str] = {}
    for element in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text"):
        if "clip-path" in element.attrib:
            rows.setdefault(float(element.attrib["y"]), "")
            rows[float(element.attrib["y"])] += "".join(element.itertext()).replace("\xa0", " ")
    return [rows[y] for y in sorted(rows)]
