"""A scan opens regular files of the directory that was named, and nothing else; nothing in them is ever executed."""

from __future__ import annotations

import ast
import bz2
import gzip
import os
import pickle
import stat
from pathlib import Path

import pytest

from denpex_tui.cli import main
from denpex_tui.engine import looking, tree_walk
from denpex_tui.engine.discover import discover
from denpex_tui.engine.model import Outcome, Snapshot
from denpex_tui.engine.rules.book import RuleBook
from denpex_tui.engine.session import Session

PACKAGE = Path(looking.__file__).parent.parent
FAILED = b"[rank0]: Traceback (most recent call last):\n[rank0]: ValueError: bad value\n"


@pytest.fixture(scope="module")
def book() -> RuleBook:
    return RuleBook.bundled()


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    directory = tmp_path / "logs"
    directory.mkdir()
    (directory / "rank_0.log").write_bytes(FAILED)
    return directory


def read(directory: Path, book: RuleBook) -> Snapshot:
    session = Session([str(directory)], book=book)
    session.poll()
    session.close()
    return session.snapshot


def reasons(snapshot: Snapshot) -> dict[str, str]:
    return {entry.path: entry.reason for entry in snapshot.not_read}


def test_devices_and_pipes_of_a_tree_are_listed_and_never_opened(
    logs: Path, book: RuleBook, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.mkfifo(logs / "rank_1.log")
    try:
        os.mknod(logs / "rank_2.log", stat.S_IFCHR | 0o666, os.makedev(1, 5))  # an endless /dev/zero
    except PermissionError:
        pytest.skip("only root may make a device")
    opened: list[str] = []
    real = os.open

    def noting(path: str | Path, flags: int, mode: int = 0o777, *, dir_fd: int | None = None) -> int:
        opened.append(Path(path).name)
        return real(path, flags, mode, dir_fd=dir_fd)

    monkeypatch.setattr(os, "open", noting)
    snapshot = read(logs, book)
    assert snapshot.outcome is Outcome.FAILED
    assert "rank_0.log" in opened and not {"rank_1.log", "rank_2.log"} & set(opened)
    assert reasons(snapshot)["rank_2.log"] == "it is a device"


@pytest.mark.parametrize("path", ["/dev/zero", "/dev/full", "/dev/urandom", "/proc/self/mem", "/proc/self/pagemap"])
def test_endless_files_are_refused_in_one_sentence(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    if not Path(path).exists():
        pytest.skip("the system has no such file")
    assert main(["report", path]) == 2
    told = capsys.readouterr().err
    assert told.startswith("denpex-tui: ") and Path(path).name in told
    assert told.count("\n") == 1 and told.endswith("\n")
    assert any(reason in told for reason in ("is not a regular file", "cannot be read", "only NUL bytes"))


def test_loops_and_links_out_of_the_directory_are_not_followed(logs: Path, tmp_path: Path, book: RuleBook) -> None:
    (tmp_path / "secret.log").write_bytes(b"[rank1]: ValueError: of another\n")
    (logs / "deep").mkdir()
    (logs / "deep" / "up").symlink_to(logs)
    (logs / "rank_1.log").symlink_to(tmp_path / "secret.log")
    (logs / "rank_2.log").symlink_to("rank_2.log")
    snapshot = read(logs, book)
    assert [source.path for source in snapshot.sources] == ["rank_0.log"]
    assert reasons(snapshot)["rank_1.log"].startswith("it is a link out of the directory")
    assert len(snapshot.not_read) == 3


def test_a_file_that_becomes_a_pipe_or_vanishes_before_it_is_read_is_told(logs: Path, book: RuleBook) -> None:
    for rank in (1, 2, 3):
        (logs / f"rank_{rank}.log").write_bytes(b"[rank%d]: loss 1.0\n" % rank)
    session = Session([str(logs)], book=book)
    (logs / "rank_1.log").unlink()
    (logs / "rank_2.log").unlink()
    os.mkfifo(logs / "rank_2.log")
    (logs / "rank_3.log").unlink()
    (logs / "rank_3.log").mkdir()
    session.poll()
    session.close()
    assert session.snapshot.outcome is Outcome.FAILED
    assert [source.path for source in session.snapshot.sources] == ["rank_0.log"]
    assert reasons(session.snapshot) == {
        "rank_1.log": "cannot be read: No such file or directory",
        "rank_2.log": "cannot be read: it is no regular file any more",
        "rank_3.log": "cannot be read: it is no regular file any more",
    }


def test_a_directory_of_20_000_entries_is_one_row(logs: Path, book: RuleBook) -> None:
    for number in range(20_000):
        os.close(os.open(logs / f"image_{number}.png", os.O_CREAT | os.O_WRONLY))
    snapshot = read(logs, book)
    assert snapshot.outcome is Outcome.FAILED
    assert reasons(snapshot) == {"*.png (20000 files)": "it is an image"}


@pytest.mark.slow
def test_a_directory_of_100_000_entries(logs: Path, book: RuleBook) -> None:
    """As many as are looked at; the log among them is read."""
    for number in range(100_000):
        os.close(os.open(logs / f"image_{number}.png", os.O_CREAT | os.O_WRONLY))
    snapshot = read(logs, book)
    assert snapshot.outcome is Outcome.FAILED
    assert reasons(snapshot) == {"*.png (100000 files)": "it is an image"}


def test_more_sources_or_entries_than_are_read_are_told(
    logs: Path, book: RuleBook, monkeypatch: pytest.MonkeyPatch
) -> None:
    for rank in range(12):
        (logs / f"rank_{rank}.log").write_bytes(FAILED)
    monkeypatch.setattr(looking, "MAX_SOURCES", 5)
    snapshot = read(logs, book)
    assert len(snapshot.sources) == 5
    assert reasons(snapshot) == {"*.log (7 files)": "there are more than 5 logs; give the folder of one run"}
    monkeypatch.setattr(tree_walk, "MAX_ENTRIES", 3)
    assert any("more than 3 files" in entry.reason for entry in discover([str(logs)]).not_read)


@pytest.mark.parametrize("suffix", [".bz2", ".gz"])
def test_a_compression_bomb_is_refused_and_the_rest_is_read(logs: Path, book: RuleBook, suffix: str) -> None:
    pack = bz2.compress if suffix == ".bz2" else gzip.compress
    (logs / f"rank_0.log.1{suffix}").write_bytes(pack(b"\0" * (96 << 20)))
    snapshot = read(logs, book)
    assert snapshot.outcome is Outcome.FAILED
    assert len(snapshot.not_read) == 1


class _Bomb:
    """Its pickle writes a file when it is loaded."""

    def __init__(self, victim: Path) -> None:
        self.victim = victim

    def __reduce__(self) -> tuple[object, tuple[str, str]]:
        return open, (str(self.victim), "w")


@pytest.mark.parametrize("name", ["nccl_trace_rank_0", "comm_lib_trace_rank_1", "state.pkl", "rank_1.log", "rank_1"])
def test_a_pickle_is_never_loaded(logs: Path, tmp_path: Path, book: RuleBook, name: str) -> None:
    victim = tmp_path / "victim"
    (logs / name).write_bytes(pickle.dumps(_Bomb(victim)))
    snapshot = read(logs, book)
    assert name in reasons(snapshot) and not victim.exists()
    assert main(["report", str(logs / name)]) == 2
    assert not victim.exists()


def test_utf_16_is_told_with_the_way_out(logs: Path, book: RuleBook) -> None:
    (logs / "rank_1.log").write_text("[rank1]: RuntimeError: x\n" * 9, encoding="utf-16")
    (logs / "rank_2.log").write_text("[rank2]: RuntimeError: x\n" * 9, encoding="utf-16-le")
    told = reasons(read(logs, book))
    assert told["rank_1.log"] == "it is UTF-16 text; convert it with 'iconv -f UTF-16 -t UTF-8' to have it read"
    assert told["rank_2.log"] == "it is UTF-16 text; convert it with 'iconv -f UTF-16LE -t UTF-8' to have it read"


def test_no_module_loads_code_from_data_starts_programs_or_speaks_to_a_network() -> None:
    forbidden = {"pickle", "marshal", "shelve", "socket", "ssl", "http", "urllib", "subprocess", "ctypes", "requests"}
    named_by_the_user = {"distributed"}
    of_the_page = {"aiohttp", "textual_serve"}
    calls = {"eval", "exec", "compile", "__import__"}
    found = []
    for path in PACKAGE.rglob("*.py"):
        beyond = forbidden if path.parent.name == "remote" else forbidden | named_by_the_user
        if path.parent.name != "serve":
            beyond = beyond | of_the_page
        if path == PACKAGE / "ui" / "outside.py":  # the user's own $PAGER and $EDITOR, on a key of his
            beyond = beyond - {"subprocess"}
        for node in ast.walk(ast.parse(path.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names = [name for name in names if name != "urllib.parse"]  # takes addresses apart, and asks nobody
            called = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in calls
            if called or {name.partition(".")[0] for name in names} & beyond:
                found.append(f"{path.name}:{getattr(node, 'lineno', 0)}")
    assert found == []
