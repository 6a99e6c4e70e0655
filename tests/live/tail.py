"""Reads a log as the engine does while it is written, and keeps every byte that it was given."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from pathlib import Path

from denpex_tui.engine.logical_file import LogicalFile
from denpex_tui.engine.model import RotatedPart
from denpex_tui.engine.reader import Reader

PATIENCE_S = 120.0
"""Far more than needed; a test that waits so long has failed."""


def until(condition: Callable[[], object], what: str = "") -> None:
    """Wait for ``condition``, which does the polling itself."""
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < deadline, what or "it did not come to pass"
        time.sleep(0.005)


def digest(data: bytes) -> str:
    """What two runs of bytes are compared by; the length says how much is missing."""
    return f"{len(data)} bytes, {data.count(10)} lines, sha256 {hashlib.sha256(data).hexdigest()[:16]}"


class Tail:
    """One log, read whenever `look` is called; ``seen`` are the bytes of whole lines, in the order they came."""

    def __init__(self, path: Path, *earlier: Path, patience: float = 0.0) -> None:
        parts = [RotatedPart(part, (part.stat().st_dev, part.stat().st_ino)) for part in earlier]
        self.reader = Reader(LogicalFile(path, parts), patience)
        self.course = self.reader.file.course
        self.seen = b""

    def look(self) -> bytes:
        """Read what there is; returns all that was ever seen."""
        self.reader.refresh()
        for chunk in self.reader.chunks():
            assert chunk.offset >= len(self.seen)
            self.seen += b"\0" * (chunk.offset - len(self.seen)) + chunk.data
        self.reader.rest()
        return self.seen

    def sees(self, written: bytes) -> bool:
        """Whether everything that was written has been seen; what was seen is a prefix of it at any time."""
        seen = self.look()
        assert written.startswith(seen), f"seen {digest(seen)}, of {digest(written)}"
        return digest(seen) == digest(written)

    def lines_now(self) -> bytes:
        """The log from its beginning as it can be read again, for a log view."""
        return self.reader.between(0, self.reader.offset)

    def close(self) -> None:
        self.reader.close()


def steps(first: int, count: int, rank: int = 0) -> bytes:
    """Lines as a rank logs them, each another one."""
    return b"".join(
        b"2026-11-30 20:%02d:%02d,%03d [rank%d] INFO train: step %d/9000 loss=%.4f\n"
        % (step // 60 % 60, step % 60, step % 1000, rank, step, 2 + 1 / (1 + step))
        for step in range(first, first + count)
    )


def append(path: Path, data: bytes) -> bytes:
    """Write as a process does that has the file open for appending."""
    with path.open("ab", buffering=0) as file:
        file.write(data)
    return data
