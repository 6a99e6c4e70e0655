"""The caches give the same catalogue and scanner; a damaged one is made anew, and one that fails is nobody's error."""

from __future__ import annotations

import hashlib
import os
import pwd
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from denpex_tui.engine.catalogue import Catalogue
from denpex_tui.engine.rules.book import RuleBook

LINE = b"torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB\n"

Damage = Callable[[bytes], bytes]
DAMAGES: dict[str, Damage] = {
    "empty": lambda _: b"",
    "cut short": lambda whole: whole[: len(whole) // 2],
    "one bit turned": lambda whole: whole[:-9] + bytes([whole[-9] ^ 4]) + whole[-8:],
    "of an older format": lambda whole: b"denpex-scanner-1\n" + whole[15:],
    "something else": lambda _: b"[]",
    "not what it seems": lambda whole: whole[:15] + hashlib.sha256(b"[[1, {}]]").digest() + b"[[1, {}]]",
}


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "denpex-tui"


def start() -> RuleBook:
    """The catalogue, seen to find what it should."""
    book = RuleBook.bundled()
    catalogue = Catalogue(book)
    assert "cuda-oom" in {catalogue.of(pattern).name.partition("/")[0] for _, pattern in catalogue.scanner.hits(LINE)}
    return book


def test_the_second_start_reads_the_cache_and_finds_the_same(cache: Path) -> None:
    first = start()
    files = sorted(path.name.partition("-")[0] for path in cache.iterdir())
    assert files == ["rules", "scanner"]
    before = {path: path.stat().st_mtime_ns for path in cache.iterdir()}
    assert start() == first
    assert {path: path.stat().st_mtime_ns for path in cache.iterdir()} == before


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("kind", ["rules", "scanner"])
def test_a_damaged_cache_is_rebuilt(cache: Path, kind: str, damage: str) -> None:
    """Never handed to native code, never believed: it is made anew and whole again."""
    first = start()
    (file,) = cache.glob(f"{kind}-*")
    whole = file.read_bytes()
    file.write_bytes(DAMAGES[damage](whole))
    assert start() == first
    assert len(file.read_bytes()) == len(whole)


def test_a_place_that_cannot_be_written_is_no_error(cache: Path) -> None:
    """A file stands where the directory should be, as it stands for a read-only home."""
    cache.parent.mkdir()
    cache.write_text("")
    assert start().rules
    assert cache.read_text() == ""


def test_a_user_without_a_home_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """A container may run under a number that no user has."""

    def unknown(number: int) -> pwd.struct_passwd:
        raise KeyError(number)

    monkeypatch.delenv("HOME", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(pwd, "getpwuid", unknown)
    assert start().rules


def test_a_disk_that_fills_up_leaves_nothing_half_written(cache: Path) -> None:
    """The system refuses to write more than 10 kB: the start succeeds and no piece of a file stays behind."""
    code = f"import {__name__} as test; test.start()"
    root = Path(__file__).parent.parent.parent

    def small_files() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))

    done = subprocess.run(
        [sys.executable, "-B", "-c", code], cwd=root, env=os.environ, preexec_fn=small_files, capture_output=True
    )
    assert done.returncode == 0, done.stderr
    assert list(cache.iterdir()) == []
