"""Decisions on checklist items survive a session, and a bad state file is a warning."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from denpex_tui.engine.diagnosis.checklist import Decision
from denpex_tui.engine.model import ItemState
from denpex_tui.engine.store import ChecklistStore
from denpex_tui.engine.xdg import state_directory

DECISIONS = {
    0: {"reproduce": Decision(ItemState.CONFIRMED, "seed 7, [b]bold[/b] \u0000"), "same-step": Decision(None, "later")},
    3: {"targeted-fix": Decision(ItemState.SKIPPED)},
}


def store_in(directory: Path, *paths: str) -> ChecklistStore:
    return ChecklistStore(paths or ("logs",), directory)


def test_what_was_decided_comes_back(tmp_path: Path) -> None:
    store_in(tmp_path).save(DECISIONS)
    store = store_in(tmp_path)
    assert store.load() == DECISIONS
    assert store.problem is None


def test_nothing_decided_yet(tmp_path: Path) -> None:
    store = store_in(tmp_path / "not" / "there")
    assert store.load() == {}
    assert store.problem is None


def test_each_set_of_paths_has_a_state_of_its_own(tmp_path: Path) -> None:
    store_in(tmp_path, "a").save(DECISIONS)
    assert store_in(tmp_path, "b").load() == {}
    assert store_in(tmp_path, "a", "b").load() == {}
    assert store_in(tmp_path, str(Path("a").resolve())).load() == DECISIONS, "however the path is written"


def test_it_is_never_written_beside_the_logs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    store = ChecklistStore((str(tmp_path / "logs"),))
    store.save(DECISIONS)
    assert store.path.parent == tmp_path / "state" / "denpex-tui"
    assert not (tmp_path / "logs").exists()


def test_a_relative_state_home_is_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    """The XDG specification demands an absolute path."""
    monkeypatch.setenv("XDG_STATE_HOME", "state")
    assert state_directory() == Path.home() / ".local" / "state" / "denpex-tui"


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'"text"',
        b"\xff\xfe\x00",
        b'{"version": 99, "attempts": {}}',
        b'{"version": 1}',
        b'{"version": 1, "attempts": []}',
        b'{"version": 1, "attempts": {"x": {}}}',
        b'{"version": 1, "attempts": {"0": {"item": {"state": "maybe"}}}}',
        b'{"version": 1, "attempts": {"0": {"item": 3}}}',
    ],
)
def test_a_file_that_is_not_understood_is_set_aside(content: bytes, tmp_path: Path) -> None:
    store = store_in(tmp_path)
    store.path.write_bytes(content)
    assert store.load() == {}
    assert store.problem is not None and "kept as" in store.problem
    aside = store.path.with_suffix(".unreadable")
    assert aside.read_bytes() == content, "nothing in it is lost"
    store.save(DECISIONS)
    assert store_in(tmp_path).load() == DECISIONS


def test_a_directory_that_cannot_be_made_is_a_warning(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    store = store_in(tmp_path / "file" / "state")
    store.load()
    store.save(DECISIONS)
    assert store.problem is not None and "it is not kept" in store.problem


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_directory_is_a_warning(tmp_path: Path) -> None:
    store_in(tmp_path).save(DECISIONS)
    tmp_path.chmod(0o500)
    store = store_in(tmp_path)
    assert store.load() == DECISIONS
    store.save({})
    assert store.problem is not None and "cannot be written" in store.problem
    tmp_path.chmod(0o700)


def test_the_file_is_replaced_at_once(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    store.save(DECISIONS)
    before = store.path.stat().st_ino
    store.save(DECISIONS)
    assert store.path.stat().st_ino != before
    assert [path.name for path in tmp_path.iterdir()] == [store.path.name], "and no temporary file is left"
