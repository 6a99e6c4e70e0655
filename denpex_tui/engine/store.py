"""The engineer's decisions on checklist items, kept under the XDG state directory and never beside the logs."""

from __future__ import annotations

import fcntl
import hashlib
import os
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import orjson

from denpex_tui.engine.diagnosis.checklist import Decision
from denpex_tui.engine.model import ItemState
from denpex_tui.engine.xdg import state_directory

VERSION = 1
_LOCK_S = 10.0
"""An instance that was stopped while it saved holds others up for no longer than this."""


class ChecklistStore:
    """The decisions for one set of log paths. Reading and writing never raise: what went wrong is in ``problem``."""

    def __init__(self, paths: tuple[str, ...], directory: Path | None = None) -> None:
        self.problem: str | None = None
        key = "\0".join(path if path == "-" or "://" in path else str(Path(path).resolve()) for path in paths)
        name = hashlib.sha256(key.encode(errors="surrogateescape")).hexdigest()[:24]
        self.path = (directory or state_directory()) / f"{name}.json"
        self._paths = paths
        self._writable = True

    def load(self) -> dict[int, dict[str, Decision]]:
        """Attempt -> item id -> decision; empty when there is none or the file cannot be used."""
        try:
            raw = self.path.read_bytes()
        except FileNotFoundError:
            return {}
        except OSError as error:
            self.problem = f"the checklist state {self.path} cannot be read: {error.strerror}; starting without it"
            return {}
        try:
            return _decoded(orjson.loads(raw))
        except (orjson.JSONDecodeError, KeyError, TypeError, ValueError, AttributeError):
            self.problem = self._set_aside()
            return {}

    def _set_aside(self) -> str:
        """A file that is not understood is kept under another name, so that nothing in it is lost."""
        aside = self.path.with_suffix(".unreadable")
        try:
            self.path.replace(aside)
        except OSError:
            self._writable = False
            return f"the checklist state {self.path} is not usable; decisions are kept for this session only"
        return f"the checklist state was not usable and is kept as {aside}; starting with an empty one"

    @contextmanager
    def alone(self) -> Iterator[None]:
        """No other instance saves meanwhile, where the file system can lock: what is loaded may be added to."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            handle = os.open(self.path.parent, os.O_RDONLY | os.O_CLOEXEC)
        except OSError:  # `save` tells it
            yield
            return
        try:
            _lock(handle)
            yield
        finally:
            os.close(handle)

    def save(self, decisions: Mapping[int, Mapping[str, Decision]]) -> None:
        """Write all decisions at once, or leave the file as it was."""
        if not self._writable:
            return
        content = orjson.dumps(_encoded(self._paths, decisions), option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            _replace(self.path, content)
            self.problem = None
        except OSError as error:
            self.problem = f"the checklist state {self.path} cannot be written: {error.strerror}; it is not kept"


def _lock(handle: int) -> None:
    until = time.monotonic() + _LOCK_S
    while time.monotonic() < until:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            time.sleep(0.002)
        except OSError:  # a network file system without locks
            return


def _replace(path: Path, content: bytes) -> None:
    handle, name = tempfile.mkstemp(prefix=path.stem, suffix=".tmp", dir=path.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise


def _encoded(paths: tuple[str, ...], decisions: Mapping[int, Mapping[str, Decision]]) -> dict[str, Any]:
    attempts = {
        str(attempt): {
            item: {"state": decision.state.value if decision.state is not None else None, "note": decision.note}
            for item, decision in items.items()
        }
        for attempt, items in decisions.items()
    }
    shown = [path.encode(errors="replace").decode() for path in paths]
    return {"version": VERSION, "paths": shown, "attempts": attempts}


def _decoded(content: dict[str, Any]) -> dict[int, dict[str, Decision]]:
    if content["version"] != VERSION:
        raise ValueError("unknown version")
    return {
        int(attempt): {
            str(item): Decision(ItemState(entry["state"]) if entry["state"] else None, str(entry.get("note", "")))
            for item, entry in items.items()
        }
        for attempt, items in content["attempts"].items()
    }
