"""Waits until the logs may have changed: told by the kernel where it knows, else by looking again after a while."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import monotonic

from denpex_tui.engine.mounts import shared_file_system

_LONGEST_S = 10.0


class ChangeWaiter:
    """Waits for changes below ``paths``; used from one thread.

    ``note`` says once why changes are only noticed by looking: the kernel's watches are used up. On a file system that
    other nodes write to nothing is watched, since the kernel does not learn of what they write.
    """

    def __init__(self, paths: Sequence[Path], *, debounce_ms: int = 100, step_ms: int = 20) -> None:
        self.paths = tuple(paths)
        self.note: str | None = None
        self._watched = [path for path in paths if shared_file_system(path) is None]
        self._debounce_ms, self._step_ms = debounce_ms, step_ms
        self._all = True
        """Whether every directory may be watched, as far as known."""
        self._changes: Iterator[object] | None = None
        self._seconds = 0.0
        self._woke = monotonic()

    def wait(self, stop: threading.Event, seconds: float) -> None:
        """Until something may have changed, ``seconds`` are over, or ``stop`` is set.

        Looking at thousands of files on a loaded file server takes its time: then it is done less often, so that it
        is at most half of what there is to do.
        """
        if self._watched:
            self._wait_for_change(stop, seconds)
        else:
            worked = monotonic() - self._woke
            stop.wait(min(max(seconds, worked), _LONGEST_S))
        self._woke = monotonic()

    def _wait_for_change(self, stop: threading.Event, seconds: float) -> None:
        existing = [path for path in self._watched if path.exists()]
        if not existing:
            self._changes = None
            stop.wait(seconds)
            return
        if self._changes is None or seconds != self._seconds:
            self._changes, self._seconds = self._watch(existing, stop, seconds), seconds
        try:
            next(self._changes, None)
        except FileNotFoundError:
            self._changes = None
        except PermissionError:
            self._changes, self._all = None, False
        except (RuntimeError, OSError) as error:
            self._watched, self._changes = [], None
            self.note = _reason(error)

    def _watch(self, paths: Sequence[Path], stop: threading.Event, seconds: float) -> Iterator[object]:
        from watchfiles import watch

        return watch(
            *paths,
            watch_filter=None,
            debounce=self._debounce_ms,
            step=self._step_ms,
            rust_timeout=max(1, int(seconds * 1000)),
            yield_on_timeout=True,
            stop_event=stop,
            # When it is True, used up watches are passed over too, and nothing would say so (watchfiles 1.3).
            ignore_permission_denied=not self._all,
            raise_interrupt=False,
        )


def _reason(error: Exception) -> str:
    text = str(error)
    if "limit" in text or "No space left" in text or "Too many open files" in text:
        return (
            "the kernel has no more watches for files (fs.inotify.max_user_watches, max_user_instances):"
            " the logs are looked at every second instead"
        )
    return "the logs cannot be watched for changes: they are looked at every second instead"
