"""The catalogue's cache gives the same rules, and a damaged one is no cache."""

from __future__ import annotations

from pathlib import Path

import pytest

from denpex_tui.engine.rules.book import RuleBook


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "denpex-tui"


def test_the_second_start_reads_the_cache_and_finds_the_same(cache: Path) -> None:
    first = RuleBook.bundled()
    assert len(list(cache.glob("rules-*.json"))) == 1
    assert RuleBook.bundled() == first


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b"[1]", b'[["x.toml", {}]]'])
def test_a_damaged_cache_is_rebuilt(cache: Path, damage: bytes) -> None:
    first = RuleBook.bundled()
    (file,) = cache.glob("rules-*.json")
    whole = file.read_bytes()
    file.write_bytes(damage)
    assert RuleBook.bundled() == first
    assert file.read_bytes() == whole


def test_a_cache_that_cannot_be_written_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    assert RuleBook.bundled().rules
