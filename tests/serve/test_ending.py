"""A server ends with everything that it started, and a screen that cannot start says why."""

from __future__ import annotations

import os
import shutil
import signal
import time
from pathlib import Path

import pytest

pytest.importorskip("textual_serve", reason="serve needs the extra: pip install 'denpex-tui[serve]'")

from tests.hostile.terminal import PATIENCE_S
from tests.serve.serving import LOGS, opened, processes_of, serving


def wait_until_gone(child: int) -> None:
    """Until a process ended that this one did not start, of which nothing else tells."""
    limit = time.monotonic() + PATIENCE_S
    while is_there(child):
        assert time.monotonic() < limit
        time.sleep(0.05)


def is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
async def test_a_signal_ends_server_and_screens(tmp_path: Path, number: signal.Signals) -> None:
    with serving(tmp_path) as served:
        async with opened(served) as page:
            await page.wait_for("≡ SYMMETRIC")
            (child,) = processes_of(served.process.pid)
            served.process.send_signal(number)
            await page.wait_for_end()
        assert served.process.wait(PATIENCE_S) == 128 + number
        assert not is_there(child)
        assert served.process.stderr is not None and served.process.stderr.read() == ""


async def test_a_screen_that_hangs_is_ended_too(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        async with opened(served) as page:
            await page.wait_for("≡ SYMMETRIC")
            (child,) = processes_of(served.process.pid)
            os.kill(child, signal.SIGSTOP)
            served.process.send_signal(signal.SIGTERM)
            await page.wait_for_end()
        assert served.process.wait(PATIENCE_S) == 143
        assert not is_there(child)


async def test_a_screen_ends_when_its_server_was_killed(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        async with opened(served) as page:
            await page.wait_for("≡ SYMMETRIC")
            (child,) = processes_of(served.process.pid)
            served.process.kill()
            wait_until_gone(child)


async def test_a_screen_that_cannot_start_says_why_in_the_servers_terminal(tmp_path: Path) -> None:
    shutil.copytree(LOGS, tmp_path / "logs")
    with serving(tmp_path, "logs") as served:
        shutil.rmtree(tmp_path / "logs")
        async with opened(served) as page:
            await page.wait_for_end()
        assert served.end() == 143
        assert served.process.stderr is not None
        said = served.process.stderr.read()
    assert said.startswith("denpex-tui: There is no file or directory 'logs'") and said.count("\n") == 1
