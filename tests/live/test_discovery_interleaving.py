"""A log is copied and cut, or deleted, at any moment of the look for logs: what lies beside it is no log of its own."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from denpex_tui.engine.discover import Found, discover
from tests.live.interleaved import Interleaved
from tests.live.tail import append, steps

NEVER = 1 << 30


class Looked:
    """A directory with one log, looked at while something happens to the log."""

    def __init__(self, directory: Path, names: Sequence[str]) -> None:
        self._directory, self._names = directory, names
        self._log = directory / "rank_0.log"
        append(self._log, steps(0, 40))
        self._before = discover([str(directory)])
        self._found: Found | None = None

    def copy(self) -> None:
        shutil.copyfile(self._log, f"{self._log}.1")

    def truncate(self) -> None:
        os.truncate(self._log, 0)

    def replace(self) -> None:
        self._log.unlink()
        self._log.touch()

    def write(self) -> None:
        append(self._log, steps(500, 3))

    def look(self, at: int) -> int:
        """The copy is there, the rest happens before the line ``at``; returns how many lines it took."""
        self.copy()
        actions: list[Callable[[], object]] = [getattr(self, name) for name in self._names]
        interleaved = Interleaved(actions, [at] * len(actions))
        interleaved.run(self._discover)
        return interleaved.lines

    def _discover(self) -> None:
        status = self._log.stat()
        taken = {(status.st_dev, status.st_ino): self._log}
        self._found = discover([str(self._directory)], self._before, taken)

    @property
    def names(self) -> list[str]:
        assert self._found is not None
        return [source.path for source in self._found.sources]


@pytest.mark.parametrize("names", [("truncate",), ("truncate", "write"), ("replace", "write")], ids="+".join)
def test_a_copy_is_no_log_of_its_own(names: Sequence[str]) -> None:
    with TemporaryDirectory() as directory:
        lines = Looked(Path(directory), names).look(NEVER)
    for at in range(1, lines + 1):
        with TemporaryDirectory() as directory:
            looked = Looked(Path(directory), names)
            looked.look(at)
            assert "rank_0.log.1" not in looked.names, at
