"""However a log is cut into pieces, rotated and looked at: what is seen is what one look at all of it would show."""

from __future__ import annotations

import gzip
import os
import shutil
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from denpex_tui.engine.model import Event, Source
from denpex_tui.engine.probe import Probe
from denpex_tui.engine.source_scan import SourceScan
from tests.engine.cases import corpus
from tests.engine.pipeline import catalogue
from tests.live.tail import Tail, append, steps

LOGS = {
    "a rank's stderr": corpus("pt-valueerror-rank2") / "none_p0zui_e7/attempt_0/2/stderr.log",
    "interleaved ranks": next((corpus("pt-combined-interleaved")).rglob("*.log")),
    "srun with labels": corpus("slurm-labelled") / "srun.log",
    "progress bars": corpus("pt-progress-ansi") / "agent.log",
}
NEAR = 1796068800.0
"""30 November 2026: the time of the cases."""
WRITE, LOOK, RENAME, COPY, PACK, DELETE = range(6)
STEPS = st.lists(
    st.tuples(st.sampled_from([WRITE, WRITE, WRITE, LOOK, RENAME, COPY, PACK, DELETE]), st.integers(1, 5_000)),
    max_size=40,
)

PACKED_BETWEEN = [
    *[(WRITE, 275), (RENAME, 1), (WRITE, 64), (LOOK, 1), (RENAME, 1), (WRITE, 64), (LOOK, 1), (RENAME, 1)],
    *[(WRITE, 64), (PACK, 1)],
]
"""A part that was closed is compressed, while an older one is still open."""
DELETED_BEHIND = [(WRITE, 3_640), (DELETE, 1), (WRITE, 64), (LOOK, 1), (RENAME, 1)]
"""A part is gone for good, and the last of many hits of a pattern stands just behind it."""


class Field:
    """A log that is written piece by piece and rotated in between."""

    def __init__(self, directory: Path, content: bytes) -> None:
        self.log = directory / "rank_2.log"
        self.log.touch()
        self._left = content

    def write(self, size: int) -> None:
        append(self.log, self._left[:size])
        self._left = self._left[size:]

    def finish(self) -> None:
        self.write(len(self._left))

    def rename(self) -> None:
        self._move_on()
        self.log.rename(f"{self.log}.1")
        self.log.touch()

    def copy(self) -> None:
        self._move_on()
        shutil.copyfile(self.log, f"{self.log}.1")
        os.truncate(self.log, 0)

    def pack(self) -> None:
        """Compress the parts behind the first one, as logrotate's delaycompress does."""
        for number in range(2, 60):
            part = self.log.with_name(f"{self.log.name}.{number}")
            if part.exists():
                packed = part.with_name(f"{part.name}.gz")
                packed.write_bytes(gzip.compress(part.read_bytes()))
                os.utime(packed, ns=(part.stat().st_atime_ns, part.stat().st_mtime_ns))
                part.unlink()

    def delete(self) -> None:
        self.log.unlink()
        self.log.touch()

    def _move_on(self) -> None:
        for number in range(60, 0, -1):
            for suffix in ("", ".gz"):
                part = self.log.with_name(f"{self.log.name}.{number}{suffix}")
                if part.exists():
                    part.rename(self.log.with_name(f"{self.log.name}.{number + 1}{suffix}"))


def play(field: Field, schedule: list[tuple[int, int]], look: object) -> None:
    """Do what the schedule says. Nothing is deleted that was not looked at: that alone would lose lines."""
    assert callable(look)
    for action, number in schedule:
        if action == WRITE:
            field.write(number)
        elif action == LOOK:
            look()
        elif field.log.stat().st_size >= 64:  # so much a file holds before it is rotated
            if action == RENAME:
                field.rename()
            elif action == COPY:
                field.copy()
            elif action == PACK:
                field.pack()
            elif action == DELETE and field.log.read_bytes().endswith(b"\n"):
                look()
                field.delete()
    field.finish()
    look()


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(name=st.sampled_from(sorted(LOGS)), schedule=STEPS)
def test_the_bytes(name: str, schedule: list[tuple[int, int]]) -> None:
    content = LOGS[name].read_bytes()
    with TemporaryDirectory() as directory:
        field = Field(Path(directory), content)
        tail = Tail(field.log)
        tail.look()
        play(field, schedule, lambda: content.startswith(tail.look()) or pytest.fail("not a prefix"))
        rest = tail.reader.rest()
        assert tail.seen + (rest.data if rest is not None else b"") == content
        assert (tail.course.loss.bytes, tail.course.loss.restarts) == (0, 0)
        tail.close()


CUT = 6
CUTS = st.lists(st.tuples(st.sampled_from([WRITE, WRITE, LOOK, RENAME, COPY, CUT]), st.integers(1, 40)), max_size=30)


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(schedule=CUTS)
def test_a_loss_is_said_when_there_is_one_and_only_then(schedule: list[tuple[int, int]]) -> None:
    """A log is cut and nobody has a copy: no line is seen that was not written, and what is missing is said."""
    written: list[bytes] = []
    with TemporaryDirectory() as directory:
        field = Field(Path(directory), b"")
        tail, cuts, held = Tail(field.log), 0, False

        def write(count: int) -> None:
            lines = steps(len(written), count)
            written.extend(lines.splitlines())
            append(field.log, lines)

        tail.look()
        for action, number in schedule:
            if action == WRITE:
                write(number)
            elif action == LOOK:
                tail.look()
                held = field.log.stat().st_size > 0
            elif action == CUT and held:  # of a file that was never seen to hold anything nobody can tell
                os.truncate(field.log, 0)
                cuts, held = cuts + 1, False
            elif action in (RENAME, COPY) and field.log.stat().st_size:
                (field.rename if action == RENAME else field.copy)()
                held = False
        write(1)
        tail.look()
        seen, loss = tail.seen.splitlines(), tail.course.loss
        assert [line for line in written if line in set(seen)] == seen
        missing = sum(len(line) + 1 for line in written) - len(tail.seen)
        assert loss.bytes <= missing
        assert bool(loss.sentence) == bool(cuts) or not missing
        assert cuts or (missing, loss.sentence) == (0, "")
        tail.close()


def scan_of(path: Path) -> SourceScan:
    path.touch()
    return SourceScan(Source(0, "rank_2.log", path, "combined"), Probe(True), catalogue(), near=NEAR)


def seen(scan: SourceScan) -> list[Event]:
    events = [replace(event, after=None) for event in scan.events_now()]
    return sorted(events, key=lambda event: (event.place, event.kind, event.name))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(name=st.sampled_from(sorted(LOGS)), schedule=STEPS)
@example(name="a rank's stderr", schedule=PACKED_BETWEEN)
@example(name="interleaved ranks", schedule=DELETED_BEHIND)
def test_the_events(name: str, schedule: list[tuple[int, int]]) -> None:
    content = LOGS[name].read_bytes()
    with TemporaryDirectory() as directory:
        whole = Path(directory) / "whole" / "rank_2.log"
        whole.parent.mkdir()
        whole.write_bytes(content)
        expected = scan_of(whole)
        expected.advance()
        field = Field(Path(directory), content)
        scan = scan_of(field.log)
        scan.advance()
        play(field, schedule, scan.advance)
        assert seen(scan) == seen(expected)
        assert (scan.bytes_read, scan.lines) == (expected.bytes_read, expected.lines)
        scan.close()
        expected.close()
