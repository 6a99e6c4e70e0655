"""Of large logs little is kept, and never what matters."""

from __future__ import annotations

import math
from pathlib import Path

from denpex_tui.engine import storms
from tests.engine.pipeline import scan_file

LINES = 60_000


def step(number: int, loss: str = "2.5") -> str:
    return f"2026-11-30 20:00:00,000 [rank0] INFO train: step {number} loss={loss} grad_norm=0.3\n"


def test_metric_lines_are_sampled_and_the_end_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "rank_0.log"
    path.write_text("".join(step(number) for number in range(LINES)))
    scan = scan_file(path)
    numbers = [point.metrics.step for point in scan.points]
    assert len(numbers) < LINES // 10
    assert numbers[0] == 0
    assert numbers[-200:] == list(range(LINES - 200, LINES))
    assert numbers == sorted(number for number in numbers if number is not None)
    scan.close()


def test_a_value_that_is_no_number_is_never_left_out(tmp_path: Path) -> None:
    path = tmp_path / "rank_0.log"
    odd = {LINES // 3: "nan", LINES // 2: "0.0", LINES // 2 + 7: "-inf"}
    path.write_text("".join(step(number, odd.get(number, "2.5")) for number in range(LINES)))
    scan = scan_file(path)
    values = {point.metrics.step: dict(point.metrics.values)["loss"] for point in scan.points}
    assert math.isnan(values[LINES // 3])
    assert values[LINES // 2] == 0.0
    assert values[LINES // 2 + 7] == -math.inf
    scan.close()


def test_of_a_message_on_every_line_the_first_and_the_last_are_kept(tmp_path: Path) -> None:
    line = "srun: error: node-{0}: task {0}: Exited with exit code 1\n"
    path = tmp_path / "srun.log"
    path.write_text("".join(line.format(number) for number in range(20_000)))
    scan = scan_file(path)
    tasks = [event.exit.rank for event in scan.events_now() if event.exit is not None]
    assert len(tasks) <= 2 * storms.MANY
    assert (tasks[0], tasks[-1]) == (0, 19_999)
    assert tasks == sorted(task for task in tasks if task is not None)
    scan.close()


def test_one_line_without_an_end(tmp_path: Path) -> None:
    path = tmp_path / "rank_0.log"
    path.write_bytes(step(1).encode() + b"x" * 5_000_000 + b" step 2 loss=nan " + b"y" * 1_000_000)
    scan = scan_file(path)
    assert scan.lines == 1
    assert len(scan.events_now()) < 10
    scan.close()
