"""Changes to a job's logs that say nothing new about who failed first."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from pathlib import Path

_ISO = re.compile(rb"(?P<date>20\d\d-\d\d-\d\d)(?P<between>[ T_])(?P<clock>\d\d:\d\d:\d\d)")
_GLOG = re.compile(rb"(?P<letter>[IWEF])(?P<month>\d\d)(?P<day>\d\d) (?P<clock>\d\d:\d\d:\d\d)(?=\.\d{6})")
_EPOCH = re.compile(rb'(?P<before>"timestamp": ?"?)(?P<seconds>\d{10})')
_TIME_ONLY = re.compile(rb"(?<![\d_ T:.-])(?P<clock>\d\d:\d\d:\d\d)(?![:\d])")


def log_files(root: Path) -> list[Path]:
    """All files below ``root``, in a fixed order."""
    return sorted(path for path in root.rglob("*") if path.is_file())


def copy_of(logs: Path, target: Path) -> Path:
    """A copy that may be written to."""
    shutil.copytree(logs, target)
    return target


def duplicate_line(root: Path, chance: random.Random) -> None:
    """Write one line of one file twice."""
    path = chance.choice([path for path in log_files(root) if path.stat().st_size and path.suffix != ".json"])
    lines = path.read_bytes().splitlines(keepends=True)
    at = chance.randrange(len(lines))
    path.write_bytes(b"".join([*lines[:at], lines[at], *lines[at:]]))


def shift_clock(files: Iterable[Path], seconds: float) -> None:
    """Move every stamp of these files by a constant."""
    for path in files:
        path.write_bytes(shifted(path.read_bytes(), timedelta(seconds=seconds)))


def shifted(raw: bytes, by: timedelta) -> bytes:
    """``raw`` with its stamps moved; whole seconds, so that fractions stay."""
    raw = _ISO.sub(lambda match: _iso(match, by), raw)
    raw = _GLOG.sub(lambda match: _glog(match, by), raw)
    raw = _EPOCH.sub(lambda match: match["before"] + b"%d" % (int(match["seconds"]) + by.total_seconds()), raw)
    return _TIME_ONLY.sub(lambda match: _clock(match, by), raw)


def _iso(match: re.Match[bytes], by: timedelta) -> bytes:
    moment = datetime.fromisoformat(f"{match['date'].decode()} {match['clock'].decode()}") + by
    return moment.strftime(f"%Y-%m-%d{match['between'].decode()}%H:%M:%S").encode()


def _glog(match: re.Match[bytes], by: timedelta) -> bytes:
    day = f"2026-{match['month'].decode()}-{match['day'].decode()} {match['clock'].decode()}"
    return match["letter"] + (datetime.fromisoformat(day) + by).strftime("%m%d %H:%M:%S").encode()


def _clock(match: re.Match[bytes], by: timedelta) -> bytes:
    return (datetime.fromisoformat(f"2026-11-30 {match['clock'].decode()}") + by).strftime("%H:%M:%S").encode()


def rank_directories(root: Path) -> list[Path]:
    """Directories that hold the two streams of one process."""
    return sorted({path.parent for path in root.rglob("stderr.log")})


def _before(out: bytes, err: bytes) -> tuple[bytes, bytes]:
    return b"", out + err


def _one_file(out: bytes, err: bytes) -> tuple[bytes, bytes]:
    return out + err, b""


def _by_line(out: bytes, err: bytes) -> tuple[bytes, bytes]:
    """Lines of stdout among those of stderr, all before the first traceback, as an unbuffered program writes them."""
    head = err.find(b"Traceback (most recent call last)")
    start = err.rfind(b"\n", 0, head) + 1 if head >= 0 else len(err)
    return b"", b"".join(_alternating(out, err[:start])) + err[start:]


def _alternating(one: bytes, other: bytes) -> Iterator[bytes]:
    mine, theirs = one.splitlines(keepends=True), other.splitlines(keepends=True)
    for number in range(max(len(mine), len(theirs))):
        yield from mine[number : number + 1]
        yield from theirs[number : number + 1]


def buffered(out: bytes, err: bytes) -> tuple[bytes, bytes]:
    """One file, in which Python writes all that stdout still buffers when it exits, behind the traceback."""
    return b"", err + out


Split = Callable[[bytes, bytes], tuple[bytes, bytes]]
SPLITS: tuple[Split, ...] = (_before, _one_file, _by_line, buffered)


def split_streams(root: Path, split: Split) -> None:
    """Divide what every process wrote between its two files in another way."""
    for directory in rank_directories(root):
        out, err = directory / "stdout.log", directory / "stderr.log"
        if out.exists():
            first, second = split(out.read_bytes(), err.read_bytes())
            out.write_bytes(first)
            err.write_bytes(second)
