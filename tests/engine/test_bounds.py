"""What is kept of a log does not grow with it: points are sampled, repeated messages are counted."""

from __future__ import annotations

import random
from pathlib import Path

from denpex_tui.engine.rules.book import RuleBook
from denpex_tui.engine.session import Session
from tests.benchmarks.generate import lines, write

STORM = "[rank0]: RuntimeError: CUDA error: an illegal memory access was encountered\n"


def kept(directory: Path) -> tuple[int, int, int]:
    """Numbers of events and points, and bytes, of all sources."""
    session = Session([str(directory)], book=RuleBook.bundled())
    session.poll()
    scans = session._scans
    session.close()
    events = sum(len(scan.events_now()) for scan in scans)
    return events, sum(len(scan.points) for scan in scans), sum(scan.bytes_read for scan in scans)


def test_many_times_the_metric_lines_leave_no_more_points(tmp_path: Path) -> None:
    """Both logs are longer than what is sampled of one."""
    write(tmp_path / "small", 1, 600_000)
    write(tmp_path / "large", 1, 6_000_000)
    small, large = kept(tmp_path / "small"), kept(tmp_path / "large")
    assert large[2] > 5 * small[2]
    assert large[0] == small[0]
    assert 0 < large[1] < 1.5 * small[1]


def test_ten_times_the_same_message_leave_no_more_events(tmp_path: Path) -> None:
    """The first and last occurrences are kept, whatever lies between."""
    found = []
    for name, times in (("small", 2_000), ("large", 20_000)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "rank_0.log").write_text(lines(0, random.Random(1), 0, 20) + STORM * times)
        found.append(kept(tmp_path / name))
    small, large = found
    assert large[2] > 9 * small[2]
    assert 0 < large[0] == small[0]
