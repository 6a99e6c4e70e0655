"""The ranks of the soak as its parent sees them: what they have written, and what the engine was given of it."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from denpex_tui.engine.chunk import Mark
from denpex_tui.engine.line_index import LineIndex
from tests.live.soak_writer import count_path, line

_TAIL_BYTES = 64 * 1024


class Lines:
    """Whole lines in their order: how many bytes, and their hash."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()
        self._rest = b""
        self.size = 0
        self.count = 0

    def add(self, data: bytes) -> None:
        whole, newline, rest = (self._rest + data).rpartition(b"\n")
        self._rest = rest
        self._hash.update(whole + newline)
        self.size += len(whole) + len(newline)
        self.count += whole.count(b"\n") + len(newline)

    def __str__(self) -> str:
        return f"{self.size} bytes, {self.count} lines, sha256 {self._hash.hexdigest()[:16]}"


class Witness(LineIndex):
    """An index that also hashes what it is given; the reader gives it all that it consumes, once."""

    def __init__(self) -> None:
        super().__init__()
        self.seen = Lines()

    def take(self, chunk: bytes, offset: int, borders: Iterable[int]) -> Sequence[Mark]:
        if offset + len(chunk) > self.end:
            assert offset <= self.end, f"bytes {self.end} to {offset} were skipped"
            self.seen.add(chunk[self.end - offset :])
        return super().take(chunk, offset, borders)


class Rank:
    """A writing process, started again when it was killed, and the truth about what it wrote."""

    def __init__(self, directory: Path, rank: int) -> None:
        self.name = f"rank_{rank}.log"
        self.written = Lines()
        self._rank, self._log, self._count = rank, directory / self.name, count_path(directory, rank)
        self._next = 1
        self.start()

    def start(self) -> None:
        """Let it write on from the next line."""
        self._told = 0
        self._count.touch()
        with self._count.open("rb+") as file:
            file.seek(8)
            file.write(bytes(8))
        command = [sys.executable, "-m", "tests.live.soak_writer", str(self._log.parent), str(self._rank)]
        self._process = subprocess.Popen([*command, str(self._next)], stdin=subprocess.PIPE)

    def _number(self, at: int) -> int:
        return int.from_bytes(self._count.read_bytes()[at : at + 8], "little")

    @property
    def is_idle(self) -> bool:
        """Whether it has begun, and done all that it was told: what it writes to now was there before the next look."""
        return self._number(8) == self._told and self._number(0) >= self._next

    def tell(self, command: bytes) -> None:
        """r, c or d: rotate by renaming, by copying, by deleting."""
        assert self._process.stdin is not None
        self._process.stdin.write(command)
        self._process.stdin.flush()
        self._told += 1

    def end(self, kill: bool = False) -> None:
        """Let the writer end, or kill it, and find out what it has written."""
        if kill:
            self._process.kill()
        self._process.communicate()
        for number in range(self._next, max(self._next, self._number(0) + 1)):
            self.written.add(line(self._rank, number))
            self._next = number + 1
        if begun := self._begun():
            self.written.add(begun)
            self._next += 1

    def log(self, text: str) -> None:
        """Write a last word for a writer that has ended."""
        data = f"\n{text}".encode()
        with self._log.open("ab") as file:
            file.write(data)
        self.written.add(data)

    def _begun(self) -> bytes:
        """What is there of the line that was being written."""
        has_any = self._log.exists() and self._log.stat().st_size
        path = self._log if has_any else Path(f"{self._log}.1")
        tail = path.read_bytes()[-_TAIL_BYTES:] if path.exists() else b""
        begun = line(self._rank, self._next)
        return next((begun[:size] for size in range(len(begun), 0, -1) if tail.endswith(begun[:size])), b"")
