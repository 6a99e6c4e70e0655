"""Follows a directory on the engine's own thread, woken as it is under the screen, and tells every line that it saw.

    python -m tests.live.engine_process DIRECTORY

Prints ``ready`` when all that was there has been read. Then it reads from standard input how many bytes there will be,
and when it has seen so many it prints the digest of each log, and what the status bar was told.
"""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from textual.message import Message

from denpex_tui.engine.session import Session
from denpex_tui.ui.engine_feed import EngineFeed
from denpex_tui.ui.messages import EngineTrouble, SnapshotReady
from tests.engine.pipeline import book
from tests.live.sessions import shown
from tests.live.tail import PATIENCE_S, digest


class Followed:
    """A session that a feed follows."""

    def __init__(self, directory: str) -> None:
        self.session = Session([directory], book=book(), live=True)
        self.told: list[str] = []
        self._read = threading.Condition()
        self._bytes = 0
        self.feed = EngineFeed(self.session, self._deliver)

    def _deliver(self, message: Message) -> None:
        if isinstance(message, EngineTrouble):
            self.told.append(message.sentence)
        elif isinstance(message, SnapshotReady):
            with self._read:
                self._bytes = sum(source.bytes_read for source in message.snapshot.sources)
                self._read.notify()

    def await_bytes(self, count: int) -> None:
        """Until so many bytes have been read."""
        with self._read:
            assert self._read.wait_for(lambda: self._bytes >= count, PATIENCE_S), f"{self._bytes} of {count} bytes"

    def lines(self) -> dict[str, str]:
        """The digest of each log as the log view shows it."""
        return {one.path: digest(shown(self.session, one.path)) for one in self.session.snapshot.sources}


@contextmanager
def followed(directory: str) -> Iterator[Followed]:
    """The engine's thread runs while the block does; all that was there has been read."""
    one = Followed(directory)
    thread = threading.Thread(target=one.feed.run)
    thread.start()
    try:
        one.feed.first_read.wait()
        yield one
    finally:
        one.feed.stop()
        thread.join()
        one.session.close()


def main() -> None:
    """The command line."""
    with followed(sys.argv[1]) as one:
        print("ready", flush=True)
        one.await_bytes(int(sys.stdin.readline()))
        print(json.dumps({"lines": one.lines(), "told": one.told}), flush=True)


if __name__ == "__main__":
    main()
