"""Stores to read from: fsspec's own in memory and on disk, and a web server on this machine."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import fsspec

RANGE = re.compile(r"bytes=(\d+)-(\d+)")


class Server(ThreadingHTTPServer):
    """Counts what it sends."""

    parts = True
    """Whether a part is sent when a part is asked for."""
    refuses = False
    has_all = False
    """Whether it says of every name that it is there."""
    sent = 0


class Handler(SimpleHTTPRequestHandler):
    """Python's own, and parts of files."""

    def do_GET(self) -> None:
        server = self.server
        assert isinstance(server, Server)
        path, asked = Path(self.translate_path(self.path)), RANGE.fullmatch(self.headers.get("Range", ""))
        if server.refuses:
            self.send_error(403)
        elif asked and server.parts and path.is_file():
            self._send_part(server, path.read_bytes(), int(asked[1]), int(asked[2]) + 1)
        else:
            super().do_GET()

    def do_HEAD(self) -> None:
        assert isinstance(self.server, Server)
        if self.server.refuses:
            self.send_error(403)
        elif self.server.has_all:
            self.send_response(200)
            self.send_header("Content-Length", "5")
            self.end_headers()
        else:
            super().do_HEAD()

    def _send_part(self, server: Server, data: bytes, start: int, end: int) -> None:
        part = data[start:end]
        self.send_response(206)
        self.send_header("Content-Length", str(len(part)))
        self.send_header("Content-Range", f"bytes {start}-{start + len(part) - 1}/{len(data)}")
        self.end_headers()
        self.wfile.write(part)
        server.sent += len(part)

    def log_message(self, *_: Any) -> None:
        """Nothing on the terminal."""


@contextmanager
def web(directory: Path, *, parts: bool = True) -> Iterator[tuple[str, Server]]:
    """A web server of ``directory``, and its URL."""
    server = Server(("127.0.0.1", 0), partial(Handler, directory=str(directory)))
    server.parts = parts
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/", server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def bucket(directory: Path | None = None) -> Iterator[tuple[str, Any]]:
    """A store in memory with what is in ``directory``, and the URL of that."""
    store = fsspec.filesystem("memory")
    try:
        if directory is not None:
            store.put(str(directory), "/bucket/run/logs", recursive=True)
        yield "memory://bucket/run/logs/", store
    finally:
        store.store.clear()
        store.pseudo_dirs[:] = [""]
