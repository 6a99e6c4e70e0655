"""What ends or starves the program leaves the terminal as it was, the state whole, and one sentence."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import orjson
import pytest

from denpex_tui.cli import main
from denpex_tui.engine.decisions import Decisions
from denpex_tui.engine.model import ItemState
from denpex_tui.engine.rules.book import RuleBook
from denpex_tui.engine.session import Session
from denpex_tui.engine.store import VERSION, ChecklistStore
from tests.hostile.terminal import ROOT, Terminal

FAILED = b"[rank0]: Traceback (most recent call last):\n[rank0]: ValueError: bad value\n"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "rank_0.log").write_bytes(FAILED)
    return tmp_path


@contextmanager
def full_disk() -> Iterator[None]:
    """No file may grow: every write fails, as on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130)], ids=["TERM", "HUP", "INT"]
)
def test_a_signal_gives_the_terminal_back(place: Path, number: signal.Signals, code: int) -> None:
    with Terminal(["logs"], place) as terminal:
        terminal.wait_for("bad value")
        terminal.process.send_signal(number)
        assert terminal.end() == code
        assert terminal.is_given_back()


@pytest.mark.parametrize("moment", ["\x1b[?1049h", "\x1b[?25l", "denpex-tui", "bad value"])
def test_ctrl_c_at_any_time_of_the_start(place: Path, moment: str) -> None:
    """A signal until the terminal is taken, a key from then on: once is enough, and the code is the same."""
    with Terminal(["logs"], place) as terminal:
        terminal.wait_for_bytes(moment.encode())
        terminal.send("\x03")
        assert terminal.end() == 130
        assert terminal.is_given_back()


def test_ctrl_c_before_the_terminal_is_taken(place: Path) -> None:
    """While the settings are read, which never end."""
    settings = place / "config" / "denpex-tui" / "config.toml"
    settings.parent.mkdir(parents=True)
    os.mkfifo(settings)
    with Terminal(["logs"], place, XDG_CONFIG_HOME=str(place / "config")) as terminal:
        with settings.open("wb"):  # goes on when the program reads
            terminal.send("\x03")
            assert terminal.end() == 130
        assert terminal.is_restored() and b"\x1b[?1049h" not in terminal.received
        assert "Traceback" not in terminal.tail()


def test_a_storm_of_resizes(place: Path) -> None:
    with Terminal(["logs"], place) as terminal:
        terminal.wait_for("bad value")
        for number in range(60):
            terminal.resize(2 + number * 37 % 180, 1 + number * 13 % 50)
        terminal.resize(100, 30)
        terminal.settle()
        terminal.send("q")
        assert terminal.end() == 0
        assert terminal.is_restored()


def test_a_full_disk_is_told_and_the_old_state_stays(place: Path) -> None:
    store = ChecklistStore((str(place / "logs"),), place / "state")
    decisions = Decisions(store)
    decisions.decide(0, "seen", ItemState.REJECTED)
    before = store.path.read_bytes()
    with full_disk():
        decisions.decide(0, "other", ItemState.REJECTED)
    assert decisions.problem is not None and "cannot be written" in decisions.problem
    assert store.path.read_bytes() == before
    assert [path.name for path in store.path.parent.iterdir()] == [store.path.name]
    decisions.note(0, "other", "now there is room")
    assert set(ChecklistStore((str(place / "logs"),), place / "state").load()[0]) == {"seen", "other"}


@pytest.mark.parametrize("form", ["text", "json", "markdown"])
def test_a_report_on_a_full_disk_is_one_sentence(
    place: Path, form: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(place / "cache"))
    with full_disk():
        code = main(["report", str(place / "logs"), "--format", form, "-o", str(place / "out")])
    assert code == 2
    assert capsys.readouterr().err.startswith(f"denpex-tui: -o {place / 'out'} cannot be written")
    assert not [path for path in (place / "cache").rglob("*") if path.is_file()]


def test_state_of_a_newer_version_is_kept_aside(place: Path) -> None:
    store = ChecklistStore(("logs",), place / "state")
    store.path.parent.mkdir()
    newer = orjson.dumps({"version": VERSION + 1, "attempts": {}})
    store.path.write_bytes(newer)
    assert store.load() == {}
    assert store.problem is not None and store.path.with_suffix(".unreadable").read_bytes() == newer


def test_two_instances_keep_each_others_decisions(place: Path) -> None:
    first, second = (Decisions(ChecklistStore(("logs",), place / "state")) for _ in range(2))
    first.decide(0, "a", ItemState.REJECTED)
    second.decide(0, "b", ItemState.REJECTED)
    first.note(1, "c", "seen on node 3")
    kept = ChecklistStore(("logs",), place / "state").load()
    assert set(kept[0]) == {"a", "b"} and kept[1]["c"].note == "seen on node 3"


_DECIDES = """
import sys
from pathlib import Path
from denpex_tui.engine.decisions import Decisions
from denpex_tui.engine.model import ItemState
from denpex_tui.engine.store import ChecklistStore
decisions = Decisions(ChecklistStore(("logs",), Path(sys.argv[1])))
print("ready", flush=True)
sys.stdin.readline()
for number in range(20):
    decisions.decide(0, f"{sys.argv[2]}-{number}", ItemState.REJECTED)
assert decisions.problem is None
"""


def test_instances_that_save_at_the_same_time_lose_nothing(place: Path) -> None:
    """Processes of their own that decide as fast as they can, all at once."""
    names = ("a", "b", "c")
    command = [sys.executable, "-c", _DECIDES, str(place / "state")]
    pipe = subprocess.PIPE
    instances = [subprocess.Popen([*command, name], cwd=ROOT, stdin=pipe, stdout=pipe) for name in names]
    for instance in instances:
        assert instance.stdout is not None and instance.stdout.readline() == b"ready\n"
    for instance in instances:
        assert instance.stdin is not None
        instance.stdin.write(b"\n")
        instance.stdin.flush()
    for instance in instances:
        instance.communicate()
    assert [instance.returncode for instance in instances] == [0, 0, 0]
    kept = ChecklistStore(("logs",), place / "state").load()[0]
    assert set(kept) == {f"{name}-{number}" for name in names for number in range(20)}
    assert len(list((place / "state").iterdir())) == 1


def test_a_clock_that_jumps_changes_neither_what_is_read_nor_the_verdict(place: Path) -> None:
    """Files of tomorrow and of 1970, as a clock leaves them that was set while the job ran."""
    log = place / "logs" / "rank_0.log"
    session = Session([str(place / "logs")], book=RuleBook.bundled(), live=True)
    session.poll()
    written = FAILED
    for number, seconds in enumerate((time.time() + 86_400, 0.0, time.time() - 3_600, 2**31 + 86_400.0)):
        line = b"2026-11-30 20:25:%02d,000 [rank0] INFO train: cleaning up\n" % number
        with log.open("ab") as file:
            file.write(line)
        os.utime(log, (seconds, seconds))
        os.utime(log.parent, (seconds, seconds))
        written += line
        session.poll()
        (source,) = session.snapshot.sources
        assert (source.bytes_read, source.lines) == (len(written), written.count(b"\n"))
        assert session.snapshot.incidents[0].first.ranks == (0,)
    late = log.with_name("rank_1.log")
    late.write_bytes(b"[rank1]: loss 1.0\n")
    os.utime(log.parent, (0, 0))
    session.poll()
    session.close()
    assert [source.path for source in session.snapshot.sources] == ["rank_0.log", "rank_1.log"]
    assert not session.snapshot.warnings and not session.snapshot.alerts


def test_a_rule_file_replaced_by_garbage_while_running_is_a_warning(place: Path) -> None:
    rules = place / "rules"
    rules.mkdir()
    session = Session([str(place / "logs")], book=RuleBook.bundled([rules]), live=True)
    session.poll()
    verdict = session.snapshot.incidents[0].first.kind
    (rules / "broken.toml").write_bytes(os.urandom(4096) + b"\x1b]52;c;aGk=\x07")
    session.poll()
    session.close()
    assert session.snapshot.incidents[0].first.kind == verdict
    assert any("broken.toml" in warning and warning.isprintable() for warning in session.snapshot.warnings)


def test_too_little_memory_is_one_sentence(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def starve(*_: object) -> bytes:
        raise MemoryError

    monkeypatch.setattr(os, "pread", starve)
    assert main(["report", str(place / "logs")]) == 2
    assert "not enough memory" in capsys.readouterr().err
