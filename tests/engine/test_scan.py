"""One pass over raw bytes for all patterns at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from denpex_tui.engine.cache_files import cache_directory
from denpex_tui.engine.scan import Scanner, ScanPattern


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


def scanner() -> Scanner:
    return Scanner([ScanPattern(rb"loss=\d"), ScanPattern(rb"error: \w", ignore_case=True), ScanPattern(rb"end$")])


def test_each_match_by_its_end_and_pattern() -> None:
    assert scanner().hits(b"step loss=3 ERROR: x\nthe end\nend of loss=1") == [(11, 0), (20, 1), (28, 2), (42, 0)]


def test_a_match_stays_within_its_line() -> None:
    assert Scanner([ScanPattern(rb"a.*b")]).hits(b"a\nb\nab") == [(6, 0)]


def test_nothing_in_nothing() -> None:
    assert scanner().hits(b"") == []


def test_several_threads_share_one_scanner() -> None:
    shared, data = scanner(), b"step loss=3 ERROR: x\n" * 2_000
    expected = shared.hits(data)
    with ThreadPoolExecutor(4) as pool:
        assert all(found == expected for found in pool.map(shared.hits, [data] * 16))


def test_the_compiled_scanner_is_kept_and_loaded() -> None:
    expected = scanner().hits(b"loss=1")
    (kept,) = cache_directory().iterdir()
    before = kept.stat().st_mtime_ns
    assert scanner().hits(b"loss=1") == expected
    assert kept.stat().st_mtime_ns == before


@pytest.mark.parametrize("damage", [b"", b"garbage", None])
def test_a_damaged_cache_is_compiled_anew(damage: bytes | None) -> None:
    scanner()
    (kept,) = cache_directory().iterdir()
    content = kept.read_bytes()
    kept.write_bytes(content[:-1] + bytes([content[-1] ^ 1]) if damage is None else damage)
    assert scanner().hits(b"loss=1") == [(6, 0)]


def test_a_cache_that_cannot_be_written_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert scanner().hits(b"loss=1") == [(6, 0)]
