"""One source, read at once or as it grows: the result is the same."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from denpex_tui.engine.infer.explain import role_of
from denpex_tui.engine.metrics import MetricPoint
from denpex_tui.engine.model import Event, Source
from denpex_tui.engine.probe import probe
from denpex_tui.engine.rules.model import Role
from denpex_tui.engine.source_scan import SourceScan
from tests.engine.cases import corpus, report
from tests.engine.pipeline import book, catalogue, scan_file

FILES = {
    "a rank's stderr": corpus("pt-valueerror-rank2") / "none_p0zui_e7/attempt_0/2/stderr.log",
    "a chained traceback": corpus("pt-enospc"),
    "metrics on stdout": corpus("bf16-zero-norm-torchrun"),
    "an agent with several attempts": corpus("pt-elastic-restart") / "agent.log",
    "interleaved ranks": corpus("pt-combined-interleaved"),
    "progress bars": corpus("pt-progress-ansi"),
    "JSON lines": corpus("pt-jsonl"),
    "srun with labels": corpus("slurm-labelled"),
    "deepspeed": corpus("bf16-ds-launcher"),
    "NCCL": report("17-nccl1235-oom-rank3"),
}


def largest(path: Path) -> Path:
    """The file itself, or the largest log below a directory."""
    if path.is_file():
        return path
    return max((file for file in path.rglob("*") if file.is_file()), key=lambda file: (file.stat().st_size, str(file)))


NEAR = 1796068800.0
"""30 November 2026, 20:00 UTC: the time of the cases."""


def new_scan(path: Path, like: Path, near: float | None = NEAR) -> SourceScan:
    return SourceScan(Source(0, path.name, path, "combined"), probe(like), catalogue(), near=near)


def at_once(path: Path, near: float | None = NEAR) -> SourceScan:
    scan = new_scan(path, path, near)
    scan.advance()
    return scan


def in_pieces(original: Path, growing: Path, seed: int, near: float | None = NEAR) -> SourceScan:
    """The scan of a file that is written in pieces of all sizes, advanced after each."""
    content = original.read_bytes()
    growing.touch()
    scan = new_scan(growing, original, near)
    chance = random.Random(seed)
    written = 0
    while written < len(content):
        size = chance.choice((1, 7, 80, 900, 20_000))
        with growing.open("ab") as file:
            file.write(content[written : written + size])
        written += size
        scan.advance()
    return scan


def seen(scan: SourceScan) -> tuple[list[Event], list[MetricPoint]]:
    """What inference rests on: all but the lower bounds of times, and signals of which few occurrences are kept."""
    few = (Role.CONTEXT, Role.EVIDENCE, Role.COUNTER)
    events = [replace(event, after=None) for event in scan.events_now() if role_of(event, book()) not in few]
    return sorted(events, key=lambda event: (event.place, event.kind, event.name)), list(scan.points)


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("seed", range(3))
def test_however_the_bytes_arrive(name: str, seed: int, tmp_path: Path) -> None:
    original = largest(FILES[name])
    scan, whole = in_pieces(original, tmp_path / original.name, seed), at_once(original)
    assert seen(scan) == seen(whole)
    assert (scan.bytes_read, scan.lines) == (whole.bytes_read, whole.lines)
    scan.close()
    whole.close()


def test_lower_bounds_do_not_depend_on_how_the_bytes_arrive(tmp_path: Path) -> None:
    original = largest(FILES["a rank's stderr"])
    scan, whole = in_pieces(original, tmp_path / original.name, 0), at_once(original)
    assert scan.events_now() == whole.events_now()


@pytest.mark.xfail(strict=True, reason="a bare clock, which has no date, is taken as the date near to later stamps")
def test_stamps_without_a_date_do_not_depend_on_how_the_bytes_arrive(tmp_path: Path) -> None:
    original = largest(FILES["progress bars"])
    scan, whole = in_pieces(original, tmp_path / original.name, 0, near=None), at_once(original, near=None)
    assert [event.time for event in scan.events_now()] == [event.time for event in whole.events_now()]


@pytest.mark.parametrize("name", ["a rank's stderr", "interleaved ranks", "progress bars"])
def test_at_every_moment_it_is_what_one_pass_would_say(name: str, tmp_path: Path) -> None:
    """After each piece the growing scan equals a fresh scan of the same bytes."""
    original = largest(FILES[name])
    content = original.read_bytes()[-6_000:]
    growing = tmp_path / original.name
    growing.touch()
    scan = new_scan(growing, original)
    for start in range(0, len(content), 211):
        with growing.open("ab") as file:
            file.write(content[start : start + 211])
        scan.advance()
        fresh = at_once(growing)
        assert seen(scan)[0] == seen(fresh)[0], start
        fresh.close()
    scan.close()


@pytest.mark.parametrize("label", ["", "[rank1]: "])
@pytest.mark.parametrize("block", ["plain", "box"])
def test_a_traceback_whose_last_line_grows(label: str, block: str, tmp_path: Path) -> None:
    """Byte by byte, what an unfinished line tells is what a fresh look at it tells, and is forgotten as it grows."""
    frames = {
        "plain": ["Traceback (most recent call last):", '  File "train.py", line 9, in main', "    f()"],
        "box": ["╭─ Traceback (most recent call last) ─╮", "│ /job/train.py:9 in main │", "╰──╯"],
    }
    ends = ["torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB", "[rank3]: step 4", "  of memory"]
    content = "".join(f"{label}{line}\n" for line in [*frames[block], *ends]).encode()
    path = tmp_path / "all.log"
    path.touch()
    scan = new_scan(path, path)
    for at in range(len(content)):
        with path.open("ab") as file:
            file.write(content[at : at + 1])
        scan.advance()
        fresh = new_scan(path, path)
        fresh.probe = scan.probe
        fresh.advance()
        assert scan.events_now() == fresh.events_now(), content[: at + 1]
        fresh.close()
    scan.close()


def tracebacks(scan: SourceScan) -> list[Event]:
    return [event for event in scan.events_now() if event.kind == "traceback"]


def test_a_traceback_whose_end_is_not_written_yet(tmp_path: Path) -> None:
    path = tmp_path / "rank_2.log"
    path.write_text('[rank2]: Traceback (most recent call last):\n[rank2]:   File "train.py", line 9, in main\n')
    scan = scan_file(path)
    (event,) = tracebacks(scan)
    assert event.traceback is not None
    assert (event.traceback.exception, event.traceback.complete) == ("", False)
    with path.open("a") as file:
        file.write("[rank2]:     check(x)\n[rank2]: ValueError: bad batch\n")
    scan.advance()
    (event,) = tracebacks(scan)
    assert event.traceback is not None
    assert event.traceback.headline == "ValueError: bad batch"
    scan.close()


def test_nothing_new_is_nothing_new(tmp_path: Path) -> None:
    path = tmp_path / "rank_2.log"
    path.write_text("step 3/30 loss=2.1226 grad_norm=0.337\n")
    scan = scan_file(path)
    assert not scan.advance()
    assert len(scan.points) == 1
    scan.close()


def test_an_unfinished_line_counts_before_its_end(tmp_path: Path) -> None:
    """A process that dies leaves its last line without an end."""
    path = tmp_path / "srun.log"
    path.write_text("2026-11-30 20:07:11,000 INFO train: up\nsrun: error: node-0: task 2: Exited with exit code 1")
    scan = scan_file(path)
    assert [event.name for event in scan.events_now() if event.kind == "exit"] == ["task-exit"]
    with path.open("a") as file:
        file.write("\n")
    scan.advance()
    assert [event.name for event in scan.events_now() if event.kind == "exit"] == ["task-exit"], "not matched twice"
    scan.close()


def test_a_quoted_source_line_is_no_event(tmp_path: Path) -> None:
    path = tmp_path / "rank_2.log"
    path.write_text(
        "[rank2]: Traceback (most recent call last):\n"
        '[rank2]:   File "train.py", line 9, in main\n'
        '[rank2]:     raise RuntimeError("CUDA out of memory. Tried to allocate 2 GiB")\n'
        "[rank2]: KeyError: 'loss'\n"
    )
    scan = scan_file(path)
    assert not [event for event in scan.events_now() if event.kind == "signal" and "cuda-oom" in event.name]
    scan.close()


def test_the_stamp_of_the_line_that_announces_the_traceback(tmp_path: Path) -> None:
    block = 'Traceback (most recent call last):\n  File "train.py", line 9, in main\n    f()\nValueError: bad\n'
    path = tmp_path / "rank_1.log"
    path.write_text(f"2026-11-30 20:00:00,000 ERROR train: step failed\n{block}")
    scan = scan_file(path)
    (announced,) = tracebacks(scan)
    assert announced.time == 1796068800.0
    path.write_text(f"2026-11-30 20:00:00,000 INFO  train: step 3\n{block}")
    (after,) = tracebacks(scan_file(path))
    assert (after.time, after.after) == (None, 1796068800.0), "only a lower bound"
    scan.close()


def test_the_last_line(tmp_path: Path) -> None:
    path = tmp_path / "rank_1.log"
    path.write_bytes(b"step 1 loss=2\n\rbar 1/3\rbar 2/3 step 2 loss=1\r\n\n")
    scan = scan_file(path)
    last = scan.last_line()
    assert last is not None
    assert (last.full, last.place.line) == ("bar 2/3 step 2 loss=1", 2)
    scan.close()
